#include "app/float_text.hpp"

#include <cstddef>

namespace gdlc::app {
namespace {

// digits * 10^-places, off by no more than error * 10^-places.
struct Digits {
  Integer digits;
  Integer error;
  std::size_t places;
};

Integer floor_of(const Rational& value) {
  return numerator_of(value) / denominator_of(value);
}

Digits with_places(const Rational& middle, const Rational& radius, std::size_t places) {
  const Rational scale = boost::multiprecision::pow(Integer(10), static_cast<unsigned>(places));
  const Integer digits = floor_of(middle * scale + Rational(1, 2));
  const Rational error = radius * scale + abs(middle * scale - Rational(digits));
  const Integer below = floor_of(error);
  return {digits, Rational(below) == error ? below : Integer(below + 1), places};
}

std::string digits_text(const Digits& found) {
  constexpr std::size_t most_places = 40;  // beyond: many zeros that help nobody
  std::string text = found.digits.str();
  if (found.digits == 0 || found.places == 0) return text;
  if (found.places > most_places) {
    const std::size_t exponent = found.places - (text.size() - 1);
    if (text.size() > 1) text.insert(1, ".");
    return text + "e-" + std::to_string(exponent);
  }
  if (text.size() <= found.places) text.insert(0, found.places + 1 - text.size(), '0');
  return text.insert(text.size() - found.places, ".");
}

}  // namespace

std::string float_text(const Rational& lower, const Rational& upper) {
  const Rational middle = (lower + upper) / 2;
  const Rational radius = (upper - lower) / 2;
  const Integer most_digits = boost::multiprecision::pow(Integer(10), unsigned{decimal_digits});
  Digits found = with_places(middle, radius, 0);
  while (found.error != 0) {
    Digits next = with_places(middle, radius, found.places + 1);
    if (next.error > 9 || next.digits >= most_digits) break;
    found = next;
  }
  std::string error = found.error.str();
  if (found.error != 0 && found.places != 0) error += "e-" + std::to_string(found.places);
  return digits_text(found) + " +- " + error;
}

}  // namespace gdlc::app
