#include "core/formula/read.hpp"

#include <algorithm>
#include <utility>

#include "core/errors.hpp"

namespace gdlc {
namespace {

constexpr std::size_t lines_between_stop_checks = 4096;
constexpr std::size_t words_between_stop_checks = 65536;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// What a message shows of the text: enough to find it.
std::string quoted(std::string_view text) {
  constexpr std::size_t most = 40;
  if (text.size() <= most) return "'" + std::string(text) + "'";
  std::size_t cut = most;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
  return "'" + std::string(text.substr(0, cut)) + "...'";
}

// Reads the text line by line; offsets into it are the only state that errors need.
class Reader {
 public:
  Reader(std::string_view text, const ReadOptions& options) : text_(text), options_(options) {}

  ReadResult run();

 private:
  struct Directive {  // a `c x name` or `c x prob` line, kept until the header is known
    std::size_t offset;
    std::string_view var;
    std::string_view value;
    std::size_t value_offset;
  };

  [[noreturn]] void fail(std::size_t offset, const std::string& message, std::size_t width = 1,
                         std::string hint = {}) const;
  [[noreturn]] void fail_word(std::string_view word, const std::string& message,
                              std::string hint = {}) const;
  void warn(std::size_t offset, std::string message);
  std::size_t offset_of(std::string_view word) const {
    return static_cast<std::size_t>(word.data() - text_.data());
  }

  void skip_blanks() {
    while (at_ < line_end_ && is_blank(text_[at_])) ++at_;
  }
  std::string_view next_word();
  std::string_view rest_of_line();

  void read_line();
  void read_comment();
  void read_header();
  void read_count(const char* what, std::size_t most, std::size_t& count);
  void read_quantifiers();
  bool read_quantifier_line();  // true: the next one begins right behind the 0
  Rational read_probability();
  void add_to_block(Block& block, Var var, std::string_view word, const Rational& probability);
  void read_clauses();
  void read_end();
  std::int32_t read_literal(std::string_view word) const;
  Var read_var(std::string_view word, const char* where) const;

  void finish();
  void apply_names();
  void apply_probabilities();
  void place_free_vars();
  void check_stop() const {
    if (options_.stop != nullptr && options_.stop->requested()) {
      throw Stopped{options_.stop->reason()};
    }
  }

  const std::string_view text_;
  const ReadOptions options_;

  std::size_t at_ = 0;          // the next byte
  std::size_t line_begin_ = 0;  // of the line being read
  std::size_t line_end_ = 0;    // its line break, or the end of the text
  std::size_t line_ = 0;        // its number, from 1

  bool known_version_ = false;  // `c gdlc xssat 1` was met: `c x` lines are ours
  bool has_header_ = false;
  bool ended_ = false;            // the % of some collections was met
  bool end_zero_ = false;         // and the 0 behind it
  std::size_t n_clauses_ = 0;     // of the header
  std::size_t header_count_ = 0;  // where the header says so
  std::size_t clause_begin_ = 0;  // where the clause being read begins in the text
  bool in_clause_ = false;
  std::size_t words_ = 0;  // of clauses, since the last look at the stop

