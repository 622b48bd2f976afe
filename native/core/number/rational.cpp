#include "core/number/rational.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace gdlc {
namespace {

constexpr std::size_t longest_number = 10'000;
constexpr int longest_exponent = 10'000;
constexpr int deepest_positional = 400;  // zeros behind the point; a double is 0 long before

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

Integer power_of_ten(unsigned exponent) {
  return boost::multiprecision::pow(Integer(10), exponent);
}

// The digits are decimal whatever zeros they begin with: the constructor from a string would take
// a leading 0 for octal.
Integer parse_digits(std::string_view digits) {
  const std::size_t start = digits.find_first_not_of('0');
  if (start == std::string_view::npos) return 0;
  return Integer(std::string(digits.substr(start)));
}

// value * 10^shift, as numerator over denominator.
void scale(Integer& numerator, Integer& denominator, int shift) {
  if (shift >= 0) {
    numerator *= power_of_ten(static_cast<unsigned>(shift));
  } else {
    denominator *= power_of_ten(static_cast<unsigned>(-shift));
  }
}

// The largest k with 10^k <= value, for value > 0.
int decimal_exponent(const Rational& value) {
  const Integer p = numerator_of(value);
  const Integer q = denominator_of(value);
  const double bits = static_cast<double>(msb(p)) - static_cast<double>(msb(q));
  int k = static_cast<int>(std::floor(bits * 0.30102999566398120)) + 1;  // right or too large
  while (true) {
    Integer left = p;
    Integer right = q;
    scale(left, right, -k);
    if (left >= right) return k;
    --k;
  }
}

}  // namespace

Decimal nearest_decimal(const Rational& value) {
  if (value == 0) return {"0.0", true};
  int exponent = decimal_exponent(value);
  Integer p = numerator_of(value);
  Integer q = denominator_of(value);
  scale(p, q, decimal_digits - 1 - exponent);
  Integer digits;
  Integer rest;
  divide_qr(p, q, digits, rest);
  const Integer twice = 2 * rest;
  if (twice > q || (twice == q && digits % 2 == 1)) ++digits;
  std::string text = digits.str();
  if (text.size() > static_cast<std::size_t>(decimal_digits)) ++exponent;  // 99...9.5 -> 100...0
  text.erase(text.find_last_not_of('0') + 1);

  const bool exact = rest == 0;
  const auto length = static_cast<int>(text.size());
  if (exponent < -deepest_positional) {
    std::string tail = length > 1 ? text.substr(1) : "0";
    return {text.substr(0, 1) + "." + tail + "e" + std::to_string(exponent), exact};
  }
  if (exponent < 0) {
    return {"0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + text, exact};
  }
  if (length <= exponent + 1) {
    return {text + std::string(static_cast<std::size_t>(exponent + 1 - length), '0') + ".0", exact};
  }
  const auto whole = static_cast<std::size_t>(exponent + 1);
  return {text.substr(0, whole) + "." + text.substr(whole), exact};
}

std::string fraction_text(const Rational& value) {
  const Integer q = denominator_of(value);
  std::string text = numerator_of(value).str();
  if (q != 1) text += "/" + q.str();
  return text;
}

std::optional<Rational> parse_fraction(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || text.size() > longest_number) return std::nullopt;
  const std::string_view above = text.substr(0, slash);
  const std::string_view below = text.substr(slash + 1);
  if (!all_digits(above) || !all_digits(below)) return std::nullopt;
  const Integer q = parse_digits(below);
  if (q == 0) return std::nullopt;
  return Rational(parse_digits(above), q);
}

std::optional<Rational> parse_number(std::string_view text) {
  if (text.find('/') != std::string_view::npos) return parse_fraction(text);
  if (text.size() > longest_number) return std::nullopt;
  int exponent = 0;
  const std::size_t mark = text.find_first_of("eE");
  if (mark != std::string_view::npos) {
    std::string_view digits = text.substr(mark + 1);
    const bool negative = !digits.empty() && digits.front() == '-';
    if (!digits.empty() && (digits.front() == '-' || digits.front() == '+')) {
      digits.remove_prefix(1);
    }
    if (!all_digits(digits)) return std::nullopt;
    for (const char c : digits) {
      exponent = exponent * 10 + (c - '0');
      if (exponent > longest_exponent) return std::nullopt;
    }
    if (negative) exponent = -exponent;
    text = text.substr(0, mark);
  }
  const std::size_t point = text.find('.');
  std::string digits(text.substr(0, point));
  if (point != std::string_view::npos) {
    digits += text.substr(point + 1);
    exponent -= static_cast<int>(text.size() - point - 1);
  }
  if (!all_digits(digits)) return std::nullopt;
  Integer p = parse_digits(digits);
  Integer q = 1;
  scale(p, q, exponent);
  return Rational(p, q);
}

std::size_t heap_bytes(const Rational& value) {
  const auto limbs = [](const Integer& part) -> std::size_t {
    const std::size_t held = part.backend().size();
    const std::size_t inside = 2;  // a small integer lives in the object itself
    return held > inside ? held * sizeof(boost::multiprecision::limb_type) : 0;
  };
  return limbs(numerator_of(value)) + limbs(denominator_of(value));
}

}  // namespace gdlc
