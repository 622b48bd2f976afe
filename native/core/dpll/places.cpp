#include "core/dpll/places.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/dpll/next_var.hpp"

namespace gdlc {

void order_places(const Instance& instance, Propagator& propagator) {
  std::size_t from = 1;
  while (propagator.n_unsatisfied() != 0) {
    const Var var = next_var(instance, propagator, from);
    from = var.number();
    Outcome outcome = propagator.decide(Lit(var, true));
    if (outcome == Outcome::zero) {
      propagator.undo();
      outcome = propagator.decide(Lit(var, false));
    }
    if (outcome != Outcome::open) break;
  }
  std::vector<Var> by_formula(instance.n_vars());
  for (std::uint32_t i = 0; i < by_formula.size(); ++i) by_formula[i] = Var(i + 1);
  std::sort(by_formula.begin(), by_formula.end(), [&](Var left, Var right) {
    return instance.original(left) < instance.original(right);
  });
  std::vector<std::uint32_t> rank(std::size_t{instance.n_vars()} + 1, 0);
  std::vector<bool> has_rank(rank.size(), false);
  std::uint32_t next = 0;
  for (const Lit lit : propagator.trail()) {
    rank[lit.var().number()] = next++;
    has_rank[lit.var().number()] = true;
  }
  std::uint32_t last = 0;
  for (const Var var : by_formula) {
    if (!has_rank[var.number()]) rank[var.number()] = last;
    last = rank[var.number()];
  }
  std::stable_sort(by_formula.begin(), by_formula.end(),
                   [&](Var left, Var right) { return rank[left.number()] < rank[right.number()]; });
  while (propagator.depth() > 0) propagator.undo();
  propagator.set_places(by_formula);
}

}  // namespace gdlc
