#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/dpll/instance.hpp"

namespace gdlc {

// When the variables of a formula are known, if its prefix is decided in order up to a variable:
//   - a variable of the prefix with its own decision;
//   - another one as soon as clauses define it: those in which all other variables are known leave
//   it no choice,
//     whatever these are. That is so if they cannot all be true without its literals.
//   - one that nothing defines at the time that is guessed, so that others may be defined by it.
//
//   n_prefix  variables 1..n_prefix are decided, in this order
//   poll      asked now and then; true: give up, and whatever is not known yet never is
//   guess     var -> time (0..n_prefix + 1); asked only if some variable is not defined
// Returns var -> time: the number of the variable of the prefix after whose decision it is known;
// n_prefix + 1: not before all others. Work is bounded: what takes long to see counts as undefined.
std::vector<std::uint32_t> definition_times(
    const Instance& instance, std::uint32_t n_prefix, const std::function<bool()>& poll,
    const std::function<std::vector<std::uint32_t>()>& guess);

}  // namespace gdlc
