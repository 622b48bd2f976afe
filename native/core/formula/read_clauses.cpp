#include "core/formula/read_clauses.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/formula/number_words.hpp"

namespace gdlc {

void ClauseReader::read_line() {
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
