#pragma once

#include "core/asp/program.hpp"

namespace gdlc::asp {

// The same stable models with fewer literals and rules: what is certain (facts, and atoms that no
// rule derives) is evaluated away.
//   keeps   the order of the rules, facts, heads of choices with bounds
// Linear.
Program simplify(const Program& program);

// The same stable models with no bounds on heads: free choices and constraints.
//   shape   one to three rules for each choice with bounds, and at most two new atoms. An upper
//           bound whose atoms no other rule derives needs no look at the choice's own body:
//           without the body they are all false.
Program free_choices(const Program& program);

}  // namespace gdlc::asp
