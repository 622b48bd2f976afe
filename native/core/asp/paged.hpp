#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/asp/names.hpp"

namespace gdlc::asp {

// A table over atoms that somebody else numbered, mostly densely. What was not written is T().
//   memory   a page for each run of numbers that is looked at, whatever lies between
template <class T>
class Paged {
 public:
  // pre: atom >= 0
  T& operator[](Atom atom) {
    const auto number = static_cast<std::size_t>(atom);
    if (number / size >= pages_.size()) pages_.resize(number / size + 1);
    auto& page = pages_[number / size];
    if (page == nullptr) page = std::make_unique<Page>();
    return (*page)[number % size];
  }

 private:
  static constexpr std::size_t size = 256;
  using Page = std::array<T, size>;

  std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace gdlc::asp
