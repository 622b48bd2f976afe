#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/dpll/instance.hpp"

namespace gdlc {

// The factors that chance literals put before the value of what is below them.
template <class Number>
class Weights {
 public:
  // probability: var -> of being true, for chance variables (others unused)
  Weights(const Instance& instance, std::vector<Number> probability)
      : instance_(instance), probability_(std::move(probability)) {}

  // The probability of a chance literal; 1 for all others.
  Number of(Lit lit) const {
    if (instance_.quantifier(lit.var()) != Quantifier::chance) return Number(1);
    const Number& probability = probability_[lit.var().number()];
    return lit.positive() ? probability : complement(probability);
  }

  // Multiplies the weight by those of the literals whose variables are wanted.
  template <class IsWanted>
  void multiply(std::span<const Lit> literals, IsWanted&& is_wanted, Number& weight) const {
    for (const Lit lit : literals) {
      if (instance_.quantifier(lit.var()) != Quantifier::chance || !is_wanted(lit.var())) continue;
      const Number& probability = probability_[lit.var().number()];
      if (lit.positive()) {
        weight *= probability;
      } else {
        weight *= complement(probability);
      }
    }
  }

  std::size_t bytes() const { return probability_.capacity() * sizeof(Number); }

 private:
  const Instance& instance_;
  const std::vector<Number> probability_;
};

}  // namespace gdlc
