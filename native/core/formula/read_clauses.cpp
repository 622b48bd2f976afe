#include "core/formula/read_clauses.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/formula/number_words.hpp"

namespace gdlc {

void ClauseReader::expect(std::size_t n_clauses, std::size_t offset) {
  n_clauses_ = n_clauses;
  header_count_ = offset;
  // No more than the text can hold, whatever the header says. What is not used is never touched:
  // that is cheaper than to copy the literals each time the vector grows.
  const std::size_t rest = cursor_.text().size() - offset;
  parts_.ends.reserve(std::min(n_clauses, rest / 2 + 1));
  parts_.literals.reserve(rest / 4);
}

void ClauseReader::read_line() {
  read_plain_words();
  while (true) {
    const std::string_view word = cursor_.next_word();
    if (word.empty()) return;
    cursor_.count_word();
    if (!in_clause_ && parts_.ends.size() == n_clauses_) {
      cursor_.fail_word(word, "found " + quoted(word) + " after all " + std::to_string(n_clauses_) +
                                  " clauses of the header, expected the end");
    }
    if (!in_clause_) clause_begin_ = cursor_.offset_of(word);
    const std::int32_t number = read_literal(cursor_, word, parts_.n_vars);
    in_clause_ = number != 0;
    if (!in_clause_) {
      parts_.ends.push_back(parts_.literals.size());
      continue;
    }
    const Lit lit = Lit::from_dimacs(number);
    if (!placed_[lit.var().number()]) {
      if (!free_place_) {
        cursor_.fail_word(word,
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

// Stops in front of the first word that is not an admissible literal or 0 in at most nine digits:
// whatever may be wrong with it is told by the slow way. Half of all time went into that one.
void ClauseReader::read_plain_words() {
  // Copies: the compiler cannot know that what is written changes none of them.
  const char* const text = cursor_.text().data();
  const std::size_t end = cursor_.line_end();
  const std::uint32_t n_vars = parts_.n_vars;
  bool in_clause = in_clause_;
  std::size_t at = cursor_.at();
  std::size_t begin = at;
  while (true) {
    while (at < end && TextCursor::is_blank(text[at])) ++at;
    begin = at;
    const bool negative = at < end && text[at] == '-';
    if (negative) ++at;
    const std::size_t most = std::min(end, at + 9);
    const std::size_t digits = at;
    std::uint32_t number = 0;
    for (; at < most && text[at] >= '0' && text[at] <= '9'; ++at) {
      number = number * 10 + static_cast<std::uint32_t>(text[at] - '0');
    }
    if (at == digits || (at < end && !TextCursor::is_blank(text[at])) || number > n_vars) break;
    if (!in_clause) {
      if (parts_.ends.size() == n_clauses_) break;
      clause_begin_ = begin;
    }
    if (number == 0) {
      if (negative) break;
      parts_.ends.push_back(parts_.literals.size());
    } else {
      if (!placed_[number]) break;
      parts_.literals.emplace_back(Var(number), !negative);
    }
    in_clause = number != 0;
    cursor_.count_word();
  }
  in_clause_ = in_clause;
  cursor_.go_to(begin);
}

void ClauseReader::check_complete() const {
  if (in_clause_) {
    cursor_.fail(clause_begin_, "found the end of the text, expected the 0 that ends this clause",
                 1, "the file may be cut off");
  }
  if (parts_.ends.size() != n_clauses_) {
    cursor_.fail(header_count_,
                 "found " + std::to_string(parts_.ends.size()) + " clauses, expected " +
                     std::to_string(n_clauses_) + " as the header says",
                 std::to_string(n_clauses_).size(), "the file may be cut off");
  }
}

void ClauseReader::place_free_vars() {
  if (free_.empty()) return;
  std::sort(free_.begin(), free_.end());
  Block block{Quantifier::exists, std::move(free_)};
  auto& blocks = parts_.blocks;
  blocks.insert(free_place_ == Free::outer ? blocks.begin() : blocks.end(), std::move(block));
}

}  // namespace gdlc
