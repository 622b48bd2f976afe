#include "core/asp/complete.hpp"

#include <algorithm>
#include <set>

namespace gdlc::asp {
namespace {

class Completer {
 public:
  Completer(const Program& program, const std::vector<Prefixed>& prefix, Stop& stop)
      : program_(program), stop_(stop), facts_(program.facts()) {
    result_.values.assign(program.atoms() + 1, 0);
    result_.named.push_back(0);
    name_atoms(prefix);
  }

  Completion run() {
    std::vector<std::vector<Value>> support(program_.atoms() + 1);
    std::vector<Atom> order;  // of the heads, as they come
    std::size_t count = 0;
    for (const Rule& rule : program_.rules()) {
      if (++count % patience == 0 && stop_.requested()) throw Stopped{stop_.reason()};
      if (rule.heads == 0 && !rule.choice) {
        forbid(rule);
        continue;
      }
      if (rule.is_fact()) continue;
      const Value body = value_of_body(rule);
      for (const Atom atom : program_.head(rule)) {
        if (support[at(atom)].empty()) order.push_back(atom);
        support[at(atom)].push_back(body);
        if (!rule.choice) result_.clauses.add({-body, result_.values[at(atom)]});
      }
    }
    for (const Atom atom : order) {
      const Value value = result_.values[at(atom)];
      // A quantified fact has a variable, and needs no other support.
      if (is_known(value) || facts_[at(atom)]) continue;
      std::vector<Value>& bodies = support[at(atom)];
      bodies.insert(bodies.begin(), -value);
      result_.clauses.add(bodies);
    }
    result_.named.resize(static_cast<std::size_t>(result_.clauses.count()) + 1, 0);
    return std::move(result_);
  }

 private:
  static constexpr std::size_t patience = 4096;  // rules between two looks at the stop token

  // In the order of the prefix, then of the text, not of the numbers: those differ once a file has
  // been read.
  void name_atoms(const std::vector<Prefixed>& prefix) {
    const std::vector<std::uint32_t> derived = program_.head_counts();
    for (const Prefixed& one : prefix) {
      give_var(one.atom);
      result_.prefix.push_back(one);
      // Certain, or derived by no rule: its other branch is worth 0.
      if (facts_[at(one.atom)]) result_.clauses.add({result_.values[at(one.atom)]});
      if (derived[at(one.atom)] == 0) result_.clauses.add({-result_.values[at(one.atom)]});
    }
    const auto look = [&](Atom atom) {
      if (result_.values[at(atom)] != 0) return;
      if (facts_[at(atom)] || derived[at(atom)] == 0) {
        result_.values[at(atom)] = facts_[at(atom)] ? yes : no;
      } else {
        give_var(atom);
      }
    };
    for (const Rule& rule : program_.rules()) {
      for (const Atom atom : program_.head(rule)) look(atom);
      for (const Atom literal : program_.body(rule)) look(atom_of(literal));
    }
  }

  void give_var(Atom atom) {
    result_.values[at(atom)] = result_.clauses.new_var();
    result_.named.push_back(atom);
  }

  Value value_of(Atom literal) const {
    return literal > 0 ? result_.values[at(literal)] : -result_.values[at(-literal)];
  }

  // The literal of a body; equal bodies share it.
  Value value_of_body(const Rule& rule) {
    std::vector<std::int64_t> key = {rule.bound};
    const auto body = program_.body(rule);
    std::vector<Value> literals;
    for (const Atom literal : body) literals.push_back(value_of(literal));
    if (!rule.is_sum()) {
      const std::set<Atom> sorted(body.begin(), body.end());
      key.insert(key.end(), sorted.begin(), sorted.end());
    } else {
      std::vector<std::pair<Atom, Atom>> pairs;
      for (std::size_t n = 0; n < body.size(); ++n) {
        pairs.emplace_back(body[n], program_.weights(rule)[n]);
      }
      std::sort(pairs.begin(), pairs.end());
      for (const auto& [literal, weight] : pairs) {
        key.push_back(literal);
        key.push_back(weight);
      }
    }
    const auto [place, is_new] = bodies_.emplace(std::move(key), 0);
    if (is_new) {
      place->second =
          rule.is_sum() ? value_of_sum(rule, literals) : result_.clauses.conjunction(literals);
    }
    return place->second;
  }

  Value value_of_sum(const Rule& rule, std::span<const Value> literals) {
    const auto weights = program_.weights(rule);
    const std::vector<std::int64_t> wide(weights.begin(), weights.end());
    return result_.clauses.reaches(literals, wide, rule.bound);
  }

  void forbid(const Rule& rule) {
    std::vector<Value> literals;
    for (const Atom literal : program_.body(rule)) literals.push_back(value_of(literal));
    if (!rule.is_sum()) {
      for (Value& literal : literals) literal = -literal;
      result_.clauses.add(literals);
      return;
    }
    const auto weights = program_.weights(rule);
    if (rule.bound == 2 &&
        std::all_of(weights.begin(), weights.end(), [](Atom w) { return w == 1; })) {
      std::set<Value> vars;
      for (const Value literal : literals) vars.insert(std::abs(literal));
      if (vars.size() == literals.size() && !vars.contains(yes)) {
        result_.clauses.at_most_one(literals);
        return;
      }
    }
    result_.clauses.add({-value_of_body(rule)});
  }

  const Program& program_;
  Stop& stop_;
  std::vector<bool> facts_;
  Completion result_;
  std::map<std::vector<std::int64_t>, Value> bodies_;
};

}  // namespace

Completion complete(const Program& program, const std::vector<Prefixed>& prefix, Stop& stop) {
  return Completer(program, prefix, stop).run();
}

}  // namespace gdlc::asp
