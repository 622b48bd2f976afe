#include "random_program.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>

namespace gdlc::test {
namespace {

using asp::Atom;
using asp::NewRule;
using asp::Program;
using asp::Rule;

template <class Item>
void shuffle(std::vector<Item>& items, Random& random) {
  for (std::size_t n = items.size(); n > 1; --n) {
    std::swap(items[n - 1], items[random.below(static_cast<std::uint32_t>(n))]);
  }
}

// Names as games have them, and names that are hard to read.
std::string name_of(std::uint32_t number) {
  static const std::array<std::string, 9> kinds = {"p#",
                                                   "true(f(#,x),2)",
                                                   "legal(r,m#,1)",
                                                   "_over(#)",
                                                   "q(\"a \\\"b, % #\",-3)",
                                                   "nothing#'",
                                                   "__x(\"\xC3\xA9\",(#,))",
                                                   "-r(#)",
                                                   "does(r,g(h(#)),10)"};
  std::string name = kinds[number % kinds.size()];
  name.replace(name.find('#'), 1, std::to_string(number));
  return name;
}

class Maker {
 public:
  Maker(Random& random, const ProgramShape& shape) : random_(random), shape_(shape) {
    const std::uint32_t atoms = 1 + random.below(shape.max_atoms);
    const std::uint32_t first_name = random.below(9);
    for (std::uint32_t n = 0; n < atoms; ++n) program_.atom(name_of(first_name + n));
    rank_.resize(atoms + 1);
    std::iota(rank_.begin(), rank_.end(), 0);
    std::vector<std::uint32_t> ranks(rank_.begin() + 1, rank_.end());
    shuffle(ranks, random);
    std::copy(ranks.begin(), ranks.end(), rank_.begin() + 1);
  }

  Program make() {
    const std::uint32_t rules = 1 + random_.below(shape_.max_rules);
    if (random_.chance(70)) choose_freely();
    for (std::uint32_t n = 0; n < rules; ++n) rule();
    return std::move(program_);
  }

 private:
  Atom any_atom() {
    return static_cast<Atom>(1 + random_.below(static_cast<std::uint32_t>(program_.atoms())));
  }

  // Without some free choices most programs have one stable model or none.
  void choose_freely() {
    head_.clear();
    for (std::size_t n = 1; n <= program_.atoms(); ++n) {
      if (random_.chance(50)) head_.push_back(static_cast<Atom>(n));
    }
    program_.add({.head = head_, .body = {}, .weights = {}, .choice = true});
  }

  void rule() {
    const std::uint32_t kind = random_.below(100);
    NewRule rule{};
    head_.clear();
    if (kind < 25) {
      rule.choice = true;
      for (std::uint32_t left = random_.below(4); left > 0; --left) head_.push_back(any_atom());
      if (shape_.bounds && bounded_ < most_bounded) bounds(rule);
    } else if (kind < 92) {
      head_.push_back(any_atom());
    }
    body(rule, kind < 25 ? 40 : kind < 92 ? 5 : 1);
    rule.head = head_;
    rule.body = body_;
    rule.weights = weights_;
    program_.add(rule);
  }

  void bounds(NewRule& rule) {
    if (random_.chance(50)) rule.lower = static_cast<std::int64_t>(random_.below(5)) - 1;
    if (random_.chance(50)) rule.upper = static_cast<std::int64_t>(random_.below(5)) - 1;
    if (rule.lower != Rule::none || rule.upper != Rule::none) ++bounded_;
  }

  void body(NewRule& rule, std::uint32_t empty_percent) {
    body_.clear();
    weights_.clear();
    if (random_.chance(empty_percent)) return;
    const bool sum = random_.chance(25);
    const std::uint32_t literals = sum ? random_.below(5) : 1 + random_.below(3);
    std::uint32_t limit = static_cast<std::uint32_t>(program_.atoms()) + 1;
    for (const Atom atom : head_) limit = std::min(limit, rank_[asp::at(atom)]);
    for (std::uint32_t n = 0; n < literals; ++n) {
      const Atom atom = any_atom();
      const bool may_support = !shape_.tight || rank_[asp::at(atom)] < limit;
      body_.push_back(may_support && random_.chance(60) ? atom : -atom);
    }
    if (!sum) return;
    const std::uint32_t greatest = random_.chance(50) ? 1 : 4;
    std::uint32_t total = 0;
    for (std::uint32_t n = 0; n < literals; ++n) {
      weights_.push_back(static_cast<Atom>(1 + random_.below(greatest)));
      total += static_cast<std::uint32_t>(weights_.back());
    }
    rule.bound = static_cast<std::int64_t>(random_.below(total + 3)) - 1;
  }

  // Each gets up to three atoms more once the bounds are rules.
  static constexpr std::uint32_t most_bounded = 3;

  Random& random_;
  const ProgramShape& shape_;
  Program program_;
  std::vector<std::uint32_t> rank_;  // positive literals have a lower one than the head
  std::uint32_t bounded_ = 0;        // choices with bounds, so far
  std::vector<Atom> head_;
  std::vector<Atom> body_;
  std::vector<Atom> weights_;
};

}  // namespace

Program random_program(Random& random, const ProgramShape& shape) {
  return Maker(random, shape).make();
}

std::vector<asp::Prefixed> random_prefix(const Program& program, Random& random,
                                         std::uint32_t max_atoms) {
  std::vector<Atom> atoms(program.atoms());
  std::iota(atoms.begin(), atoms.end(), 1);
  shuffle(atoms, random);
  atoms.resize(std::min<std::size_t>(atoms.size(), random.below(max_atoms + 1)));
  std::vector<bool> chosen(program.atoms() + 1, false);
  for (const Rule& rule : program.rules()) {
    for (const Atom atom : program.head(rule)) {
      if (rule.choice) chosen[asp::at(atom)] = true;
    }
  }
  std::vector<asp::Prefixed> prefix;
  std::int64_t level = 0;
  for (const Atom atom : atoms) {
    // A universal atom that is derived makes most values 0.
    const auto quantifier = chosen[asp::at(atom)] || random.chance(25)
                                ? static_cast<asp::Quantifier>(random.below(3))
                                : asp::Quantifier::exists;
    if (prefix.empty() || prefix.back().quantifier != quantifier || random.chance(50)) {
      level += 1 + random.below(3);
    }
    prefix.push_back({atom, level, quantifier});
  }
  return prefix;
}

asp::Savings random_savings(Random& random) {
  const std::uint32_t bits = random.below(32);
  return {.equal = (bits & 1U) != 0,
          .imply = (bits & 2U) != 0,
          .bodies = (bits & 4U) != 0,
          .cone = (bits & 8U) != 0,
          .units = (bits & 16U) != 0};
}

Program shuffled(const Program& program, Random& random) {
  std::vector<Rule> rules = program.rules();
  shuffle(rules, random);
  Program result = program.without_rules();
  for (const Rule& rule : rules) {
    NewRule copy = program.parts(rule);
    std::vector<Atom> body(copy.body.begin(), copy.body.end());
    if (!rule.is_sum()) shuffle(body, random);
    copy.body = body;
    result.add(copy);
  }
  return result;
}

}  // namespace gdlc::test
