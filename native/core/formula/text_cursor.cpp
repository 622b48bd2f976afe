#include "core/formula/text_cursor.hpp"

#include <algorithm>
#include <utility>

#include "core/errors.hpp"

namespace gdlc {

bool TextCursor::next_line() {
  if (line_ > 0) at_ = line_end_ + 1;
  if (at_ >= text_.size()) return false;
  if (line_ % lines_between_stop_checks == 0) check_stop();
  ++line_;
  line_begin_ = at_;
  const std::size_t line_break = text_.find('\n', at_);
  line_end_ = line_break == std::string_view::npos ? text_.size() : line_break;
  return true;
}

std::string_view TextCursor::rest_of_line() {
  skip_blanks();
  std::size_t end = line_end_;
  while (end > at_ && is_blank(text_[end - 1])) --end;
  const std::string_view rest = text_.substr(at_, end - at_);
  at_ = line_end_;
  return rest;
}

void TextCursor::fail(std::size_t offset, const std::string& message, std::size_t width,
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

void TextCursor::fail_word(std::string_view word, const std::string& message,
                           std::string hint) const {
  fail(offset_of(word), message, word.size(), std::move(hint));
}

std::string quoted(std::string_view text) {
  constexpr std::size_t most = 40;
  if (text.size() <= most) return "'" + std::string(text) + "'";
  std::size_t cut = most;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
  return "'" + std::string(text.substr(0, cut)) + "...'";
}

}  // namespace gdlc
