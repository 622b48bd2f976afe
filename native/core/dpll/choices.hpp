#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/formula/literal.hpp"

namespace gdlc {

// Optimal assignments of the outermost block, as lists that share their ends: the literals of one
// branch, then the choice of the residual formula below it. So a cached value can carry its choice.
class Choices {
 public:
  static constexpr std::uint32_t none = 0;

  Choices() : begin_{0, 0}, rest_{none} {}

  std::uint32_t add(std::span<const Lit> literals, std::uint32_t rest) {
    if (literals.empty()) return rest;
    literals_.insert(literals_.end(), literals.begin(), literals.end());
    begin_.push_back(literals_.size());
    rest_.push_back(rest);
    return static_cast<std::uint32_t>(rest_.size() - 1);
  }

  std::vector<Lit> collect(std::uint32_t choice) const {
    std::vector<Lit> result;
    for (; choice != none; choice = rest_[choice]) {
      for (std::size_t at = begin_[choice]; at < begin_[choice + std::size_t{1}]; ++at) {
        result.push_back(literals_[at]);
      }
    }
    return result;
  }

  std::size_t bytes() const {
    return literals_.capacity() * sizeof(Lit) + begin_.capacity() * sizeof(std::size_t) +
           rest_.capacity() * sizeof(std::uint32_t);
  }

 private:
  std::vector<Lit> literals_;
  std::vector<std::size_t> begin_;   // choice -> begin in literals_, and one end; [0] is `none`
  std::vector<std::uint32_t> rest_;  // choice -> the one below
};

}  // namespace gdlc
