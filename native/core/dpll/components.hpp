#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/dpll/instance.hpp"
#include "core/dpll/propagate.hpp"

namespace gdlc {

// The residual formula in parts that share no open variable: the value is the product of theirs
// (Bayardo, Pehoushek 2000), and each is a key of its own: its open variables and the clauses among
// its own that have lost a literal determine it (Thurley 2006).
//
// Parts lie on a stack; those of a node are above those of the nodes above it.
class Components {
 public:
  struct Part {
    std::size_t vars_begin, vars_end;
    std::size_t clauses_begin, clauses_end;  // unsatisfied and with false literals
  };

  explicit Components(const Instance& instance);

  // Puts the parts of what is left of the variables on the stack: those in unsatisfied clauses.
  //   vars: in ascending order; a superset of one or more parts
  // The smallest lies on top.
  void split(const Propagator& propagator, std::size_t vars_begin, std::size_t vars_end);
  std::size_t add_all_vars();  // to the stack of variables; returns how many

  // Of the variables of parts from `n` on, the literals that lose nothing: existential ones whose
  // negation is in no unsatisfied clause, and universal ones that are in none themselves.
  void find_pure(std::size_t n, std::vector<Lit>& pure) const;

  std::size_t n_parts() const { return parts_.size(); }
  const Part& part(std::size_t index) const { return parts_[index]; }
  std::span<const Var> vars(const Part& part) const {
    return {vars_.data() + part.vars_begin, vars_.data() + part.vars_end};
  }
  std::span<const Var> vars(std::size_t begin, std::size_t end) const {
    return {vars_.data() + begin, vars_.data() + end};
  }
  // Takes the parts from `n` on from the stack.
  void drop_to(std::size_t n);

  // Unsatisfied clauses with the literal, when its variable was last found to be in a part.
  std::uint32_t n_clauses_with(Lit lit) const { return n_clauses_with_[lit.code()]; }

  void write_key(const Part& part, std::vector<std::uint8_t>& key) const;
  std::uint64_t work() const { return work_; }
  std::size_t bytes() const;

 private:
  void grow_from(const Propagator& propagator, Var start);
  void push(const Part& part);

  const Instance& instance_;
  std::vector<Var> vars_;
  std::vector<ClauseIndex> clauses_;
  std::vector<Part> parts_;
  std::vector<std::uint32_t> n_clauses_with_;  // literal code -> see n_clauses_with
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> var_seen_;     // var -> stamp of the part that has it
  std::vector<std::uint32_t> clause_seen_;  // clause -> stamp of the split that saw it
  std::vector<Part> new_parts_;             // scratch of split, as the stacks are
  std::vector<Var> new_vars_;
  std::vector<ClauseIndex> new_clauses_;
  std::uint64_t work_ = 0;  // literals looked at
};

}  // namespace gdlc
