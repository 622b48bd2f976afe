#include "core/game/ground_rules.hpp"

#include <charconv>
#include <limits>

#include "core/errors.hpp"

namespace gdlc::game {
namespace {

constexpr std::int64_t rule_statement = 1;
constexpr std::int64_t show_statement = 4;

class Reader {
 public:
  Reader(std::string_view text, Stop& stop) : text_(text), stop_(stop) {}

  GroundRules read() {
    if (text_.substr(0, 4) != "asp ") fail("the text is no aspif");
    next_line();
    while (at_ < text_.size()) {
      switch (const std::int64_t kind = number()) {
        case 0:
          return std::move(rules_);
        case rule_statement:
          rule();
          break;
        case show_statement:
          name();
          break;
        default:
          fail("a statement of kind " + std::to_string(kind) + " has no place here");
      }
      next_line();
    }
    fail("the text ends before its last statement");
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw ParseError(what, line_, 1); }

  void next_line() {
    const std::size_t end = text_.find('\n', at_);
    at_ = end == std::string_view::npos ? text_.size() : end + 1;
    ++line_;
    if (line_ % patience == 0 && stop_.requested()) throw Stopped{stop_.reason()};
  }

  std::int64_t number() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    std::int64_t value = 0;
    const char* const begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc()) fail("a number is expected");
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }

  Atom atom(std::int64_t value) {
    if (value <= 0 || value > std::numeric_limits<Atom>::max()) fail("an atom is expected");
    rules_.greatest = std::max(rules_.greatest, static_cast<Atom>(value));
    return static_cast<Atom>(value);
  }

  Atom literal(std::int64_t value) {
    if (value < -std::numeric_limits<Atom>::max()) fail("an atom is expected");
    return value < 0 ? -atom(-value) : atom(value);
  }

  std::int64_t count() {
    const std::int64_t value = number();
    if (value < 0) fail("a count is expected");
    return value;
  }

  void rule() {
    const std::int64_t kind = number();
    if (kind != 0 && kind != 1)
      fail("a rule of kind " + std::to_string(kind) + " has no place here");
    const bool choice = kind == 1;
    heads_.clear();
    for (std::int64_t left = count(); left > 0; --left) heads_.push_back(atom(number()));
    if (!choice && heads_.size() > 1) fail("a disjunction has no place here");
    if (number() != 0) fail("a sum of weights has no place here");
    if (rules_.literals.size() > std::numeric_limits<std::uint32_t>::max() / 2) {
      fail("the program is too large");
    }
    const auto begin = static_cast<std::uint32_t>(rules_.literals.size());
    for (std::int64_t left = count(); left > 0; --left) {
      rules_.literals.push_back(literal(number()));
    }
    const auto end = static_cast<std::uint32_t>(rules_.literals.size());
    for (const Atom head : heads_) rules_.rules.push_back({head, choice, begin, end});
  }

  void name() {
    const std::int64_t length = number();
    if (length < 0 || at_ + 1 + static_cast<std::size_t>(length) > text_.size()) {
      fail("a name is cut");
    }
    const std::string_view text = text_.substr(at_ + 1, static_cast<std::size_t>(length));
    at_ += 1 + static_cast<std::size_t>(length);
    const std::int64_t conditions = count();
    if (conditions > 1) fail("a name with more than one condition has no place here");
    rules_.names.push_back({text, conditions == 0 ? 0 : atom(number())});
  }

  static constexpr std::size_t patience = 4096;  // lines between two looks at the stop token

  std::string_view text_;
  Stop& stop_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::vector<Atom> heads_;
  GroundRules rules_;
};

}  // namespace

GroundRules read_aspif(std::string_view text, Stop& stop) {
  return Reader(text, stop).read();
}

}  // namespace gdlc::game
