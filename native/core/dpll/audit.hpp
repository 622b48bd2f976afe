#pragma once

#include <string>

#include "core/dpll/instance.hpp"
#include "core/dpll/propagate.hpp"

namespace gdlc {

// Builds with GDLC_AUDIT ask at every turn whether what was found agrees with what it should mean,
// by ways that are too slow for more than small formulas.
#ifdef GDLC_AUDIT
inline constexpr bool audits = true;
#else
inline constexpr bool audits = false;
#endif

// What is wrong with a state that propagation calls closed, found by looking at every clause; empty
// if nothing is. Of the literals of a clause without a true one
//   - some are open that are not universal;
//   - where there is but one of these, an open universal stands in front of it in the prefix. Of
//     clauses with universals this is not asked: which of them force a literal depends on the order
//     in which their literals became false (they are watched by two, and a universal that is
//     watched may stand behind the last literal open).
std::string find_unclosed_clause(const Instance& instance, const Propagator& propagator);

// Raises InternalError if something is wrong with such a state. Instances of more than 1000 clauses
// are let be.
void audit_closed(const Instance& instance, const Propagator& propagator);

}  // namespace gdlc
