#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "core/dpll/propagate.hpp"
#include "core/dpll/weights.hpp"

namespace gdlc {

// The value of what is left of a formula, without cache, learning and propagation: all assignments
// of the open variables in the order of the prefix, with a look at every clause as soon as its last
// variable is known.
template <class Number>
class SlowValue {
 public:
  static constexpr std::size_t max_vars = 12;  // more would take too long

  SlowValue(const Instance& instance, const Weights<Number>& weights, const Propagator& propagator)
      : instance_(instance), weights_(weights), propagator_(propagator) {}

  // Of the clauses with open variables among `vars`, which are in ascending order and share no
  // clause with others that are open; none if there are too many.
  std::optional<Number> find(std::span<const Var> vars) {
    order_.clear();
    std::copy_if(vars.begin(), vars.end(), std::back_inserter(order_),
                 [&](Var var) { return propagator_.is_open(var); });
    if (order_.size() > max_vars) return std::nullopt;
    is_true_.assign(std::size_t{instance_.n_vars()} + 1, false);
    clauses_.assign(order_.size(), {});
    for (ClauseIndex index = 0; index < instance_.n_clauses(); ++index) {
      if (propagator_.is_satisfied(index)) continue;
      std::size_t last = 0;
      for (const Lit lit : instance_.clause(index)) {
        const auto at = std::find(order_.begin(), order_.end(), lit.var());
        if (at != order_.end()) {
          last = std::max(last, static_cast<std::size_t>(at - order_.begin()) + 1);
        }
      }
      if (last != 0) clauses_[last - 1].push_back(index);
    }
    return value(0);
  }

 private:
  Number value(std::size_t at) {
    if (at == order_.size()) return Number(1);
    const Var var = order_[at];
    const Number with = value_with(at, true);
    const Number without = value_with(at, false);
    switch (instance_.quantifier(var)) {
      case Quantifier::exists:
        return std::max(with, without);
      case Quantifier::forall:
        return std::min(with, without);
      case Quantifier::chance:
        break;
    }
    return weights_.of(Lit(var, true)) * with + weights_.of(Lit(var, false)) * without;
  }

  Number value_with(std::size_t at, bool positive) {
    is_true_[order_[at].number()] = positive;
    for (const ClauseIndex index : clauses_[at]) {
      const auto clause = instance_.clause(index);
      const bool holds = std::any_of(clause.begin(), clause.end(), [&](Lit lit) {
        return propagator_.is_open(lit.var()) && is_true_[lit.var().number()] == lit.positive();
      });
      if (!holds) return Number(0);
    }
    return value(at + 1);
  }

  const Instance& instance_;
  const Weights<Number>& weights_;
  const Propagator& propagator_;
  std::vector<Var> order_;
  std::vector<std::vector<ClauseIndex>> clauses_;  // place in `order_` -> those that end there
  std::vector<bool> is_true_;
};

}  // namespace gdlc
