#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/formula/formula.hpp"

namespace gdlc {

using ClauseIndex = std::uint32_t;

// A formula as the search wants it: the variables that occur, numbered 1..n_vars in the order of
// the prefix, and flat arrays for the two directions between clauses and literals.
// `Var` and `Lit` count in this numbering everywhere in core/dpll; `original` leads back.
//
// Two things are taken care of here, so that propagation need not think of them:
//   - a universal literal with no other literal behind it in its clause is left out: the opponent
//     makes it false when all else is known (universal reduction; Kleine Buening, Karpinski,
//     Floegel 1995)
//   - a chance variable whose probability is 0 or 1 gets a unit clause
class Instance {
 public:
  explicit Instance(const Formula& formula);

  std::uint32_t n_vars() const { return static_cast<std::uint32_t>(original_.size() - 1); }
  std::uint32_t n_blocks() const { return n_blocks_; }
  ClauseIndex n_clauses() const { return static_cast<ClauseIndex>(clause_begin_.size() - 1); }

  std::span<const Lit> clause(ClauseIndex index) const {
    return {literals_.data() + clause_begin_[index],
            literals_.data() + clause_begin_[index + std::size_t{1}]};
  }
  std::span<const ClauseIndex> clauses_with(Lit lit) const {
    return {occurrences_.data() + occurrence_begin_[lit.code()],
            occurrences_.data() + occurrence_begin_[lit.code() + std::size_t{1}]};
  }
  Quantifier quantifier(Var var) const { return quantifier_[var.number()]; }
  bool is_universal(Var var) const { return quantifier_[var.number()] == Quantifier::forall; }
  // The last variable in a clause that is not existential, or 0: behind it all is a question of
  // satisfiability.
  std::uint32_t last_not_existential() const { return last_not_existential_; }
  bool has_empty_clause() const { return has_empty_clause_; }          // after the reduction
  std::uint32_t block(Var var) const { return block_[var.number()]; }  // from 0, the outermost
  Var original(Var var) const { return original_[var.number()]; }
  std::size_t bytes() const;

 private:
  void add_clauses(const Formula& formula, const std::vector<Var>& dense);
  void index_occurrences();

  std::uint32_t n_blocks_ = 0;
  bool has_empty_clause_ = false;
  std::uint32_t last_not_existential_ = 0;
  std::vector<Var> original_;                // var -> the formula's; [0] unused, as in all of these
  std::vector<Quantifier> quantifier_;       // var -> of its block
  std::vector<std::uint32_t> block_;         // var -> number of its block in the formula
  std::vector<std::uint32_t> clause_begin_;  // clause -> begin in literals_, and one end
  std::vector<Lit> literals_;
  std::vector<std::uint32_t> occurrence_begin_;  // literal code -> begin in occurrences_
  std::vector<ClauseIndex> occurrences_;
};

}  // namespace gdlc
