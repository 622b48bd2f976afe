#pragma once

#include <span>
#include <string>

#include "core/asp/program.hpp"

namespace gdlc::asp {

// Adds rules that compare two binary numbers where a condition holds. Their digits are given as
// literals from the least significant on. The atom that is returned is true exactly if the
// condition holds and the numbers are equal.
//   less    an atom that is derived if the condition holds and `low` is less than `high`; 0: that
//           is forbidden
//   name    what the atoms for the digits are called, up to their numbers: `_same(b,a,`
//   shape   k digits -> k atoms, 3k rules of at most four literals
//   pre     as many digits of one as of the other, at least one
// From the most significant digit on: so what tells the numbers apart is one rule a digit, and
// needs no atom where it is forbidden.
Atom compare(Program& program, Atom condition, std::span<const Atom> low,
             std::span<const Atom> high, Atom less, const std::string& name);

}  // namespace gdlc::asp
