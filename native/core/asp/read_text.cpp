#include <charconv>

#include "core/asp/text.hpp"
#include "core/errors.hpp"

namespace gdlc::asp {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}

bool is_word(char c) {
  return is_lower(c) || is_digit(c) || (c >= 'A' && c <= 'Z') || c == '_' || c == '\'';
}

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

enum class Kind { end, string, number, name, mark, sum };

// What stands at a place of the text.
struct Token {
  Kind kind = Kind::end;
  std::size_t begin = 0;
  std::string_view text;
};

class Reader {
 public:
  Reader(std::string_view text, Program& program, Stop& stop)
      : text_(text), program_(program), stop_(stop) {
    advance();
  }

  void read() {
    for (std::size_t count = 1; token_.kind != Kind::end; ++count) {
      statement();
      if (count % patience == 0 && stop_.requested()) throw Stopped{stop_.reason()};
    }
  }

 private:
  [[noreturn]] void fail(const std::string& message, std::size_t at) const {
    std::size_t line = 1;
    std::size_t column = 1;
    for (const char c : text_.substr(0, at)) {
      if (c == '\n') {
        ++line;
        column = 1;
      } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {  // characters, not bytes
        ++column;
      }
    }
    throw ParseError(message, line, column);
  }

  [[noreturn]] void fail(const std::string& message) const { fail(message, token_.begin); }

  std::string shown() const {
    return token_.kind == Kind::end ? "the end" : "`" + std::string(token_.text) + "`";
  }

  // The next token, from `next_`.
  void advance() {
    skip();
    const std::size_t begin = next_;
    if (begin == text_.size()) {
      token_ = {Kind::end, begin, {}};
      return;
    }
    const char c = text_[begin];
    if (c == '"') {
      string();
      token_ = {Kind::string, begin, text_.substr(begin, next_ - begin)};
      return;
    }
    std::size_t at = begin + (c == '-' ? 1 : 0);
    if (at < text_.size() && is_digit(text_[at])) {
      while (at < text_.size() && is_digit(text_[at])) ++at;
      take(Kind::number, begin, at);
      return;
    }
    while (at < text_.size() && text_[at] == '_') ++at;
    if (at < text_.size() && is_lower(text_[at])) {
      while (at < text_.size() && is_word(text_[at])) ++at;
      take(Kind::name, begin, at);
      return;
    }
    for (const std::string_view word : {"#sum+", "#sum", "#count"}) {
      if (text_.substr(begin, word.size()) == word)
        return take(Kind::sum, begin, begin + word.size());
    }
    for (const std::string_view mark : {":-", ">=", ":", ".", ",", ";", "(", ")", "{", "}"}) {
      if (text_.substr(begin, mark.size()) == mark) {
        return take(Kind::mark, begin, begin + mark.size());
      }
    }
    fail("unexpected `" + character(begin) + "`", begin);
  }

  void take(Kind kind, std::size_t begin, std::size_t end) {
    token_ = {kind, begin, text_.substr(begin, end - begin)};
    next_ = end;
  }

