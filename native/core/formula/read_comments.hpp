#pragma once

#include <string_view>
#include <vector>

#include "core/formula/formula.hpp"
#include "core/formula/text_cursor.hpp"

namespace gdlc {

// Reads comment lines. Behind `c gdlc xssat 1` those that begin with `c x` are directives: names,
// exact probabilities, and notes of any other key. Names and probabilities may stand before the
// header, so they are kept until everything else is read.
class CommentReader {
 public:
  CommentReader(TextCursor& cursor, FormulaParts& parts) : cursor_(cursor), parts_(parts) {}

  void read_line();
  void finish();  // applies what was kept. pre: header and prefix are in the parts

 private:
  struct Directive {  // a `c x name` or `c x prob` line
    std::string_view var;
    std::string_view value;
  };

  void read_directive(std::string_view kind);
  void apply_names();
  void apply_probabilities();

  TextCursor& cursor_;
  FormulaParts& parts_;
  bool known_version_ = false;  // `c gdlc xssat 1` was met: `c x` lines are ours
  std::vector<Directive> names_;
  std::vector<Directive> probabilities_;
};

}  // namespace gdlc
