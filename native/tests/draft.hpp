#pragma once

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "core/formula/formula.hpp"

namespace gdlc::test {

// A formula taken apart, to be changed.
struct Draft {
  std::uint32_t n_vars;
  std::vector<std::vector<Lit>> clauses;
  std::vector<Block> blocks;
  std::map<Var, Rational> probabilities;

  explicit Draft(const Formula& formula)
      : n_vars(formula.n_vars()), blocks(formula.blocks()), probabilities(formula.probabilities()) {
    for (std::size_t index = 0; index < formula.n_clauses(); ++index) {
      clauses.emplace_back(formula.clause(index).begin(), formula.clause(index).end());
    }
  }

  // Gives every variable another name, and the formula as many variables as there are names.
  template <class NewName>
  void rename(std::uint32_t n_names, NewName&& new_name) {
    n_vars = n_names;
    for (std::vector<Lit>& clause : clauses) {
      for (Lit& lit : clause) lit = Lit(new_name(lit.var()), lit.positive());
    }
    for (Block& block : blocks) {
      for (Var& var : block.vars) var = new_name(var);
    }
    std::map<Var, Rational> renamed;
    for (const auto& [var, probability] : probabilities)
      renamed.emplace(new_name(var), probability);
    probabilities = std::move(renamed);
  }

  // Blocks without variables are left out.
  Formula formula() const {
    FormulaParts parts;
    parts.n_vars = n_vars;
    std::copy_if(blocks.begin(), blocks.end(), std::back_inserter(parts.blocks),
                 [](const Block& block) { return !block.vars.empty(); });
    parts.probabilities = probabilities;
    for (const std::vector<Lit>& clause : clauses) {
      parts.literals.insert(parts.literals.end(), clause.begin(), clause.end());
      parts.ends.push_back(parts.literals.size());
    }
    return Formula::make(std::move(parts));
  }
};

}  // namespace gdlc::test