  std::string character(std::size_t begin) const {
    std::size_t end = begin + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U) ++end;
    return std::string(text_.substr(begin, end - begin));
  }

  void skip() {
    while (next_ < text_.size()) {
      if (text_[next_] == '%') {
        next_ = std::min(text_.find('\n', next_), text_.size());
      } else if (is_space(text_[next_])) {
        ++next_;
      } else {
        return;
      }
    }
  }

  // A quoted string, from `next_` on.
  void string() {
    const std::size_t begin = next_++;
    while (next_ < text_.size() && text_[next_] != '\n') {
      if (text_[next_] == '"') {
        ++next_;
        return;
      }
      if (text_[next_] == '\\') {
        const char escaped = next_ + 1 < text_.size() ? text_[next_ + 1] : '\0';
        if (escaped != '\\' && escaped != '"' && escaped != 'n') break;
        ++next_;
      }
      ++next_;
    }
    fail("unexpected `\"`", begin);
  }

  bool is(std::string_view text) const {
    return token_.kind != Kind::end && token_.kind != Kind::string && token_.text == text;
  }

  void expect(std::string_view text) {
    if (!is(text)) fail("`" + std::string(text) + "` expected, " + shown() + " found");
    advance();
  }

  std::int64_t number(const char* message = "a number expected") {
    std::int64_t value = 0;
    const char* const end = token_.text.data() + token_.text.size();
    if (token_.kind != Kind::number) fail(message);
    if (std::from_chars(token_.text.data(), end, value).ec != std::errc() ||
        value > Rule::greatest || value < -Rule::greatest) {
      fail("a number of at most 62 bits expected");
    }
    advance();
    return value;
  }

  void statement() {
    head_.clear();
    body_.clear();
    weights_.clear();
    NewRule rule{};
    if (!is(":-")) {
      if (token_.kind == Kind::number) {
        rule.lower = number();
        if (!is("{")) fail("`{` expected behind a number");
      }
      if (is("{")) {
        rule.choice = true;
        choice();
        if (token_.kind == Kind::number) rule.upper = number();
      } else {
        head_.push_back(atom());
      }
    }
    if (is(":-")) {
      advance();
      if (!is(".")) rule.bound = body();
    }
    expect(".");
    rule.head = head_;
    rule.body = body_;
    rule.weights = weights_;
    program_.add(rule);
  }

  void choice() {
    advance();
    while (!is("}")) {
      if (!head_.empty()) expect(";");
      head_.push_back(atom());
    }
    advance();
  }

  // Returns the bound of a sum.
  std::int64_t body() {
    if (token_.kind == Kind::number) {
      const std::int64_t bound = number();
      elements(false);
      return bound;
    }
    if (token_.kind == Kind::sum) {
      advance();
      elements(true);
      expect(">=");
      return number();
    }
    body_.push_back(literal());
    while (is(",")) {
      advance();
      body_.push_back(literal());
    }
    return Rule::none;
  }

  void elements(bool weighted) {
    expect("{");
    while (!is("}")) {
      if (!body_.empty()) expect(";");
      std::int64_t weight = 1;
      if (weighted) {
        const std::size_t place = token_.begin;
        weight = number();
        if (weight <= 0) fail("a weight that is not positive", place);
        if (weight > std::numeric_limits<Atom>::max()) fail("a weight of more than 31 bits", place);
        while (is(",")) {
          advance();
          term();
        }
        expect(":");
      }
      weights_.push_back(static_cast<Atom>(weight));
      body_.push_back(literal());
    }
    advance();
  }

  Atom literal() {
    if (!is("not")) return atom();
    advance();
    if (is("not")) fail("a double negation");
    return -atom();
  }

  Atom atom() {
    if (token_.kind != Kind::name || is("not")) fail("an atom expected, " + shown() + " found");
    return program_.atom(term());
  }

  // The text of a term without blanks; stays valid until the next term. What clingo would have to
  // evaluate, such as `1-2`, is none.
  std::string_view term() {
    const std::size_t begin = token_.begin;
    std::size_t end = begin;  // behind the last token of the term
    bool blanks = false;
    const auto next = [&] {
      if (end != begin && token_.begin != end) blanks = true;
      end = token_.begin + token_.text.size();
      advance();
    };
    calls_.clear();
    for (bool wanted = true;;) {
      // A tuple may be empty, or end with a comma.
      if (wanted && !(is(")") && !calls_.empty() && !calls_.back())) {
        const bool name = token_.kind == Kind::name && !is("not");
        if (is("(")) {
          calls_.push_back(false);
          next();
          continue;
        }
        if (!name && token_.kind != Kind::number && token_.kind != Kind::string) {
          fail("a term expected");
        }
        next();
        if (name && is("(")) {
          calls_.push_back(true);
          next();
          continue;
        }
      }
      wanted = false;
      if (calls_.empty()) break;
      if (is(",")) {
        wanted = true;
      } else if (is(")")) {
        calls_.pop_back();
      } else {
        fail("`)` expected");
      }
      next();
    }
    const std::string_view whole = text_.substr(begin, end - begin);
    if (!blanks) return whole;
    compact(whole);
    return compacted_;
  }

  // A term's text without the blanks and comments between its tokens.
  void compact(std::string_view whole) {
    compacted_.clear();
    Reader inner(whole, program_, stop_);
    while (inner.token_.kind != Kind::end) {
      compacted_ += inner.token_.text;
      inner.advance();
    }
  }

  static constexpr std::size_t patience = 4096;  // statements between two looks at the stop token

  std::string_view text_;
  Program& program_;
  Stop& stop_;
  std::size_t next_ = 0;
  Token token_;
  std::vector<bool> calls_;  // the open parentheses of a term: whether a name stands before them
  std::string compacted_;
  std::vector<Atom> head_;
  std::vector<Atom> body_;
  std::vector<Atom> weights_;
};

}  // namespace

void read_text(std::string_view text, Program& program, Stop& stop) {
  Reader(text, program, stop).read();
}

}  // namespace gdlc::asp
