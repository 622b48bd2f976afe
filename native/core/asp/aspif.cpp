#include "core/asp/aspif.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "core/asp/paged.hpp"
#include "core/asp/steps.hpp"
#include "core/errors.hpp"

namespace gdlc::asp {
namespace {

// Statements, by the number that begins their line.
constexpr std::int64_t end_statement = 0;
constexpr std::int64_t rule_statement = 1;
constexpr std::int64_t minimize_statement = 2;
constexpr std::int64_t projection_statement = 3;
constexpr std::int64_t show_statement = 4;
constexpr std::int64_t external_statement = 5;
constexpr std::int64_t assumption_statement = 6;
constexpr std::int64_t heuristic_statement = 7;
constexpr std::int64_t edge_statement = 8;
constexpr std::int64_t theory_statement = 9;
constexpr std::int64_t comment_statement = 10;

constexpr std::int64_t external_true = 1;
constexpr std::int64_t external_free = 0;

// Rules with aspif's numbers, and the names that it gives to them.
struct Raw {
  std::vector<std::string> facts;
  std::vector<std::string> names;
  Paged<std::uint32_t> named;  // where an atom's name stands in `names`, from 1; 0: it has none
  Program rules;               // whose numbers are aspif's, without names
};

class Reader {
 public:
  Reader(std::string_view text, bool steps, Stop& stop) : text_(text), steps_(steps), stop_(stop) {}

  Raw read() {
    if (text_.substr(0, 4) != "asp ") fail("the text is no aspif");
    next_line();
    while (at_ < text_.size()) {
      switch (number()) {
        case end_statement:
          return std::move(raw_);
        case rule_statement:
          rule();
          break;
        case show_statement:
          name();
          break;
        case external_statement:
          external();
          break;
        case minimize_statement:
          foreign("a minimize statement");
        case assumption_statement:
          foreign("an assumption");
        case edge_statement:
          foreign("an edge of an acyclicity constraint");
        case theory_statement:
          foreign("a theory atom");
        case projection_statement:
        case heuristic_statement:
        case comment_statement:
          break;
        default:
          fail("a statement of an unknown kind");
      }
      next_line();
    }
    fail("the text ends before its last statement");
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& hint = {}) const {
    throw ParseError(what, line_, 1, 1, hint);
  }

  [[noreturn]] void foreign(const std::string& what) const {
    fail(what + " has no meaning in a quantified program", "remove the statement");
  }

  void next_line() {
    const std::size_t end = text_.find('\n', at_);
    at_ = end == std::string_view::npos ? text_.size() : end + 1;
    if (end != std::string_view::npos) ++line_;
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

  Atom literal() {
    const std::int64_t value = number();
    constexpr std::int64_t most = std::numeric_limits<Atom>::max();
    if (value == 0 || value > most || value < -most) fail("an atom is expected");
    return static_cast<Atom>(value);
  }

  Atom weight() {
    const std::int64_t value = number();
    if (value <= 0 || value > std::numeric_limits<Atom>::max()) {
      fail("a positive weight of at most 31 bits is expected");
    }
    return static_cast<Atom>(value);
  }

  std::int64_t bound() {
    const std::int64_t value = number();
    if (value > Rule::greatest || value < -Rule::greatest) {
      fail("a bound of at most 62 bits is expected");
    }
    return value;
  }

  // One of two kinds.
  bool flag() {
    const std::int64_t value = number();
    if (value != 0 && value != 1) fail("0 or 1 is expected");
    return value == 1;
  }

  void expect_line_end() const {
    const std::size_t end = std::min(text_.find_first_not_of(" \r", at_), text_.size());
    if (end != text_.size() && text_[end] != '\n') fail("the end of the line is expected");
  }

  Atom atom() {
    const Atom found = literal();
    if (found < 0) fail("an atom is expected");
    return found;
  }

  std::int64_t count() {
    const std::int64_t value = number();
    if (value < 0) fail("a count is expected");
    return value;
  }

  void rule() {
    const bool choice = flag();
    head_.clear();
    body_.clear();
    weights_.clear();
    for (std::int64_t left = count(); left > 0; --left) head_.push_back(atom());
    if (!choice && head_.size() > 1) {
      fail("a disjunction in a head: disjunctive programs have no translation to clauses here",
           "write a choice rule such as `1 {a; b}` if that is what is meant; where the program has "
           "no "
           "disjunction, a circle goes through a sum with negative weights or an upper bound, of "
           "which "
           "clingo makes one");
    }
    std::int64_t least = Rule::none;
    const bool sum = flag();
    if (sum) least = bound();
    for (std::int64_t left = count(); left > 0; --left) {
      body_.push_back(literal());
      if (sum) weights_.push_back(weight());
    }
    raw_.rules.add(
        {.head = head_, .body = body_, .weights = weights_, .choice = choice, .bound = least});
    expect_line_end();
  }

  void external() {
    head_.assign(1, atom());
    const std::int64_t value = number();
    if (value == external_true) raw_.rules.add({.head = head_, .body = {}, .weights = {}});
    if (value == external_free) {
      raw_.rules.add({.head = head_, .body = {}, .weights = {}, .choice = true});
    }
    expect_line_end();
  }

  void name() {
    const std::int64_t length = count();
    const auto size = static_cast<std::size_t>(length);
    if (at_ + 1 + size > text_.size()) fail("a name is cut");
    const std::string_view found = text_.substr(at_ + 1, size);
    at_ += 1 + size;
    const std::int64_t conditions = count();
    if (conditions > 1) return;
    std::string text = steps_ ? with_step(found) : std::string(found);
    if (conditions == 0) {
      raw_.facts.push_back(std::move(text));
    } else if (const Atom number = literal(); number > 0) {
      raw_.names.push_back(std::move(text));
      raw_.named[number] = static_cast<std::uint32_t>(raw_.names.size());
    }
    expect_line_end();
  }

  static constexpr std::size_t patience = 4096;  // lines between two looks at the stop token

  std::string_view text_;
  bool steps_;
  Stop& stop_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::vector<Atom> head_;
  std::vector<Atom> body_;
  std::vector<Atom> weights_;
  Raw raw_;
};

// Gives the atoms their names, and leaves out what gringo wrote before it knew better.
class Namer {
 public:
  explicit Namer(Raw raw) : raw_(std::move(raw)) {
    for (const auto* names : {&raw_.names, &raw_.facts}) {
      for (const std::string& name : *names) {
        if (name.starts_with(auxiliary)) taken_.insert(name);
      }
    }
  }

