#pragma once

#include "core/formula/formula.hpp"

namespace gdlc::test {

// The value by trying all assignments of the prefix in order: no propagation, no cache, nothing
// shared with the solver. Cost: 2^variables.
Rational enumerate(const Formula& formula);

// The same with some literals fixed beforehand, whatever their quantifiers.
Rational enumerate(const Formula& formula, const std::vector<Lit>& fixed);

}  // namespace gdlc::test
