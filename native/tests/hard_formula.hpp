#pragma once

#include <cstdint>
#include <utility>

#include "core/formula/formula.hpp"
#include "random_formula.hpp"

namespace gdlc::test {

// Takes the solver far longer than any test waits: decisions and coins in turns, under random
// clauses.
inline Formula hard_formula() {
  Random random(5);
  FormulaParts parts;
  parts.n_vars = 200;
  for (std::uint32_t number = 1; number <= parts.n_vars; ++number) {
    const bool chance = number % 2 == 0;
    parts.blocks.push_back({chance ? Quantifier::chance : Quantifier::exists, {Var(number)}});
    if (chance) parts.probabilities.emplace(Var(number), Rational(1, 3));
  }
  for (int i = 0; i < 500; ++i) {
    for (int k = 0; k < 3; ++k) {
      parts.literals.emplace_back(Var(1 + random.below(parts.n_vars)), random.chance(50));
    }
    parts.ends.push_back(parts.literals.size());
  }
  return Formula::make(std::move(parts));
}

}  // namespace gdlc::test
