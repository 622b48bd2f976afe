#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/formula/formula.hpp"
#include "core/formula/read.hpp"
#include "core/formula/text_cursor.hpp"

namespace gdlc {

// Reads quantifier lines into blocks, and the probabilities of `r` lines.
class PrefixReader {
 public:
  // placed: var -> stands in the prefix; sized by the header before the first line is read
  PrefixReader(TextCursor& cursor, FormulaParts& parts, std::vector<bool>& placed)
      : cursor_(cursor), parts_(parts), placed_(placed) {}

  void read_line();
  std::vector<ReadWarning>& warnings() { return warnings_; }

 private:
  bool read_quantifier();  // true: the next one begins right behind the 0
  void add_to_block(Block& block, Var var, std::string_view word);
  void warn(std::size_t offset, std::string message);

  TextCursor& cursor_;
  FormulaParts& parts_;
  std::vector<bool>& placed_;
  std::vector<ReadWarning> warnings_;
  // Of the last `r` line: thousands of lines repeat the same number, and each costs a gcd.
  std::string_view last_word_;
  Rational last_probability_;
};

}  // namespace gdlc
