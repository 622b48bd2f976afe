#include "core/number/float.hpp"

#include <algorithm>

namespace gdlc {

// floor(number * 2^k) / 2^k with 53 binary digits, or fewer below the smallest normal double.
Float::Float(const Rational& number) : lower_(0), upper_(0) {
  if (number == 0) return;
  constexpr int n_digits = 53;
  constexpr int most_shift = 1074;
  const Integer above = numerator_of(number);
  const Integer below = denominator_of(number);
  const auto bits = [](const Integer& value) { return static_cast<long>(msb(value)); };
  // The quotient is below 2^53, and at least 2^51 ...
  long shift = std::min<long>(n_digits - 1 + bits(below) - bits(above), most_shift);
  Integer digits;
  Integer rest;
  const auto divide = [&] {
    divide_qr(Integer(above << static_cast<unsigned>(shift)), below, digits, rest);
  };
  divide();
  // ... so that one more digit may fit.
  if (shift < most_shift && (digits >> (n_digits - 1)) == 0) {
    ++shift;
    divide();
  }
  lower_ =
      std::ldexp(static_cast<double>(static_cast<std::uint64_t>(digits)), -static_cast<int>(shift));
  upper_ = rest == 0 ? lower_ : next_above(lower_);
}

}  // namespace gdlc