  FormulaParts parts_;
  std::vector<bool> placed_;  // var -> stands in the prefix
  std::vector<Var> free_;     // stand in a clause only; in order of appearance
  std::vector<Directive> names_;
  std::vector<Directive> probabilities_;
  std::vector<ReadWarning> warnings_;
};

void Reader::fail(std::size_t offset, const std::string& message, std::size_t width,
                  std::string hint) const {
  offset = std::min(offset, text_.size());
  const std::string_view before = text_.substr(0, offset);
  const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t line_break = before.rfind('\n');
  const std::size_t begin = line_break == std::string_view::npos ? 0 : line_break + 1;
  const auto characters = [&](std::string_view part) {
    return static_cast<std::size_t>(std::count_if(part.begin(), part.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
  };
  const std::size_t shown = std::max<std::size_t>(1, characters(text_.substr(offset, width)));
  throw ParseError(message, line + 1, characters(before.substr(begin)) + 1, shown, std::move(hint));
}

void Reader::fail_word(std::string_view word, const std::string& message, std::string hint) const {
  fail(offset_of(word), message, word.size(), std::move(hint));
}

// Only for places in front of which no character has two bytes: prefix and clauses.
void Reader::warn(std::size_t offset, std::string message) {
  warnings_.push_back({line_, offset - line_begin_ + 1, std::move(message)});
}

std::string_view Reader::next_word() {
  skip_blanks();
  const std::size_t begin = at_;
  while (at_ < line_end_ && !is_blank(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

std::string_view Reader::rest_of_line() {
  skip_blanks();
  std::size_t end = line_end_;
  while (end > at_ && is_blank(text_[end - 1])) --end;
  const std::string_view rest = text_.substr(at_, end - at_);
  at_ = line_end_;
  return rest;
}

ReadResult Reader::run() {
  if (text_.starts_with("\xEF\xBB\xBF")) {
    fail(0, "found a byte order mark, expected a comment or 'p cnf VARIABLES CLAUSES'", 1,
         "save the file as UTF-8 without a byte order mark");
  }
  const std::size_t broken = find_broken_utf8(text_);
  if (broken != text_.size()) {
    fail(broken, "found a byte that is no UTF-8 text", 1, "convert the file to UTF-8");
  }
  while (at_ < text_.size()) {
    if (line_ % lines_between_stop_checks == 0) check_stop();
    ++line_;
    line_begin_ = at_;
    const std::size_t line_break = text_.find('\n', at_);
    line_end_ = line_break == std::string_view::npos ? text_.size() : line_break;
    read_line();
    at_ = line_end_ + 1;
  }
  finish();
  return {Formula::make(std::move(parts_)), std::move(warnings_)};
}

void Reader::read_line() {
  skip_blanks();
  if (at_ == line_end_) return;
  const char first = text_[at_];
  if (first == 'c') {
    read_comment();
  } else if (ended_) {
    read_end();
  } else if (first == 'p') {
    read_header();
  } else if (!has_header_) {
    const std::string_view word = next_word();
    fail_word(word, "found " + quoted(word) +
                        ", expected the header 'p cnf VARIABLES CLAUSES' before it");
  } else if (first == 'e' || first == 'a' || first == 'r') {
    read_quantifiers();
  } else if (first == '%') {
    const std::string_view word = next_word();
    if (in_clause_ || parts_.ends.size() < n_clauses_) {
      fail_word(word, "found the end mark '%' after " + std::to_string(parts_.ends.size()) +
                          " clauses, expected " + std::to_string(n_clauses_));
    }
    ended_ = true;
    const std::string_view rest = rest_of_line();
    if (!rest.empty() || word != "%") fail_word(word, "found text behind the end mark '%'");
  } else {
    read_clauses();
  }
}

void Reader::read_comment() {
  const std::string_view mark = next_word();
  if (mark != "c") return;  // some generators write no blank: still a comment
  const std::string_view kind = next_word();
  if (kind == "gdlc") {
    if (next_word() != "xssat") return;
    const std::string_view version = rest_of_line();
    if (version != "1") {
      fail_word(version.empty() ? kind : version,
                "found version " + quoted(version) + " of xssat, expected 1",
                "a newer gdlc may have written this file");
    }
    known_version_ = true;
    return;
  }
  if (kind != "x" || !known_version_) return;
  const std::size_t note_begin = (skip_blanks(), at_);
  const std::string_view key = next_word();
  const std::size_t carriage = text_.substr(at_, line_end_ - at_).find('\r');
  if (carriage != std::string_view::npos && at_ + carriage + 1 < line_end_) {
    fail(at_ + carriage, "found a carriage return within a line");
  }
  if (key.empty()) fail_word(kind, "found 'c x' without a key, expected 'c x KEY ...'");
  if (key != "name" && key != "prob") {
    at_ = note_begin;
    parts_.notes.emplace_back(rest_of_line());
    return;
  }
  const std::string_view var = next_word();
  const std::string_view value = rest_of_line();
  const bool is_name = key == "name";
  if (value.empty()) {
    fail_word(key,
              is_name ? "expected 'c x name VARIABLE ATOM'" : "expected 'c x prob VARIABLE P/Q'");
  }
  (is_name ? names_ : probabilities_).push_back({offset_of(var), var, value, offset_of(value)});
}

void Reader::read_header() {
  const std::string_view mark = next_word();
  if (has_header_) fail_word(mark, "found a second header");
  const std::string_view format = next_word();
  if (mark != "p" || format != "cnf") {
    fail_word(mark, "found " + quoted(text_.substr(line_begin_, line_end_ - line_begin_)) +
                        ", expected the header 'p cnf VARIABLES CLAUSES'");
  }
  std::size_t n_vars = 0;
  read_count("variables", Formula::max_vars, n_vars);
  skip_blanks();
  header_count_ = at_;
  read_count("clauses", std::size_t{1} << 32U, n_clauses_);
  const std::string_view rest = rest_of_line();
  if (!rest.empty()) fail_word(rest, "found " + quoted(rest) + " behind the header");
  has_header_ = true;
  parts_.n_vars = static_cast<std::uint32_t>(n_vars);
  placed_.assign(n_vars + 1, false);
}

void Reader::read_count(const char* what, std::size_t most, std::size_t& count) {
  const std::string_view word = next_word();
  if (word.empty() || !std::all_of(word.begin(), word.end(), is_digit)) {
    fail(word.empty() ? at_ : offset_of(word),
         "found " + quoted(word) + ", expected the number of " + what, word.size());
  }
  count = 0;
  for (const char c : word) {
    count = count * 10 + static_cast<std::size_t>(c - '0');
    if (count > most) {
      fail_word(word, "found " + quoted(word) + " as the number of " + what +
                          ", expected at most " + std::to_string(most));
    }
  }
}

void Reader::read_quantifiers() {
  if (in_clause_ || !parts_.ends.empty()) {
    const std::string_view word = next_word();
    fail_word(word,
              "found " + quoted(word) + " behind a clause, expected all quantifiers before it");
  }
  while (read_quantifier_line()) {
    warn(at_, "a quantifier line begins right behind the 0 of the last one");
  }
}

Rational Reader::read_probability() {
  const std::string_view word = next_word();
  const std::optional<Rational> number = parse_number(word);
  if (!number) {
    fail(word.empty() ? at_ : offset_of(word),
         "found " + (word.empty() ? std::string("the end of the line") : quoted(word)) +
             ", expected a probability such as 0.3 or 3/10",
         word.size());
  }
  if (*number > 1) {
    fail_word(word, "found the probability " + quoted(word) + ", expected one in [0, 1]");
  }
  return *number;
}

bool Reader::read_quantifier_line() {
  const std::size_t begin = at_;
  const std::string_view letter = next_word();
  if (letter.size() != 1) {
    fail_word(letter, "found " + quoted(letter) + ", expected 'e', 'a' or 'r PROBABILITY'");
  }
  Block block{letter == "e"   ? Quantifier::exists
              : letter == "a" ? Quantifier::forall
                              : Quantifier::chance,
              {}};
  Rational probability = 0;
  std::string_view probability_word;
  if (block.quantifier == Quantifier::chance) {
    skip_blanks();
    const std::size_t word_begin = at_;
    probability = read_probability();
    probability_word = text_.substr(word_begin, at_ - word_begin);
  }
  bool closed = false;
  bool glued = false;
  while (!closed) {
    std::string_view word = next_word();
    if (word.empty()) break;
    if (++words_ % words_between_stop_checks == 0) check_stop();
    if (word.size() == 2 && word[0] == '0' &&
        (word[1] == 'e' || word[1] == 'a' || word[1] == 'r')) {
      at_ = offset_of(word) + 1;  // `0r`: known from published files
      word = word.substr(0, 1);
      glued = true;
    }
    closed = word == "0";
    if (!closed) add_to_block(block, read_var(word, "in the prefix"), word, probability);
  }
  if (block.vars.empty() && (probability_word == "0" || probability_word == "1")) {
    fail_word(probability_word, "found an 'r' line with the single number " +
                                    quoted(probability_word) +
                                    ", expected 'r PROBABILITY VARIABLES 0'");
  }
  if (!closed) warn(begin, "the quantifier line does not end with 0");
  if (closed && !glued) {
    const std::string_view rest = rest_of_line();
    if (!rest.empty()) {
      fail_word(rest, "found " + quoted(rest) + " behind the 0 of a quantifier line");
    }
  }
  parts_.blocks.push_back(std::move(block));
  return glued;
}

void Reader::add_to_block(Block& block, Var var, std::string_view word,
                          const Rational& probability) {
  if (placed_[var.number()]) {
    fail_word(word, "variable " + quoted(word) + " is quantified twice");
  }
  placed_[var.number()] = true;
  block.vars.push_back(var);
  if (block.quantifier == Quantifier::chance) parts_.probabilities.emplace(var, probability);
}

std::int32_t Reader::read_literal(std::string_view word) const {
  const bool negative = word.front() == '-';
  std::uint32_t number = 0;
  bool valid = word.size() > (negative ? 1U : 0U);
  for (std::size_t i = negative ? 1 : 0; i < word.size() && valid; ++i) {
    valid = is_digit(word[i]) && number <= Formula::max_vars;
    number = number * 10 + static_cast<std::uint32_t>(word[i] - '0');
  }
  if (!valid && !std::all_of(word.begin() + (negative ? 1 : 0), word.end(), is_digit)) {
    fail_word(word, "found " + quoted(word) + ", expected a literal or the 0 that ends a clause");
  }
  if (!valid || number > parts_.n_vars) {
    fail_word(word, "found literal " + quoted(word) + ", expected a variable in 1.." +
                        std::to_string(parts_.n_vars) + " as the header says");
  }
  if (negative && number == 0) fail_word(word, "found '-0', expected a literal or 0");
  const auto positive = static_cast<std::int32_t>(number);
  return negative ? -positive : positive;
}

Var Reader::read_var(std::string_view word, const char* where) const {
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
    fail_word(word, "found " + quoted(word) + " " + where + ", expected a variable or 0");
  }
  if (!fits || number == 0 || number > parts_.n_vars) {
    fail_word(word, "found variable " + quoted(word) + " " + where + ", expected one in 1.." +
                        std::to_string(parts_.n_vars) + " as the header says");
  }
  return Var(number);
}

void Reader::read_clauses() {
  while (true) {
    const std::string_view word = next_word();
    if (word.empty()) return;
    if (++words_ % words_between_stop_checks == 0) check_stop();
    if (!in_clause_ && parts_.ends.size() == n_clauses_) {
      fail_word(word, "found " + quoted(word) + " after all " + std::to_string(n_clauses_) +
                          " clauses of the header, expected the end");
    }
    if (!in_clause_) clause_begin_ = offset_of(word);
    const std::int32_t number = read_literal(word);
    in_clause_ = number != 0;
    if (!in_clause_) {
      parts_.ends.push_back(parts_.literals.size());
      continue;
    }
    const Lit lit = Lit::from_dimacs(number);
    if (!placed_[lit.var().number()]) {
      if (!options_.free) {
        fail_word(word,
                  "variable " + std::to_string(lit.var().number()) +
                      " stands in a clause but in no quantifier line",
                  "--free inner or --free outer makes such variables existential");
      }
      placed_[lit.var().number()] = true;
      free_.push_back(lit.var());
    }
    parts_.literals.push_back(lit);
  }
}

void Reader::read_end() {
  const std::string_view rest = rest_of_line();
  if (rest != "0" || end_zero_) {
    fail_word(rest, "found " + quoted(rest) + " behind the end mark '%'");
  }
  end_zero_ = true;
}

void Reader::finish() {
  if (!has_header_) {
    fail(text_.size(), "found the end of the text, expected the header 'p cnf VARIABLES CLAUSES'");
  }
  if (in_clause_) {
    fail(clause_begin_, "found the end of the text, expected the 0 that ends this clause", 1,
         "the file may be cut off");
  }
  if (parts_.ends.size() != n_clauses_) {
    fail(header_count_,
         "found " + std::to_string(parts_.ends.size()) + " clauses, expected " +
             std::to_string(n_clauses_) + " as the header says",
         std::to_string(n_clauses_).size(), "the file may be cut off");
  }
  apply_names();
  apply_probabilities();
  place_free_vars();
}

void Reader::apply_names() {
  for (const Directive& directive : names_) {
    const Var var = read_var(directive.var, "in 'c x name'");
    if (!parts_.names.emplace(var, std::string(directive.value)).second) {
      fail_word(directive.var, "variable " + quoted(directive.var) + " is named twice");
    }
  }
}

// The line of the prefix holds a rounded number, this one the exact value. Anything further off
// than rounding to 17 digits or to a double takes it (2^-52 of the value) is a contradiction.
void Reader::apply_probabilities() {
  std::vector<Var> given;
  for (const Directive& directive : probabilities_) {
    const Var var = read_var(directive.var, "in 'c x prob'");
    const std::optional<Rational> exact = parse_fraction(directive.value);
    if (!exact) {
      fail_word(directive.value, "found " + quoted(directive.value) + ", expected a fraction P/Q");
    }
    if (*exact > 1) {
      fail_word(directive.value,
                "found the probability " + quoted(directive.value) + ", expected one in [0, 1]");
    }
    const auto found = parts_.probabilities.find(var);
    if (found == parts_.probabilities.end()) {
      fail_word(directive.var, "variable " + quoted(directive.var) +
                                   " has a probability but stands in no 'r' line");
    }
    const Rational gap = abs(*exact - found->second);
    if (gap * (Integer(1) << 52U) > *exact) {
      fail_word(directive.value,
                "found the probability " + quoted(directive.value) + ", but the 'r' line says " +
                    nearest_decimal(found->second).text,
                "expected the same number but for rounding");
    }
    given.push_back(var);
    found->second = *exact;
  }
  std::sort(given.begin(), given.end());
  const auto twice = std::adjacent_find(given.begin(), given.end());
  if (twice == given.end()) return;
  const auto line = std::find_if(
      probabilities_.rbegin(), probabilities_.rend(),
      [&](const Directive& directive) { return read_var(directive.var, "") == *twice; });
  fail_word(line->var, "variable " + quoted(line->var) + " has two 'c x prob' lines");
}

void Reader::place_free_vars() {
  if (free_.empty()) return;
  std::sort(free_.begin(), free_.end());
  Block block{Quantifier::exists, std::move(free_)};
  auto& blocks = parts_.blocks;
  blocks.insert(options_.free == Free::outer ? blocks.begin() : blocks.end(), std::move(block));
}

}  // namespace

ReadResult read_formula(std::string_view text, const ReadOptions& options) {
  return Reader(text, options).run();
}

}  // namespace gdlc
