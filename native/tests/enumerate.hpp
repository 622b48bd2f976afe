#pragma once

#include "core/formula/formula.hpp"

namespace gdlc::test {

// The value by trying all assignments of the prefix in order: no propagation, no cache, nothing
// shared with the solver. A clause ends a branch when all its literals are false.
// Cost: 2^variables, less where clauses define the last ones.
Rational enumerate(const Formula& formula);

// The same with some literals fixed beforehand, whatever their quantifiers.
Rational enumerate(const Formula& formula, const std::vector<Lit>& fixed);

}  // namespace gdlc::test
