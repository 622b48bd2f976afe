#pragma once

#include <functional>

#include "core/formula/formula.hpp"

namespace gdlc::test {

// A formula that still fails and of which nothing can be left out any more: no clause, no literal,
// no variable, no border between blocks; probabilities are 1/2 where that still fails.
//   fails  of the formula itself and of what is returned; asked often
Formula shrink(const Formula& formula, const std::function<bool(const Formula&)>& fails);

}  // namespace gdlc::test
