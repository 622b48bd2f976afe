#include "core/dpll/instance.hpp"

#include <algorithm>
#include <limits>

#include "core/errors.hpp"

namespace gdlc {

Instance::Instance(const Formula& formula) {
  check(formula.n_literals() < std::numeric_limits<std::uint32_t>::max(),
        "instance: 2^32 literals or more");
  std::vector<bool> occurs(std::size_t{formula.n_vars()} + 1, false);
  for (std::size_t index = 0; index < formula.n_clauses(); ++index) {
    for (const Lit lit : formula.clause(index)) occurs[lit.var().number()] = true;
  }

  original_.emplace_back();
  quantifier_.push_back(Quantifier::exists);
  block_.push_back(0);
  std::vector<Var> dense(std::size_t{formula.n_vars()} + 1);
  for (const Block& block : formula.blocks()) {
    for (const Var var : block.vars) {
      if (!occurs[var.number()]) continue;
      dense[var.number()] = Var(static_cast<std::uint32_t>(original_.size()));
      original_.push_back(var);
      quantifier_.push_back(block.quantifier);
      block_.push_back(n_blocks_);
    }
    ++n_blocks_;
  }

  add_clauses(formula, dense);
  index_occurrences();
}

void Instance::add_clauses(const Formula& formula, const std::vector<Var>& dense) {
  clause_begin_.reserve(formula.n_clauses() + 1);
  literals_.reserve(formula.n_literals());
  clause_begin_.push_back(0);
  const auto close = [&] { clause_begin_.push_back(static_cast<std::uint32_t>(literals_.size())); };
  for (std::size_t index = 0; index < formula.n_clauses(); ++index) {
    std::uint32_t innermost = 0;  // block of a literal that is not universal, and 1
    for (const Lit lit : formula.clause(index)) {
      const Var var = dense[lit.var().number()];
      if (!is_universal(var)) innermost = std::max(innermost, block(var) + 1);
    }
    const std::size_t begin = literals_.size();
    for (const Lit lit : formula.clause(index)) {
      const Var var = dense[lit.var().number()];
      if (is_universal(var) && block(var) >= innermost) continue;
      literals_.emplace_back(var, lit.positive());
    }
    if (literals_.size() == begin) {
      has_empty_clause_ = true;
    } else {
      close();
    }
  }
  for (std::uint32_t number = 1; number <= n_vars(); ++number) {
    if (quantifier_[number] != Quantifier::chance) continue;
    const Rational& probability = formula.probability(original_[number]);
    if (probability != 0 && probability != 1) continue;
    literals_.emplace_back(Var(number), probability == 1);
    close();
  }
}

void Instance::index_occurrences() {
  for (const Lit lit : literals_) {
    if (quantifier(lit.var()) == Quantifier::exists) continue;
    last_not_existential_ = std::max(last_not_existential_, lit.var().number());
  }
  std::vector<std::uint32_t> count(2 * original_.size() + 1, 0);
  for (const Lit lit : literals_) ++count[lit.code() + std::size_t{1}];
  for (std::size_t code = 1; code < count.size(); ++code) count[code] += count[code - 1];
  occurrence_begin_ = count;
  occurrences_.resize(literals_.size());
  for (ClauseIndex index = 0; index < n_clauses(); ++index) {
    for (const Lit lit : clause(index)) occurrences_[count[lit.code()]++] = index;
  }
}

std::size_t Instance::bytes() const {
  return original_.capacity() * sizeof(Var) + quantifier_.capacity() * sizeof(Quantifier) +
         block_.capacity() * 4 + clause_begin_.capacity() * 4 + literals_.capacity() * sizeof(Lit) +
         occurrence_begin_.capacity() * 4 + occurrences_.capacity() * sizeof(ClauseIndex);
}

}  // namespace gdlc
