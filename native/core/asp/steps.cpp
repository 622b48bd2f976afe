#include "core/asp/steps.hpp"

#include <algorithm>
#include <charconv>

namespace gdlc::asp {
namespace {

bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

// The run of digits, or of other characters, that begins at a place.
std::string_view run_at(std::string_view text, std::size_t begin) {
  const bool digits = is_digit(text[begin]);
  std::size_t end = begin + 1;
  while (end < text.size() && is_digit(text[end]) == digits) ++end;
  return text.substr(begin, end - begin);
}

int sign(std::ptrdiff_t value) {
  return (value > 0) - (value < 0);
}

std::string_view without_zeros(std::string_view digits) {
  const std::size_t begin = digits.find_first_not_of('0');
  return begin == std::string_view::npos ? digits.substr(0, 0) : digits.substr(begin);
}

}  // namespace

std::int64_t step_of(std::string_view name) {
  const std::size_t before = name.find_last_of(",(");
  if (before == std::string_view::npos || name.back() != ')') return -1;
  const char* const begin = name.data() + before + 1;
  const char* const end = name.data() + name.size() - 1;
  std::int64_t step = -1;
  const auto [last, error] = std::from_chars(begin, end, step);
  return error == std::errc() && last == end ? step : -1;
}

std::string with_step(std::string_view name) {
  const std::size_t prime = name.find('\'');
  const std::size_t open = name.find('(');
  // A prime behind the parenthesis is one inside an argument.
  if (prime == std::string_view::npos || open < prime) return std::string(name);
  const std::string_view digits =
      name.substr(prime + 1, open == std::string_view::npos ? open : open - prime - 1);
  std::string result(name.substr(0, prime));
  result += '(';
  if (open != std::string_view::npos) {
    result += name.substr(open + 1, name.size() - open - 2);
    result += ',';
  }
  result += digits;
  result += ')';
  return result;
}

int compare_naturally(std::string_view left, std::string_view right) {
  std::size_t at_left = 0;
  std::size_t at_right = 0;
  while (at_left < left.size() && at_right < right.size()) {
    const std::string_view a = run_at(left, at_left);
    const std::string_view b = run_at(right, at_right);
    const bool numbers = is_digit(a[0]);
    if (numbers != is_digit(b[0])) return numbers ? 1 : -1;
    int order = 0;
    if (numbers) {
      const std::string_view x = without_zeros(a);
      const std::string_view y = without_zeros(b);
      order = x.size() != y.size() ? (x.size() < y.size() ? -1 : 1) : sign(x.compare(y));
      if (order == 0) order = sign(a.compare(b));  // 01 is not 1
    } else {
      order = sign(a.compare(b));
    }
    if (order != 0) return order;
    at_left += a.size();
    at_right += b.size();
  }
  return (at_left < left.size()) - (at_right < right.size());
}

}  // namespace gdlc::asp
