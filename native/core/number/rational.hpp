#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace gdlc {

// The number type of every value that is called exact; always in lowest terms.
// Expression templates are off: `auto` then never holds a reference to a dead operand.
using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                              boost::multiprecision::et_off>;
using Rational = boost::multiprecision::number<
    boost::multiprecision::rational_adaptor<boost::multiprecision::cpp_int_backend<>>,
    boost::multiprecision::et_off>;

inline Integer numerator_of(const Rational& value) {
  return boost::multiprecision::numerator(value);
}
inline Integer denominator_of(const Rational& value) {
  return boost::multiprecision::denominator(value);
}

// What the search needs of a number type; Float has the same.
inline Rational complement(const Rational& value) {
  return 1 - value;
}
// `best` becomes the greater of both. True: it has become better.
inline bool take_max(Rational& best, Rational other) {
  if (other <= best) return false;
  best = std::move(other);
  return true;
}
inline bool take_min(Rational& best, Rational other) {
  if (other >= best) return false;
  best = std::move(other);
  return true;
}
inline bool is_zero(const Rational& value) {
  return value == 0;
}
// No number in [0, 1] is greater.
inline bool settles_max(const Rational& value) {
  return value == 1;
}

// Digits a double needs to be read back exactly; what we print and write at most.
inline constexpr int decimal_digits = 17;

struct Decimal {
  std::string text;  // positional, with a point; scientific only below 1e-400
  bool exact;        // the text is the value itself
};

// The decimal nearest to value >= 0 with at most `decimal_digits` significant digits (ties to
// even), without trailing zeros: 0.5, 1.0, 0.33333333333333333.
Decimal nearest_decimal(const Rational& value);

// "3/10"; "1" and "0" for whole numbers.
std::string fraction_text(const Rational& value);

// An unsigned number: 0.3, .3, 3e-1, 3/10. Nothing else, and no number too long to be meant
// (more than 10,000 characters, an exponent beyond 10,000): nullopt.
std::optional<Rational> parse_number(std::string_view text);

// An unsigned fraction P/Q with Q > 0: nullopt for everything else.
std::optional<Rational> parse_fraction(std::string_view text);

// Bytes that the value holds on the heap, for the accounts of the memory limit.
std::size_t heap_bytes(const Rational& value);

}  // namespace gdlc
