#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/asp/names.hpp"

namespace gdlc::asp {

// A rule, its literals in the program's pool.
//   an ordinary body   all literals hold
//   a sum              the weights of the literals that hold reach `bound`
struct Rule {
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();
  // Readers take no greater bounds, so that weights may be added to them and taken off.
  static constexpr std::int64_t greatest = std::int64_t{1} << 62;

  std::size_t head = 0;  // where the head begins
  std::size_t body = 0;  // ... and the body; the weights of a sum stand right behind it
  std::uint32_t heads = 0;
  std::uint32_t literals = 0;
  bool choice = false;        // the head's atoms may be chosen freely, `lower` to `upper` of them
  std::int64_t lower = none;  // with `choice`; none: no bound
  std::int64_t upper = none;
  std::int64_t bound = none;  // none: an ordinary body

  bool is_sum() const { return bound != none; }
  bool is_plain() const { return !choice && !is_sum(); }
  bool is_fact() const { return is_plain() && heads == 1 && literals == 0; }
};

// Parts of a rule that is to be added.
struct NewRule {
  std::span<const Atom> head;
  std::span<const Atom> body;
  std::span<const Atom> weights;  // empty, or one for each literal of a sum
  bool choice = false;
  std::int64_t lower = Rule::none;
  std::int64_t upper = Rule::none;
  std::int64_t bound = Rule::none;
};

// Atoms by number with their names, and rules in order. Copies can be told apart by nothing: they
// share the names until one of them gets another atom.
class Program {
 public:
  Program() : names_(std::make_shared<Names>()) {}

  std::size_t atoms() const { return names_->size(); }
  std::string_view name(Atom atom) const { return (*names_)[atom]; }
  // The number of an atom; a new one if the name is new.
  Atom atom(std::string_view name);
  // A new atom; with more `_` before the name where it is in use.
  Atom fresh(std::string name);
  // 0: there is none.
  Atom find(std::string_view name) const { return names_->find(name); }

  const std::vector<Rule>& rules() const { return rules_; }
  std::span<const Atom> head(const Rule& rule) const { return span(rule.head, rule.heads); }
  std::span<const Atom> body(const Rule& rule) const { return span(rule.body, rule.literals); }
  // pre: rule.is_sum()
  std::span<const Atom> weights(const Rule& rule) const {
    return span(rule.body + rule.literals, rule.literals);
  }
  // What `add` would need to repeat a rule; of this program or a copy of it with the same numbers.
  NewRule parts(const Rule& rule) const;

  void add(const NewRule& rule);
  void add(Atom head, std::span<const Atom> body) {
    add({.head = {&head, 1}, .body = body, .weights = {}});
  }
  // Makes room for as many rules and literals as another program has.
  void reserve_as(const Program& other);

  // The same atoms under the same numbers, no rules.
  Program without_rules() const;

  // How often each atom stands in a head.
  std::vector<std::uint32_t> head_counts() const;
  // Which atoms are facts.
  std::vector<bool> facts() const;

 private:
  std::span<const Atom> span(std::size_t begin, std::size_t size) const {
    return {pool_.data() + begin, size};
  }

  std::shared_ptr<Names> names_;  // written to only while no other program has it
  std::vector<Rule> rules_;
  std::vector<Atom> pool_;
};

// The place of a literal in tables with two entries for each atom.
inline std::size_t index_of(Atom literal) {
  return literal > 0 ? 2 * static_cast<std::size_t>(literal)
                     : 2 * static_cast<std::size_t>(-literal) + 1;
}

inline std::size_t at(Atom atom) {
  return static_cast<std::size_t>(atom);
}

inline Atom atom_of(Atom literal) {
  return literal < 0 ? -literal : literal;
}

}  // namespace gdlc::asp
