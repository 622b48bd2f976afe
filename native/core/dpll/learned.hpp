#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/dpll/reason.hpp"
#include "core/formula/literal.hpp"

namespace gdlc {

class Propagator;

// Clauses that follow from the formula by resolution, found at conflicts (first unique implication
// point; Marques-Silva, Sakallah 1996). They hold for every assignment, so adding them changes no
// value; they only force literals earlier. They are no part of the residual formula and its key.
//
// A conflict by a forced universal teaches nothing: that the value is 0 there does not follow from
// the clauses alone.
//
// Two literals of each clause are watched. The search goes back one level at a time, not to where
// a new clause first forces something: while its second literal is false, it is *pending*, and is
// asserted again at every decision.
class LearnedClauses {
 public:
  explicit LearnedClauses(std::uint32_t n_vars);

  // Analyses the conflict at the last level, where all literals of `reason` are false.
  void learn(Propagator& propagator, Reason reason);

  // lit has become true: forces what the clauses with its negation force.
  Outcome propagate(Propagator& propagator, Lit lit);

  // Forces what the pending clauses force, at the begin of a level.
  Outcome assert_pending(Propagator& propagator);

  std::span<const Lit> clause(std::uint32_t index) const { return clauses_[index].literals; }
  std::uint64_t n_learned() const { return n_learned_; }
  std::size_t bytes() const { return bytes_; }

 private:
  // first: the literal that was forced or will be; second: of the highest level among the others
  struct Clause {
    std::vector<Lit> literals;
    std::uint32_t n_levels;  // when it was learned; few promise much (Audemard, Simon 2009)
  };

  void resolve(Propagator& propagator, Reason reason);
  bool is_redundant(const Propagator& propagator, Lit lit) const;
  void keep(Propagator& propagator, std::vector<Lit> literals);
  void drop_half(Propagator& propagator);

  static constexpr std::size_t max_pending = 32;
  static constexpr std::size_t max_literals = 200;  // longer ones cost more than they force

  std::vector<Clause> clauses_;
  std::vector<std::vector<std::uint32_t>>
      watches_;  // literal code -> clauses to look at when false
  std::vector<std::uint32_t> pending_;
  std::size_t max_clauses_ = 8000;
  std::uint64_t n_learned_ = 0;
  std::size_t bytes_ = 0;

  // of the analysis going on
  std::vector<bool> seen_;  // var -> met in it
  std::vector<Lit> met_;    // literals whose variables are seen
  std::vector<Lit> lower_;  // those of them below the last level
  std::size_t n_open_ = 0;  // seen on the last level and not yet resolved
};

}  // namespace gdlc
