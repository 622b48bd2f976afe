#pragma once

#include "core/number/rational.hpp"

namespace gdlc::app {

// The decimal of an answer: as nearest_decimal finds it, but 1 instead of 1.0, and with an exponent
// where more than 40 characters would be zeros for the most part: 0.25, 0, 1.5e-50. `gdlc` writes
// the same (formats/answer).
Decimal answer_decimal(const Rational& value);

}  // namespace gdlc::app
