#pragma once

#include "core/formula/formula.hpp"
#include "random_formula.hpp"

namespace gdlc::test {

// Other formulas of the same value, which may be found in other ways.
Formula renamed(const Formula& formula, Random& random);  // variables, anew
Formula permuted(const Formula& formula,
                 Random& random);                         // clauses, literals, variables of a block
Formula flipped(const Formula& formula, Random& random);  // signs of variables; p becomes 1 - p
Formula split(const Formula& formula, Random& random);    // a block, by one of an unused variable
Formula with_implied(const Formula& formula, Random& random);  // copies, weaker ones, resolvents

}  // namespace gdlc::test
