#include "core/preprocess/choice_record.hpp"

namespace gdlc {

void ChoiceRecord::equate(Lit lit, Lit equal) {
  const Lit when_true[] = {lit, equal.negated()};
  const Lit when_false[] = {lit.negated(), equal};
  add(lit, when_true);
  add(lit.negated(), when_false);
}

void ChoiceRecord::add(Lit lit, std::span<const Lit> clause) {
  literals_.push_back(lit);
  for (const Lit other : clause) {
    if (other != lit) literals_.push_back(other);
  }
  ends_.push_back(literals_.size());
}

std::vector<Lit> ChoiceRecord::extend(std::span<const Lit> chosen, std::uint32_t n_vars) const {
  std::vector<bool> value(std::size_t{n_vars} + 1, true);
  for (const Lit lit : chosen) value[lit.var().number()] = lit.positive();
  for (std::size_t at = ends_.size(); at-- > 0;) {
    const std::size_t begin = at == 0 ? 0 : ends_[at - 1];
    bool satisfied = false;
    for (std::size_t i = begin; i < ends_[at]; ++i) {
      satisfied = satisfied || value[literals_[i].var().number()] == literals_[i].positive();
    }
    const Lit own = literals_[begin];
    if (!satisfied) value[own.var().number()] = own.positive();
  }
  std::vector<Lit> result;
  result.reserve(outer_.size());
  for (const Var var : outer_) result.emplace_back(var, value[var.number()]);
  return result;
}

}  // namespace gdlc
