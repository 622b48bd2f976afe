#include "core/formula/read_prefix.hpp"

#include <utility>

#include "core/formula/number_words.hpp"

namespace gdlc {

void PrefixReader::read_line() {
  while (read_quantifier()) {
    warn(cursor_.at(), "a quantifier line begins right behind the 0 of the last one");
  }
}

bool PrefixReader::read_quantifier() {
  const std::size_t begin = cursor_.at();
  const std::string_view letter = cursor_.next_word();
  if (letter.size() != 1) {
    cursor_.fail_word(letter, "found " + quoted(letter) + ", expected 'e', 'a' or 'r PROBABILITY'");
  }
  Block block{letter == "e"   ? Quantifier::exists
              : letter == "a" ? Quantifier::forall
                              : Quantifier::chance,
              {}};
  std::string_view probability_word;
  if (block.quantifier == Quantifier::chance) {
    cursor_.skip_blanks();
    const std::size_t word_begin = cursor_.at();
    probability_word = cursor_.next_word();
    if (probability_word.empty() || probability_word != last_word_) {
      cursor_.go_to(word_begin);
      last_probability_ = read_probability(cursor_);
      last_word_ = probability_word;
    }
  }
  bool closed = false;
  bool glued = false;
  while (!closed) {
    std::string_view word = cursor_.next_word();
    if (word.empty()) break;
    cursor_.count_word();
    if (word.size() == 2 && word[0] == '0' &&
        (word[1] == 'e' || word[1] == 'a' || word[1] == 'r')) {
      cursor_.go_to(cursor_.offset_of(word) + 1);  // `0r`: known from published files
      word = word.substr(0, 1);
      glued = true;
    }
    closed = word == "0";
    if (!closed) {
      const Var var = read_var(cursor_, word, "in the prefix", parts_.n_vars);
      add_to_block(block, var, word);
    }
  }
  if (block.vars.empty() && (probability_word == "0" || probability_word == "1")) {
    cursor_.fail_word(probability_word, "found an 'r' line with the single number " +
                                            quoted(probability_word) +
                                            ", expected 'r PROBABILITY VARIABLES 0'");
  }
  if (!closed) warn(begin, "the quantifier line does not end with 0");
  if (closed && !glued) {
    const std::string_view rest = cursor_.rest_of_line();
    if (!rest.empty()) {
      cursor_.fail_word(rest, "found " + quoted(rest) + " behind the 0 of a quantifier line");
    }
  }
  parts_.blocks.push_back(std::move(block));
  return glued;
}

void PrefixReader::add_to_block(Block& block, Var var, std::string_view word) {
  if (placed_[var.number()]) {
    cursor_.fail_word(word, "variable " + quoted(word) + " is quantified twice");
  }
  placed_[var.number()] = true;
  block.vars.push_back(var);
  if (block.quantifier != Quantifier::chance) return;
  // Numbers mostly ascend: at the end no place has to be looked for.
  parts_.probabilities.emplace_hint(parts_.probabilities.end(), var, last_probability_);
}

// Only for places in front of which no character has two bytes: prefix and clauses.
void PrefixReader::warn(std::size_t offset, std::string message) {
  warnings_.push_back(
      {cursor_.line_number(), offset - cursor_.line_begin() + 1, std::move(message)});
}

}  // namespace gdlc
