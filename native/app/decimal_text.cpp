#include "app/decimal_text.hpp"

#include <cstddef>
#include <string>

namespace gdlc::app {
namespace {

constexpr std::size_t most_characters = 40;

// 0.00012 -> 1.2e-4
std::string with_exponent(const std::string& text) {
  const std::size_t first = text.find_first_not_of("0.");
  std::string digits = text.substr(first);
  if (digits.size() > 1) digits.insert(1, ".");
  return digits + "e-" + std::to_string(first - 1);
}

}  // namespace

Decimal answer_decimal(const Rational& value) {
  Decimal decimal = nearest_decimal(value);
  std::string& text = decimal.text;
  const std::size_t exponent = text.find('e');
  const std::size_t end = exponent == std::string::npos ? text.size() : exponent;
  if (text.compare(end - 2, 2, ".0") == 0) text.erase(end - 2, 2);
  if (exponent == std::string::npos && value < 1 && text.size() > most_characters) {
    text = with_exponent(text);
  }
  return decimal;
}

}  // namespace gdlc::app
