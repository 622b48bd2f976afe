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
    for (const Block& block : formula.blocks()) {
      for (const Var var : block.vars) {
        if (!is_fixed[var.number()]) order_.emplace_back(var, block.quantifier);
      }
    }
  }

  Rational value(std::size_t at) {
    if (at == order_.size()) return holds() ? 1 : 0;
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
  bool holds() const {
    for (std::size_t index = 0; index < formula_.n_clauses(); ++index) {
      bool satisfied = false;
      for (const Lit lit : formula_.clause(index)) {
        satisfied = satisfied || value_[lit.var().number()] == lit.positive();
      }
      if (!satisfied) return false;
    }
    return true;
  }

  const Formula& formula_;
  std::vector<std::pair<Var, Quantifier>> order_;
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
