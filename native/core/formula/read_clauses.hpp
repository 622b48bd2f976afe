#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/formula/formula.hpp"
#include "core/formula/read.hpp"
#include "core/formula/text_cursor.hpp"

namespace gdlc {

// Reads clauses, which may begin and end anywhere in a line, and collects the variables that stand
// in no block.
class ClauseReader {
 public:
  // placed: var -> stands in the prefix; sized by the header before the first line is read
  ClauseReader(TextCursor& cursor, FormulaParts& parts, std::vector<bool>& placed,
               std::optional<Free> free)
      : cursor_(cursor), parts_(parts), placed_(placed), free_place_(free) {}

  // What the header says, and where it does.
  void expect(std::size_t n_clauses, std::size_t offset);
  std::size_t n_expected() const { return n_clauses_; }

  void read_line();
  bool has_begun() const { return in_clause_ || !parts_.ends.empty(); }
  bool is_complete() const { return !in_clause_ && parts_.ends.size() >= n_clauses_; }
  void check_complete() const;  // throws a ParseError otherwise
  void place_free_vars();       // adds a block of them to the prefix

 private:
  void read_plain_words();

  TextCursor& cursor_;
  FormulaParts& parts_;
  std::vector<bool>& placed_;
  const std::optional<Free> free_place_;
  std::vector<Var> free_;         // stand in a clause only; in order of appearance
  std::size_t n_clauses_ = 0;     // of the header
  std::size_t header_count_ = 0;  // where the header says so
  std::size_t clause_begin_ = 0;  // where the clause being read begins in the text
  bool in_clause_ = false;
};

}  // namespace gdlc
