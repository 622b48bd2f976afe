#pragma once

#include <span>
#include <string>

#include "core/asp/program.hpp"

namespace gdlc::asp {

// Adds rules that compare two binary numbers, their digits given as literals from the least
// significant on. The atom that is returned is true exactly if `low` is at most `high`, or with
// `less` if it is less.
//   name    what the atoms for the digits are called, up to their numbers: `_upto(b,a,`
//   shape   k digits -> k atoms, 3k rules of at most two literals
//   pre     as many digits of one as of the other, at least one
Atom compare(Program& program, std::span<const Atom> low, std::span<const Atom> high, bool less,
             const std::string& name);

}  // namespace gdlc::asp
