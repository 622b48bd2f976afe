#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/dpll/search.hpp"

namespace gdlc::test {

// A search of a formula as it is, which asks its poll as often as it can.
template <class Number>
struct InstanceSearch {
  InstanceSearch(const Formula& formula, const Options& options, typename Search<Number>::Poll poll)
      : instance(formula),
        search(instance, options, probabilities(formula), stop, std::move(poll), 1) {}
  InstanceSearch(const InstanceSearch&) = delete;
  InstanceSearch& operator=(const InstanceSearch&) = delete;

  std::vector<Number> probabilities(const Formula& formula) const {
    std::vector<Number> probability(std::size_t{instance.n_vars()} + 1, Number(0));
    for (std::uint32_t number = 1; number <= instance.n_vars(); ++number) {
      if (instance.quantifier(Var(number)) != Quantifier::chance) continue;
      probability[number] = Number(formula.probability(instance.original(Var(number))));
    }
    return probability;
  }

  const Instance instance;
  Stop stop;
  Search<Number> search;
};

}  // namespace gdlc::test
