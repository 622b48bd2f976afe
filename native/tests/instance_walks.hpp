#pragma once

#include <utility>
#include <vector>

#include "core/dpll/analyze.hpp"
#include "core/dpll/propagate.hpp"
#include "enumerate.hpp"

namespace gdlc::test {

// What a search has at hand, for tests that walk through its states by themselves.
struct InstanceWalk {
  explicit InstanceWalk(const Formula& of)
      : formula(of),
        instance(of),
        propagator(instance, [] { return false; }),
        activity(instance.n_vars()),
        analysis(instance, propagator, activity),
        is_open(propagator.propagate_units() == Outcome::open) {}

  std::uint32_t first_open(std::uint32_t from) const {
    while (from <= instance.n_vars() && !propagator.is_open(Var(from))) ++from;
    return from;
  }

  // Of the conflict, if it can be; to be done before any level is closed.
  void learn() {
    const std::uint32_t level = analysis.conflict_level();
    if (level > 0 && propagator.conflict().implied == Lit()) analysis.learn(level, 200);
  }

  // In the numbering of the formula.
  Lit original(Lit lit) const { return {instance.original(lit.var()), lit.positive()}; }
  std::vector<Lit> originals(std::span<const Lit> lits) const {
    std::vector<Lit> result;
    for (const Lit lit : lits) result.push_back(original(lit));
    return result;
  }

  // Of the residual formula, times the chances of the literals assigned from `first` on.
  Rational value_from(std::uint32_t first) const {
    Rational value = enumerate(formula, originals(propagator.trail()));
    for (std::uint32_t number = first; number <= instance.n_vars(); ++number) {
      const Var var(number);
      if (instance.quantifier(var) != Quantifier::chance || propagator.is_open(var)) continue;
      const Rational& probability = formula.probability(instance.original(var));
      value *= propagator.is_true(Lit(var, true)) ? probability : Rational(1 - probability);
    }
    return value;
  }

  const Formula& formula;
  const Instance instance;
  Propagator propagator;
  Activity activity;
  Analysis analysis;
  bool is_open;  // the formula is not worth 0 by its units alone
};

}  // namespace gdlc::test
