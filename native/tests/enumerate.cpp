#include "enumerate.hpp"

#include <algorithm>
#include <utility>

namespace gdlc::test {
namespace {

class Enumeration {
 public:
  Enumeration(const Formula& formula, const std::vector<Lit>& fixed)
      : formula_(formula), value_(std::size_t{formula.n_vars()} + 1, false) {
    std::vector<bool> is_fixed(value_.size(), false);
    for (const Lit lit : fixed) {
      value_[lit.var().number()] = lit.positive();
      is_fixed[lit.var().number()] = true;
    }
    std::vector<std::size_t> place(value_.size(), 0);
    for (const Block& block : formula.blocks()) {
      for (const Var var : block.vars) {
        if (is_fixed[var.number()]) continue;
        order_.emplace_back(var, block.quantifier);
        place[var.number()] = order_.size();
      }
    }
    known_at_.resize(order_.size() + 1);
    for (std::size_t index = 0; index < formula.n_clauses(); ++index) {
      std::size_t last = 0;
      for (const Lit lit : formula.clause(index)) last = std::max(last, place[lit.var().number()]);
      known_at_[last].push_back(index);
    }
  }

  Rational value(std::size_t at) {
    for (const std::size_t index : known_at_[at]) {
      if (!holds(index)) return 0;
    }
    if (at == order_.size()) return 1;
    const auto [var, quantifier] = order_[at];
    value_[var.number()] = true;
    const Rational with = value(at + 1);
    value_[var.number()] = false;
    const Rational without = value(at + 1);
    switch (quantifier) {
      case Quantifier::exists:
        return std::max(with, without);
      case Quantifier::forall:
        return std::min(with, without);
      case Quantifier::chance:
        break;
    }
    const Rational probability = formula_.probability(var);
    return probability * with + (1 - probability) * without;
  }

 private:
  bool holds(std::size_t index) const {
    const std::span<const Lit> clause = formula_.clause(index);
    return std::any_of(clause.begin(), clause.end(),
                       [&](Lit lit) { return value_[lit.var().number()] == lit.positive(); });
  }

  const Formula& formula_;
  std::vector<std::pair<Var, Quantifier>> order_;
  std::vector<std::vector<std::size_t>>
      known_at_;  // place -> clauses whose last variable is before
  std::vector<bool> value_;
};

}  // namespace

Rational enumerate(const Formula& formula) {
  return enumerate(formula, {});
}

Rational enumerate(const Formula& formula, const std::vector<Lit>& fixed) {
  return Enumeration(formula, fixed).value(0);
}

}  // namespace gdlc::test
