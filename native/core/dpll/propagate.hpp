#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/dpll/instance.hpp"
#include "core/dpll/learned.hpp"
#include "core/dpll/reason.hpp"

namespace gdlc {

// The residual formula under the current assignment, kept up to date literal by literal.
//
// Every clause counts its true and its not false literals; every variable counts the clauses not
// yet satisfied that it occurs in. A variable with such a clause is *live*. The residual formula is
// determined by the assignment of the live variables alone: a clause is unsatisfied if and only if
// all its variables are live and none of its literals is true. So these states are its key, and
// the hash over them can be kept up to date.
//
// A clause with one literal left forces it. A forced universal is reported like a conflict: the
// opponent chooses the other value, so the residual formula is worth 0 either way.
class Propagator {
 public:
  // About a millisecond of work.
  static constexpr std::uint64_t default_work_between_polls = 1U << 15U;

  // `poll` is asked once in about `work_between_polls` visited clauses; true gives up
  // (Outcome::stopped).
  Propagator(const Instance& instance, bool learn, std::function<bool()> poll,
             std::uint64_t work_between_polls = default_work_between_polls);

  Outcome propagate_units();  // the unit clauses of the formula; once, before all else
  Outcome decide(Lit lit);    // opens a level. pre: lit is open
  void undo();                // closes the last level, whatever its outcome was

  Truth truth(Lit lit) const {
    const Truth truth = vars_[lit.var().number()].truth;
    if (truth == Truth::open || lit.positive()) return truth;
    return truth == Truth::yes ? Truth::no : Truth::yes;
  }
  bool is_open(Var var) const { return vars_[var.number()].truth == Truth::open; }
  bool is_live(Var var) const { return vars_[var.number()].live != 0; }
  std::size_t n_unsatisfied() const { return n_unsatisfied_; }
  std::span<const Lit> trail() const { return trail_; }
  std::size_t depth() const { return level_begin_.size(); }  // levels, one a decision
  std::uint32_t level(Var var) const { return vars_[var.number()].level; }  // pre: assigned
  Reason reason(Var var) const { return vars_[var.number()].reason; }       // pre: assigned
  std::span<const Lit> clause_of(Reason reason) const;                      // pre: no decision

  std::uint64_t hash() const { return hash_; }
  // 64 variables each, by place: bit set if the variable is live ...
  std::span<const std::uint64_t> live_words() const { return live_; }
  // ... if it is assigned, and if it is assigned true. Bits of variables not live mean nothing.
  std::span<const std::uint64_t> assigned_words() const { return assigned_; }
  std::span<const std::uint64_t> positive_words() const { return positive_; }
  // Orders the bits of these words: variables that are assigned together should be neighbours,
  // so that few words are neither as at the start nor dead.
  void set_places(std::span<const Var> order);

  std::uint64_t n_forced() const { return n_forced_; }
  std::uint64_t n_conflicts() const { return n_conflicts_; }
  std::uint64_t n_learned() const { return learned_.n_learned(); }
  std::size_t bytes() const;

 private:
  friend class LearnedClauses;

  struct ClauseState {
    std::uint32_t n_true = 0;
    std::uint32_t n_left = 0;  // literals not false
    std::uint32_t left = 0;    // XOR of their codes: the last one, once there is one
  };
  struct VarState {
    std::uint32_t live = 0;   // unsatisfied clauses with it
    std::uint32_t place = 0;  // its bit in the words
    Truth truth = Truth::open;
    std::uint32_t level = 0;  // at which it was assigned
    Reason reason;            // why it was
  };

  void assign(Lit lit, Reason reason);
  Outcome enqueue(Lit lit, Reason reason);
  Outcome propagate();
  Outcome visit(Lit lit);
  void unvisit(Lit lit);
  void unassign(Lit lit);
  Outcome conflict(Reason reason);
  void set_reason(Var var, Reason reason) { vars_[var.number()].reason = reason; }
  void flip_live(const VarState& state, Var var);

  const Instance& instance_;
  const bool learn_;
  std::function<bool()> poll_;
  const std::uint64_t work_between_polls_;
  std::vector<ClauseState> clauses_;
  std::vector<VarState> vars_;            // [0] unused
  std::vector<Lit> trail_;                // assigned literals, in order
  std::vector<std::size_t> level_begin_;  // level - 1 -> where it begins in the trail
  std::size_t n_visited_ = 0;             // literals of the trail that the counters know
  std::size_t n_unsatisfied_ = 0;
  std::uint64_t hash_ = 0;
  std::vector<std::uint64_t> live_;
  std::vector<std::uint64_t> assigned_;
  std::vector<std::uint64_t> positive_;
  std::uint64_t work_ = 0;  // clauses visited since the last poll
  std::uint64_t n_forced_ = 0;
  std::uint64_t n_conflicts_ = 0;
  LearnedClauses learned_;
};

}  // namespace gdlc
