#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/stop.hpp"

namespace gdlc {

// Goes through a text line by line and word by word, and tells where in it something is wrong.
// Offsets into the text are all that errors need: lines and columns are counted when one occurs.
class TextCursor {
 public:
  // Throws Stopped when `stop`, which may be null, is requested. The text must outlive all words.
  TextCursor(std::string_view text, Stop* stop) : text_(text), stop_(stop) {}

  static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
  }

  // Goes to the first line, then to the next one. False: there is none.
  bool next_line();

  void skip_blanks() {
    while (at_ < line_end_ && is_blank(text_[at_])) ++at_;
  }
  // Empty at the end of the line.
  std::string_view next_word() {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < line_end_ && !is_blank(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  // Without the blanks around it.
  std::string_view rest_of_line();
  // Back to a place within the line.
  void go_to(std::size_t offset) { at_ = offset; }
  // To be called once a word in lines of any length: next_line is too rare there to ask for a stop.
  void count_word() {
    if (++words_ % words_between_stop_checks == 0) check_stop();
  }

  std::string_view text() const { return text_; }
  std::string_view line() const { return text_.substr(line_begin_, line_end_ - line_begin_); }
  std::size_t line_number() const { return line_; }
  std::size_t line_begin() const { return line_begin_; }
  std::size_t line_end() const { return line_end_; }
  std::size_t at() const { return at_; }
  bool at_line_end() const { return at_ == line_end_; }
  std::size_t offset_of(std::string_view word) const {
    return static_cast<std::size_t>(word.data() - text_.data());
  }

  // Throws a ParseError; `width` counts bytes.
  [[noreturn]] void fail(std::size_t offset, const std::string& message, std::size_t width = 1,
                         std::string hint = {}) const;
  [[noreturn]] void fail_word(std::string_view word, const std::string& message,
                              std::string hint = {}) const;

 private:
  static constexpr std::size_t lines_between_stop_checks = 4096;
  static constexpr std::size_t words_between_stop_checks = 65536;

  void check_stop() const {
    if (stop_ != nullptr && stop_->requested()) throw Stopped{stop_->reason()};
  }

  const std::string_view text_;
  Stop* const stop_;
  std::size_t at_ = 0;          // the next byte
  std::size_t line_begin_ = 0;  // of the line being read
  std::size_t line_end_ = 0;    // its line break, or the end of the text
  std::size_t line_ = 0;        // its number, from 1
  std::size_t words_ = 0;       // counted so far
};

// What a message shows of the text: enough to find it.
std::string quoted(std::string_view text);

}  // namespace gdlc
