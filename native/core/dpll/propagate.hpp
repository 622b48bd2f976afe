#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/dpll/clause_store.hpp"
#include "core/dpll/instance.hpp"
#include "core/dpll/reason.hpp"

namespace gdlc {

// The assignment, closed under unit propagation: two literals of each clause are watched (Moskewicz
// and others 2001), with a third one at hand that tells a true clause from afar.
//
// Universal literals: a clause whose literals are false, but for universal ones, is worth 0,
// since the opponent makes them false. Where one existential or chance literal is left as well,
// and all universal ones stand behind it in the prefix, it is forced (Cadoli, Giovanardi, Schaerf
// 1998).
//
// Each literal has the level of its reason: the highest level among the other literals of the
// clause that forced it. It may be lower than the level open when it was found, because of a clause
// learned since; then it stays when that level is closed (chronological backtracking: Nadel,
// Ryvchin 2018).
class Propagator {
 public:
  // About a millisecond of work.
  static constexpr std::uint64_t default_work_between_polls = 1U << 15U;

  // `poll` is asked once in about `work_between_polls` visited clauses; true gives up
  // (Outcome::stopped).
  Propagator(const Instance& instance, std::function<bool()> poll,
             std::uint64_t work_between_polls = default_work_between_polls);

  Outcome propagate_units();  // the unit clauses of the formula; once, before all else
  Outcome decide(Lit lit);    // opens a level. A literal that is true already opens an empty one
  // Makes a literal true at the last level without a clause that forces it: one of which its
  // player knows that nothing is lost by it. `propagate` follows.
  void assume(Lit lit);
  Outcome propagate();  // what was left to be forced by `undo` and `add_learned`
  void undo();          // closes the last level, whatever its outcome was

  // Work done elsewhere that brings the next poll nearer, in clauses looked at.
  void count_work(std::uint64_t amount) { work_ += amount; }

  bool is_true(Lit lit) const { return truth_[lit.code()] > 0; }
  bool is_false(Lit lit) const { return truth_[lit.code()] < 0; }
  bool is_open(Var var) const { return truth_[2 * std::size_t{var.number()}] == 0; }
  bool is_satisfied(ClauseIndex index) const;  // a clause of the instance
  bool is_live(Var var) const;                 // in a clause of the instance without a true literal
  std::span<const Lit> trail() const { return trail_; }
  std::uint32_t depth() const { return static_cast<std::uint32_t>(level_begin_.size()); }
  std::size_t begin_of_last_level() const { return level_begin_.back(); }   // in the trail
  std::uint32_t level(Var var) const { return vars_[var.number()].level; }  // pre: assigned
  ClauseRef reason(Var var) const { return vars_[var.number()].reason; }    // pre: assigned
  bool is_assumed(Var var) const { return reason(var) == assumed; }
  bool last_value(Var var) const { return vars_[var.number()].last_value; }

  // After Outcome::zero: the clause without a true literal but `implied`, and without an open one
  // but universals.
  struct Conflict {
    ClauseRef clause = no_clause;  // none: the formula has an empty clause
    Lit implied;  // decided against: the clause makes it true; no literal if not so
  };
  const Conflict& conflict() const { return conflict_; }

  const ClauseStore& clauses() const { return clauses_; }
  // A clause that follows from the formula, falsified now. Its first literal will be forced by
  // `propagate` after enough levels were closed.
  //   pre: the second literal has the highest level among the others
  void add_learned(std::span<const Lit> literals, bool has_universal, std::uint32_t n_levels);

  std::uint64_t work() const { return work_before_ + work_; }  // clauses visited
  std::uint64_t n_forced() const { return n_forced_; }
  std::uint64_t n_conflicts() const { return n_conflicts_; }
  std::uint64_t n_learned() const { return n_learned_; }
  std::size_t bytes() const;

 private:
  // One in the list of a literal, to be looked at when that becomes false.
  struct Watch {
    ClauseRef clause;
    Lit other;  // if true, so is the clause. Of a clause with two literals it is the second one
    bool is_binary() const { return (clause & binary_flag) != 0; }
    ClauseRef ref() const { return clause & ~binary_flag; }
  };
  static constexpr ClauseRef binary_flag = ClauseRef{1} << 31U;

  struct VarState {
    std::uint32_t level = 0;
    ClauseRef reason = no_clause;
    bool last_value = true;
  };

  enum class Visit : std::uint8_t { moved, kept, zero };

  void watch(ClauseRef ref);
  void order_watches(std::span<Lit> literals) const;
  void assign(Lit lit, ClauseRef reason, std::uint32_t level);
  void force(Lit lit, ClauseRef reason, std::uint32_t level_of_false);
  bool force_or_zero(Lit lit, ClauseRef reason, std::uint32_t level_of_false);
  Visit visit(Watch& watch, Lit false_lit);
  Visit visit_with_universals(ClauseRef ref, Watch& watch, Lit false_lit);
  bool visit_all(Lit lit);
  bool assert_pending();
  std::uint32_t level_of_others(ClauseRef ref, Lit lit) const;
  void set_conflict(ClauseRef ref, Lit implied = {});
  void drop_half_of_learned();

  const Instance& instance_;
  std::function<bool()> poll_;
  const std::uint64_t work_between_polls_;
  ClauseStore clauses_;
  ClauseRef first_learned_ = 0;
  std::vector<std::vector<Watch>> watches_;  // literal code -> when it becomes false
  std::vector<std::int8_t> truth_;           // literal code -> 1 true, -1 false, 0 open
  std::vector<VarState> vars_;               // [0] unused
  std::vector<Lit> trail_;                   // assigned literals, in order
  std::vector<std::size_t> level_begin_;     // level - 1 -> where it begins in the trail
  std::size_t n_propagated_ = 0;             // literals of the trail whose watches were visited
  std::vector<Lit> staying_;                 // scratch of undo
  std::vector<ClauseRef> pending_;           // learned, not yet forcing their first literal
  Conflict conflict_;
  std::uint64_t work_before_ = 0;  // ... the last poll
  std::uint64_t work_ = 0;         // clauses visited since the last poll
  std::uint64_t n_forced_ = 0;
  std::uint64_t n_conflicts_ = 0;
  std::uint64_t n_learned_ = 0;
  std::size_t learned_now_ = 0;
  std::size_t max_learned_ = 8000;
  std::size_t watch_bytes_ = 0;
};

}  // namespace gdlc
