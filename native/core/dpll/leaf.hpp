#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/dpll/activity.hpp"
#include "core/dpll/analyze.hpp"
#include "core/dpll/propagate.hpp"

namespace gdlc {

// Where only existential variables are left, the value is 1 or 0: whether there is a satisfying
// assignment. Conflict driven clause learning finds out, with jumps back over many levels, which
// the rest of the search, having values to bring back, cannot do.
//
// A conflict may teach nothing. Universals that are open, since no clause without a true literal
// holds them or since they belong to another part, may stand in clauses learned before; where two
// such clauses hold one with both signs, their resolvent is a tautology. The conflict is as real as
// any. (Long-distance resolution, Zhang and Malik 2002, would keep such a clause; but it says
// nothing of assignments in which that universal is true or false, and so is no clause for a search
// in which it is decided as well.) Then the last decision is tried the other way round.
class Leaf {
 public:
  // max_literals: of a clause learned; longer ones are not kept
  Leaf(std::uint32_t n_vars, Propagator& propagator, Analysis& analysis, const Activity& activity,
       std::size_t max_literals = SIZE_MAX);

  // Outcome::open: there is one (value 1); zero: none, and `reason` tells why; the levels are as
  // before either way.
  //   vars:  of the residual formula, all existential; others may be among them that are assigned
  //   model: if not null, gets their literals in the assignment found
  Outcome solve(std::span<const Var> vars, ZeroReason& reason, std::vector<Lit>* model = nullptr);

  std::uint64_t n_decisions() const { return n_decisions_; }
  std::size_t bytes() const { return heap_.capacity() * sizeof(Var) + place_.capacity() * 4; }

 private:
  bool comes_before(Var left, Var right) const;
  void insert(Var var);
  void sift_up(std::size_t at);
  void sift_down(std::size_t at);
  Var take_first();
  void undo_to(std::uint32_t depth);
  Var next_var();
  Lit turn(std::uint32_t base, std::uint32_t level);
  void blame_decisions(ZeroReason& reason) const;
  Outcome search(std::uint32_t base, ZeroReason& reason);

  Propagator& propagator_;
  Analysis& analysis_;
  const Activity& activity_;
  const std::size_t max_literals_;
  std::vector<Var> heap_;              // candidates, the most active on top
  std::vector<std::uint32_t> place_;   // var -> its place in the heap and 1, or 0
  std::vector<bool> is_candidate_;     // var -> in `vars`
  std::vector<std::uint32_t> turned_;  // levels whose decision was tried the other way round first
  std::uint64_t n_decisions_ = 0;
};

}  // namespace gdlc
