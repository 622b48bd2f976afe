#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/asp/program.hpp"

namespace gdlc::asp {

// For each atom the numbers of the rules with it, in their order; one twice where the atom stands
// there twice.
class RuleIndex {
 public:
  static RuleIndex by_head(const Program& program) {
    return RuleIndex(program, [&](const Rule& rule) { return program.head(rule); });
  }
  // Under `not`, too.
  static RuleIndex by_body(const Program& program) {
    return RuleIndex(program, [&](const Rule& rule) { return program.body(rule); });
  }

  std::span<const std::uint32_t> operator[](Atom atom) const {
    return {rules_.data() + first_[at(atom)], first_[at(atom) + 1] - first_[at(atom)]};
  }

 private:
  template <class Part>
  RuleIndex(const Program& program, Part part) : first_(program.atoms() + 2, 0) {
    for (const Rule& rule : program.rules()) {
      for (const Atom literal : part(rule)) ++first_[at(atom_of(literal)) + 1];
    }
    for (std::size_t n = 1; n < first_.size(); ++n) first_[n] += first_[n - 1];
    rules_.resize(first_.back());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t number = 0; number < program.rules().size(); ++number) {
      for (const Atom literal : part(program.rules()[number])) {
        rules_[next[at(atom_of(literal))]++] = static_cast<std::uint32_t>(number);
      }
    }
  }

  std::vector<std::size_t> first_;  // where those of an atom begin, one behind the other
  std::vector<std::uint32_t> rules_;
};

}  // namespace gdlc::asp