  Program named() {
    for (const std::string& name : raw_.facts) program_.add(program_.atom(name), {});
    program_.reserve_as(raw_.rules);
    // gringo writes each fact twice: by name without a number, and by a number without a name.
    // Rules that it wrote before it knew may still use the number.
    for (const Rule& rule : raw_.rules.rules()) {
      if (!rule.is_fact()) continue;
      const Atom atom = raw_.rules.head(rule)[0];
      if (raw_.named[atom] == 0) numbers_[atom] = certain;
    }
    for (const Rule& rule : raw_.rules.rules()) add(rule);
    return std::move(program_);
  }

 private:
  static constexpr std::string_view auxiliary = "_aux(";
  static constexpr Atom certain = -1;  // instead of a number

  Atom number_of(Atom raw) {
    Atom& known = numbers_[raw];
    if (known == 0) known = program_.atom(name_of(raw));
    return known;
  }

  std::string name_of(Atom raw) {
    const std::uint32_t named = raw_.named[raw];
    std::string name = named == 0 ? "" : raw_.names[named - 1];
    while (name.empty() || (named == 0 && taken_.contains(name))) {
      name = std::string(auxiliary) + std::to_string(++fresh_) + ")";
    }
    return name;
  }

  bool is_certain(Atom raw) { return numbers_[raw] == certain; }

  void add(const Rule& rule) {
    const auto head = raw_.rules.head(rule);
    const auto body = raw_.rules.body(rule);
    std::int64_t bound = rule.bound;
    head_.clear();
    body_.clear();
    weights_.clear();
    for (const Atom atom : head) {
      if (!is_certain(atom)) head_.push_back(atom);
    }
    if (!head.empty() && head_.empty()) return;
    for (std::size_t n = 0; n < body.size(); ++n) {
      const Atom atom = atom_of(body[n]);
      if (!is_certain(atom)) {
        body_.push_back(body[n]);
        if (rule.is_sum()) weights_.push_back(raw_.rules.weights(rule)[n]);
      } else if (rule.is_sum()) {
        if (body[n] > 0) bound -= raw_.rules.weights(rule)[n];
      } else if (body[n] < 0) {
        return;
      }
    }
    for (Atom& atom : head_) atom = number_of(atom);
    for (Atom& literal : body_) literal = literal > 0 ? number_of(literal) : -number_of(-literal);
    program_.add(
        {.head = head_, .body = body_, .weights = weights_, .choice = rule.choice, .bound = bound});
  }

  Raw raw_;
  Program program_;
  std::unordered_set<std::string> taken_;  // of the names that we would invent
  Paged<Atom> numbers_;                    // of aspif's atoms; 0: none yet
  std::int64_t fresh_ = 0;
  std::vector<Atom> head_;
  std::vector<Atom> body_;
  std::vector<Atom> weights_;
};

}  // namespace

Program read_aspif(std::string_view text, bool steps, Stop& stop) {
  return Namer(Reader(text, steps, stop).read()).named();
}

}  // namespace gdlc::asp
