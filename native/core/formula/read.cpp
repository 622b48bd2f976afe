#include "core/formula/read.hpp"

#include <utility>

#include "core/formula/number_words.hpp"
#include "core/formula/read_clauses.hpp"
#include "core/formula/read_comments.hpp"
#include "core/formula/read_prefix.hpp"
#include "core/formula/text_cursor.hpp"

namespace gdlc {
namespace {

// Tells the kinds of lines apart, and leaves all but the header and the end to their readers.
class Reader {
 public:
  Reader(std::string_view text, const ReadOptions& options)
      : cursor_(text, options.stop),
        comments_(cursor_, parts_),
        prefix_(cursor_, parts_, placed_),
        clauses_(cursor_, parts_, placed_, options.free) {}

  ReadResult run();

 private:
  void read_line();
  void read_header();
  void read_quantifiers();
  void read_end();
  void finish();

  TextCursor cursor_;
  FormulaParts parts_;
  std::vector<bool> placed_;  // var -> stands in the prefix
  CommentReader comments_;
  PrefixReader prefix_;
  ClauseReader clauses_;
  bool has_header_ = false;
  bool ended_ = false;     // the % of some collections was met
  bool end_zero_ = false;  // and the 0 behind it
};

ReadResult Reader::run() {
  if (cursor_.text().starts_with("\xEF\xBB\xBF")) {
    cursor_.fail(0, "found a byte order mark, expected a comment or 'p cnf VARIABLES CLAUSES'", 1,
                 "save the file as UTF-8 without a byte order mark");
  }
  const std::size_t broken = find_broken_utf8(cursor_.text());
  if (broken != cursor_.text().size()) {
    cursor_.fail(broken, "found a byte that is no UTF-8 text", 1, "convert the file to UTF-8");
  }
  while (cursor_.next_line()) read_line();
  finish();
  return {Formula::make(std::move(parts_)), std::move(prefix_.warnings())};
}

void Reader::read_line() {
  cursor_.skip_blanks();
  if (cursor_.at_line_end()) return;
  const char first = cursor_.text()[cursor_.at()];
  if (first == 'c') {
    comments_.read_line();
  } else if (ended_) {
    read_end();
  } else if (first == 'p') {
    read_header();
  } else if (!has_header_) {
    const std::string_view word = cursor_.next_word();
    cursor_.fail_word(word, "found " + quoted(word) +
                                ", expected the header 'p cnf VARIABLES CLAUSES' before it");
  } else if (first == 'e' || first == 'a' || first == 'r') {
    read_quantifiers();
  } else if (first == '%') {
    const std::string_view word = cursor_.next_word();
    if (!clauses_.is_complete()) {
      cursor_.fail_word(word, "found the end mark '%' after " + std::to_string(parts_.ends.size()) +
                                  " clauses, expected " + std::to_string(clauses_.n_expected()));
    }
    ended_ = true;
    const std::string_view rest = cursor_.rest_of_line();
    if (!rest.empty() || word != "%") cursor_.fail_word(word, "found text behind the end mark '%'");
  } else {
    clauses_.read_line();
  }
}

void Reader::read_header() {
  const std::string_view mark = cursor_.next_word();
  if (has_header_) cursor_.fail_word(mark, "found a second header");
  const std::string_view format = cursor_.next_word();
  if (mark != "p" || format != "cnf") {
    cursor_.fail_word(mark, "found " + quoted(cursor_.line()) +
                                ", expected the header 'p cnf VARIABLES CLAUSES'");
  }
  const std::size_t n_vars = read_count(cursor_, "variables", Formula::max_vars);
  cursor_.skip_blanks();
  const std::size_t count_offset = cursor_.at();
  clauses_.expect(read_count(cursor_, "clauses", std::size_t{1} << 32U), count_offset);
  const std::string_view rest = cursor_.rest_of_line();
  if (!rest.empty()) cursor_.fail_word(rest, "found " + quoted(rest) + " behind the header");
  has_header_ = true;
  parts_.n_vars = static_cast<std::uint32_t>(n_vars);
  placed_.assign(n_vars + 1, false);
}

void Reader::read_quantifiers() {
  if (clauses_.has_begun()) {
    const std::string_view word = cursor_.next_word();
    cursor_.fail_word(
        word, "found " + quoted(word) + " behind a clause, expected all quantifiers before it");
  }
  prefix_.read_line();
}

void Reader::read_end() {
  const std::string_view rest = cursor_.rest_of_line();
  if (rest != "0" || end_zero_) {
    cursor_.fail_word(rest, "found " + quoted(rest) + " behind the end mark '%'");
  }
  end_zero_ = true;
}

void Reader::finish() {
  if (!has_header_) {
    cursor_.fail(cursor_.text().size(),
                 "found the end of the text, expected the header 'p cnf VARIABLES CLAUSES'");
  }
  clauses_.check_complete();
  comments_.finish();
  clauses_.place_free_vars();
}

}  // namespace

ReadResult read_formula(std::string_view text, const ReadOptions& options) {
  return Reader(text, options).run();
}

}  // namespace gdlc
