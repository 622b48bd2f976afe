#include "core/dpll/audit.hpp"

#include <algorithm>

#include "core/errors.hpp"

namespace gdlc {
namespace {

std::string text_of(const Propagator& propagator, std::span<const Lit> clause) {
  std::string text;
  for (const Lit lit : clause) {
    text += " " + std::to_string(lit.dimacs()) + (propagator.is_false(lit) ? "(false)" : "");
  }
  return text;
}

}  // namespace

std::string find_unclosed_clause(const Instance& instance, const Propagator& propagator) {
  for (ClauseIndex index = 0; index < instance.n_clauses(); ++index) {
    const std::span<const Lit> clause = instance.clause(index);
    const auto is_universal = [&](Lit lit) { return instance.is_universal(lit.var()); };
    const auto n_open = std::count_if(clause.begin(), clause.end(), [&](Lit lit) {
      return propagator.is_open(lit.var()) && !is_universal(lit);
    });
    if (n_open > 1 || propagator.is_satisfied(index)) continue;
    if (n_open == 0) return "not seen to be worth 0:" + text_of(propagator, clause);
    if (std::any_of(clause.begin(), clause.end(), is_universal)) continue;
    return "not seen to force a literal:" + text_of(propagator, clause);
  }
  return {};
}

void audit_closed(const Instance& instance, const Propagator& propagator) {
  if (instance.n_clauses() > 1000) return;
  const std::string fault = find_unclosed_clause(instance, propagator);
  if (!fault.empty()) throw InternalError("propagate: " + fault);
}

}  // namespace gdlc
