#pragma once

#include <vector>

#include "core/asp/program.hpp"

namespace gdlc::asp {

// A constraint that counts only if the program looks at an atom at all.
struct Condition {
  std::size_t rule;
  Atom atom;
};

// The rules that can make a difference to whether there is a stable model: constraints, what they
// depend on, and all that is not determined level by level (atoms that depend on their own
// negation). The others always have one model for each of the rest.
//   conditional   constraints to be left out while nothing else depends on their atoms
//   roots         atoms to keep in any case
Program cone(const Program& program, const std::vector<Condition>& conditional,
             const std::vector<Atom>& roots);

}  // namespace gdlc::asp
