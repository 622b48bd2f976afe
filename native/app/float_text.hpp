#pragma once

#include <string>

#include "core/number/rational.hpp"

namespace gdlc::app {

// `0.476580720000 +- 1e-13`: a number in [lower, upper], with as many digits, 17 at most, as leave
// an error of at most nine units of the last one. The error covers both ends and what the digits
// leave out; it is 0 only where the digits are the number.
std::string float_text(const Rational& lower, const Rational& upper);

}  // namespace gdlc::app
