#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "core/asp/clauses.hpp"
#include "core/asp/program.hpp"

namespace gdlc::asp {

// Copy the rules of an unrolled game to its cooperative program, but for choices (moves are made
// anew) and facts that say nothing of any state. What holds in a state does so only if the play
// was not over at the step before.
//   to        knows the same atoms under the same numbers, perhaps more
//   timed     predicates whose last argument is a step
//   over      for each step from 0 the literal of `_over`, or yes or no
void carry(const Program& from, Program& to, const std::unordered_set<std::string>& timed,
           const std::vector<Value>& over);

// The rules by step, then by what they are about, in an order that does not depend on the grounder.
Program in_order(const Program& program);

}  // namespace gdlc::asp
