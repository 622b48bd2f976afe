#include "core/formula/read_comments.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "core/formula/number_words.hpp"
#include "core/number/rational.hpp"

namespace gdlc {

void CommentReader::read_line() {
  const std::string_view mark = cursor_.next_word();
  if (mark != "c") return;  // some generators write no blank: still a comment
  const std::string_view kind = cursor_.next_word();
  if (kind == "gdlc") {
    if (cursor_.next_word() != "xssat") return;
    const std::string_view version = cursor_.rest_of_line();
    if (version != "1") {
      cursor_.fail_word(version.empty() ? kind : version,
                        "found version " + quoted(version) + " of xssat, expected 1",
                        "a newer gdlc may have written this file");
    }
    known_version_ = true;
    return;
  }
  if (kind == "x" && known_version_) read_directive(kind);
}

void CommentReader::read_directive(std::string_view kind) {
  cursor_.skip_blanks();
  const std::size_t note_begin = cursor_.at();
  const std::string_view key = cursor_.next_word();
  const std::size_t carriage =
      cursor_.text().substr(cursor_.at(), cursor_.line_end() - cursor_.at()).find('\r');
  if (carriage != std::string_view::npos && cursor_.at() + carriage + 1 < cursor_.line_end()) {
    cursor_.fail(cursor_.at() + carriage, "found a carriage return within a line");
  }
  if (key.empty()) cursor_.fail_word(kind, "found 'c x' without a key, expected 'c x KEY ...'");
  if (key != "name" && key != "prob") {
    cursor_.go_to(note_begin);
    parts_.notes.emplace_back(cursor_.rest_of_line());
    return;
  }
  const std::string_view var = cursor_.next_word();
  const std::string_view value = cursor_.rest_of_line();
  const bool is_name = key == "name";
  if (value.empty()) {
    cursor_.fail_word(
        key, is_name ? "expected 'c x name VARIABLE ATOM'" : "expected 'c x prob VARIABLE P/Q'");
  }
  (is_name ? names_ : probabilities_).push_back({var, value});
}

void CommentReader::finish() {
  apply_names();
  apply_probabilities();
}

void CommentReader::apply_names() {
  for (const Directive& directive : names_) {
    const Var var = read_var(cursor_, directive.var, "in 'c x name'", parts_.n_vars);
    if (!parts_.names.emplace(var, std::string(directive.value)).second) {
      cursor_.fail_word(directive.var, "variable " + quoted(directive.var) + " is named twice");
    }
  }
}

// The line of the prefix holds a rounded number, this one the exact value. Anything further off
// than rounding to 17 digits or to a double takes it (2^-52 of the value) is a contradiction.
void CommentReader::apply_probabilities() {
  std::vector<Var> given;
  for (const Directive& directive : probabilities_) {
    const Var var = read_var(cursor_, directive.var, "in 'c x prob'", parts_.n_vars);
    const std::optional<Rational> exact = parse_fraction(directive.value);
    if (!exact) {
      cursor_.fail_word(directive.value,
                        "found " + quoted(directive.value) + ", expected a fraction P/Q");
    }
    if (*exact > 1) {
      cursor_.fail_word(directive.value, "found the probability " + quoted(directive.value) +
                                             ", expected one in [0, 1]");
    }
    const auto found = parts_.probabilities.find(var);
    if (found == parts_.probabilities.end()) {
      cursor_.fail_word(directive.var, "variable " + quoted(directive.var) +
                                           " has a probability but stands in no 'r' line");
    }
    const Rational gap = abs(*exact - found->second);
    if (gap * (Integer(1) << 52U) > *exact) {
      cursor_.fail_word(directive.value,
                        "found the probability " + quoted(directive.value) +
                            ", but the 'r' line says " + nearest_decimal(found->second).text,
                        "expected the same number but for rounding");
    }
    given.push_back(var);
    found->second = *exact;
  }
  std::sort(given.begin(), given.end());
  const auto twice = std::adjacent_find(given.begin(), given.end());
  if (twice == given.end()) return;
  const auto line =
      std::find_if(probabilities_.rbegin(), probabilities_.rend(), [&](const Directive& directive) {
        return read_var(cursor_, directive.var, "", parts_.n_vars) == *twice;
      });
  cursor_.fail_word(line->var, "variable " + quoted(line->var) + " has two 'c x prob' lines");
}

}  // namespace gdlc
