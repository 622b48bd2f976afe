#include "core/formula/number_words.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "core/formula/formula.hpp"

namespace gdlc {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::size_t read_count(TextCursor& cursor, const char* what, std::size_t most) {
  const std::string_view word = cursor.next_word();
  if (word.empty() || !std::all_of(word.begin(), word.end(), is_digit)) {
    cursor.fail(word.empty() ? cursor.at() : cursor.offset_of(word),
                "found " + quoted(word) + ", expected the number of " + what, word.size());
  }
  std::size_t count = 0;
  for (const char c : word) {
    count = count * 10 + static_cast<std::size_t>(c - '0');
    if (count > most) {
      cursor.fail_word(word, "found " + quoted(word) + " as the number of " + what +
                                 ", expected at most " + std::to_string(most));
    }
  }
  return count;
}

Rational read_probability(TextCursor& cursor) {
  const std::string_view word = cursor.next_word();
  const std::optional<Rational> number = parse_number(word);
  if (!number) {
    cursor.fail(word.empty() ? cursor.at() : cursor.offset_of(word),
                "found " + (word.empty() ? std::string("the end of the line") : quoted(word)) +
                    ", expected a probability such as 0.3 or 3/10",
                word.size());
  }
  if (*number > 1) {
    cursor.fail_word(word, "found the probability " + quoted(word) + ", expected one in [0, 1]");
  }
  return *number;
}

Var read_var(const TextCursor& cursor, std::string_view word, const char* where,
             std::uint32_t n_vars) {
  std::uint32_t number = 0;
  bool digits = !word.empty();
  bool fits = true;
  for (const char c : word) {
    digits = digits && is_digit(c);
    if (!digits) break;
    fits = fits && number <= Formula::max_vars;
    number = number * 10 + static_cast<std::uint32_t>(c - '0');
  }
  if (!digits) {
    cursor.fail_word(word, "found " + quoted(word) + " " + where + ", expected a variable or 0");
  }
  if (!fits || number == 0 || number > n_vars) {
    cursor.fail_word(word, "found variable " + quoted(word) + " " + where +
                               ", expected one in 1.." + std::to_string(n_vars) +
                               " as the header says");
  }
  return Var(number);
}

std::int32_t read_literal(const TextCursor& cursor, std::string_view word, std::uint32_t n_vars) {
  const bool negative = word.front() == '-';
  std::uint32_t number = 0;
  bool valid = word.size() > (negative ? 1U : 0U);
  for (std::size_t i = negative ? 1 : 0; i < word.size() && valid; ++i) {
    valid = is_digit(word[i]) && number <= Formula::max_vars;
    number = number * 10 + static_cast<std::uint32_t>(word[i] - '0');
  }
  const std::string_view digits = word.substr(negative ? 1 : 0);
  if (!valid && (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit))) {
    cursor.fail_word(word,
                     "found " + quoted(word) + ", expected a literal or the 0 that ends a clause");
  }
  if (!valid || number > n_vars) {
    cursor.fail_word(word, "found literal " + quoted(word) + ", expected a variable in 1.." +
                               std::to_string(n_vars) + " as the header says");
  }
  if (negative && number == 0) cursor.fail_word(word, "found '-0', expected a literal or 0");
  const auto positive = static_cast<std::int32_t>(number);
  return negative ? -positive : positive;
}

}  // namespace gdlc
