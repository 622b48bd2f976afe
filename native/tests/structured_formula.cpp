#include "structured_formula.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace gdlc::test {
namespace {

struct Quantified {
  Quantifier quantifier;
  Var var;
};

class Builder {
 public:
  explicit Builder(Random& random) : random_(random) {}

  Formula build() {
    const std::uint32_t n_parts = random_.chance(60) ? 1 : 2 + random_.below(2);
    std::vector<std::vector<Quantified>> prefixes;
    for (std::uint32_t i = 0; i < n_parts; ++i) {
      prefix_.clear();
      add_part(1 + random_.below(n_parts == 1 ? 6 : 3));
      prefixes.push_back(prefix_);
    }
    mix(prefixes);
    for (std::uint32_t i = random_.chance(80) ? 0 : 1 + random_.below(2); i > 0; --i) add_noise();
    parts_.blocks.push_back({Quantifier::exists, gates_});
    return Formula::make(std::move(parts_));
  }

 private:
  Var new_var() { return Var(++parts_.n_vars); }

  void clause(std::initializer_list<Lit> literals) {
    parts_.literals.insert(parts_.literals.end(), literals);
    parts_.ends.push_back(parts_.literals.size());
  }

  Lit one_of(const std::vector<Var>& vars) {
    return Lit(vars[random_.below(static_cast<std::uint32_t>(vars.size()))], random_.chance(50));
  }

  void add_part(std::uint32_t n_layers) {
    std::vector<Var> state;
    for (std::uint32_t layer = 0; layer < n_layers; ++layer) {
      const Lit decision(new_var(), random_.chance(50));
      const std::uint32_t kind = random_.below(10);
      prefix_.push_back({kind < 4   ? Quantifier::exists
                         : kind < 8 ? Quantifier::chance
                                    : Quantifier::forall,
                         decision.var()});
      if (prefix_.back().quantifier == Quantifier::chance) {
        const std::uint32_t below = 2 + random_.below(4);
        parts_.probabilities.emplace(decision.var(), Rational(1 + random_.below(below - 1), below));
      }
      restrict(decision, state);
      std::vector<Var> known(state);
      known.push_back(decision.var());
      std::vector<Var> next;
      for (std::uint32_t i = 1 + random_.below(2); i > 0; --i) {
        next.push_back(add_gate(known));
        if (random_.chance(50)) known.push_back(next.back());
      }
      if (!state.empty() && random_.chance(40)) next.push_back(state.front());
      state = std::move(next);
    }
    if (random_.chance(60)) {
      clause({one_of(state)});
    } else {
      clause({one_of(state), one_of(state)});
    }
  }

  // Chance and the player may be bound by what was before; seldom the opponent, who then wins.
  void restrict(Lit decision, const std::vector<Var>& state) {
    const bool is_opponent = prefix_.back().quantifier == Quantifier::forall;
    if (!random_.chance(is_opponent ? 3 : 35)) return;
    if (!state.empty() && random_.chance(50)) {
      clause({decision, one_of(state)});
    } else if (prefix_.size() > 1) {
      const Var earlier =
          prefix_[random_.below(static_cast<std::uint32_t>(prefix_.size()) - 1)].var;
      clause({decision, Lit(earlier, random_.chance(50))});
    }
  }

  Var add_gate(const std::vector<Var>& known) {
    const Lit gate(new_var(), true);
    const Lit left = one_of(known);
    const Lit right = one_of(known);
    switch (random_.below(4)) {
      case 0:  // exclusive or
        clause({gate, left, right.negated()});
        clause({gate, left.negated(), right});
        clause({gate.negated(), left, right});
        clause({gate.negated(), left.negated(), right.negated()});
        break;
      case 1: {  // if then else
        const Lit other = one_of(known);
        clause({gate, left.negated(), right.negated()});
        clause({gate.negated(), left.negated(), right});
        clause({gate, left, other.negated()});
        clause({gate.negated(), left, other});
        break;
      }
      case 2:  // or
        clause({gate.negated(), left, right});
        if (random_.chance(10)) break;  // in one direction only
        clause({gate, left.negated()});
        clause({gate, right.negated()});
        break;
      default:  // and
        clause({gate.negated(), left});
        clause({gate.negated(), right});
        if (random_.chance(10)) break;
        clause({gate, left.negated(), right.negated()});
    }
    // Most stand behind all decisions, some directly behind what they depend on.
    if (random_.chance(85)) {
      gates_.push_back(gate.var());
    } else {
      prefix_.push_back({Quantifier::exists, gate.var()});
    }
    return gate.var();
  }

  // Three literals that may belong to several parts.
  void add_noise() {
    const auto any = [&] { return Lit(Var(1 + random_.below(parts_.n_vars)), random_.chance(50)); };
    clause({any(), any(), any()});
  }

  void mix(std::vector<std::vector<Quantified>>& prefixes) {
    while (true) {
      std::erase_if(prefixes, [](const auto& prefix) { return prefix.empty(); });
      if (prefixes.empty()) return;
      auto& from = prefixes[random_.below(static_cast<std::uint32_t>(prefixes.size()))];
      parts_.blocks.push_back({from.front().quantifier, {from.front().var}});
      from.erase(from.begin());
    }
  }

  Random& random_;
  FormulaParts parts_;
  std::vector<Quantified> prefix_;  // of the part at work
  std::vector<Var> gates_;
};

}  // namespace

Formula structured_formula(Random& random) {
  return Builder(random).build();
}

}  // namespace gdlc::test
