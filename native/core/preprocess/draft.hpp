#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/formula/formula.hpp"
#include "core/preprocess/preprocess.hpp"
#include "core/stop.hpp"

namespace gdlc {

using DraftClause = std::uint32_t;  // a clause's number in a Draft, for good: none is used twice

// The outermost block, if who solves is asked for a choice there.
std::vector<Var> outer_choice(const Formula& formula);

// A formula while it is being simplified: clauses come and go, and who is in them is known.
//
// A clause never changes. A shorter one is a new one, and the old one is removed; so a list of
// clauses needs no upkeep but to skip removed ones. No clause holds a literal twice, or one with
// its negation, or (but for the time until `propagate`) an assigned variable.
class Draft {
 public:
  static constexpr DraftClause none = std::numeric_limits<DraftClause>::max();

  // The formula must outlive the draft. After a stop not all of it may be there: see is_whole.
  Draft(const Formula& formula, const PreprocessOptions& options, Stop& stop);

  std::uint32_t n_vars() const { return formula_.n_vars(); }
  Quantifier quantifier(Var var) const { return quantifier_[var.number()]; }
  // Counts the blocks that are not empty, from 0, neighbours of one quantifier as one. The larger
  // one is decided later.
  std::uint32_t level(Var var) const { return level_[var.number()]; }
  void count_levels();  // anew: blocks may have become empty
  bool is_true(Lit lit) const { return assigned_[lit.code()] != 0; }
  bool is_open(Var var) const { return !is_true(Lit(var, true)) && !is_true(Lit(var, false)); }

  DraftClause n_clauses() const { return static_cast<DraftClause>(clauses_.size()); }  // ever
  bool is_alive(DraftClause clause) const { return clauses_[clause].size != 0; }
  // Valid until a clause is added.
  std::span<const Lit> literals(DraftClause clause) const {
    return {literals_.data() + clauses_[clause].begin, clauses_[clause].size};
  }
  // A bit for each variable that occurs, some with the same: what has a bit more is no subset.
  std::uint64_t signature(DraftClause clause) const { return clauses_[clause].signature; }
  // The clauses with the literal. Valid until a clause is added, or this is called for it again.
  std::span<const DraftClause> clauses_with(Lit lit);
  std::uint32_t n_clauses_with(Lit lit) const { return n_clauses_with_[lit.code()]; }
  bool occurs(Var var) const {
    return n_clauses_with(Lit(var, true)) + n_clauses_with(Lit(var, false)) != 0;
  }

  // Adds what is left of a clause without false literals and without those that universal
  // reduction takes, unless it is true. pre: not the draft's own memory; no literal twice, or with
  // its negation
  void add(std::span<const Lit> literals);
  void remove(DraftClause clause);

  // Sets a literal as a player would who has the choice: it costs nothing.
  void choose(Lit lit) { assign(lit); }
  // Sets a literal without which the formula is false: the factor of a chance literal is counted,
  // and a universal makes the value 0.
  void force(Lit lit);
  // Takes assigned variables out of all clauses, and those that this forces. False: the value is 0.
  bool propagate();
  void make_zero() { is_zero_ = true; }
  bool is_zero() const { return is_zero_; }
  const Rational& factor() const { return factor_; }

  // Work is counted in literals and clauses looked at.
  void count_work(std::size_t amount);
  std::uint64_t work() const { return work_; }
  bool is_stopped() const { return is_stopped_; }
  std::size_t bytes() const;                   // held now
  bool is_whole() const { return is_whole_; }  // not so: a stop came first, and it is of no use
  bool is_settled() const { return is_zero_ || is_stopped_; }  // nothing more is to be done

  // Literals that have lost their last clause, once for each time: whoever uses them clears them.
  std::vector<Lit>& vanished() { return vanished_; }
  // Clauses with the variable came or went since the last call; true at the first.
  bool take_change(Var var) { return std::exchange(is_changed_[var.number()], 0) != 0; }
  // Clauses of two literals that were ever added.
  std::uint64_t n_binary() const { return n_binary_; }
  ChoiceRecord& choice() { return choice_; }
  PreprocessCounts& counts() { return counts_; }

  // What is left, with the probabilities of the original. The draft is of no use any more.
  Formula finish();

 private:
  struct Clause {
    std::size_t begin;  // in literals_
    std::uint64_t signature;
    std::uint32_t size;  // 0: removed
  };

  void poll();
  void assign(Lit lit);
  void reduce(std::vector<Lit>& literals);
  void store(std::span<const Lit> literals);
  void visit_false(Lit lit);
  void shorten_touched();

  const Formula& formula_;
  const PreprocessOptions options_;
  Stop& stop_;
  std::vector<Quantifier> quantifier_;  // var -> of its block
  std::vector<std::uint32_t> level_;    // var -> level
  std::uint32_t n_levels_ = 0;
  std::vector<char> assigned_;  // literal -> it is true
  std::vector<Clause> clauses_;
  std::vector<Lit> literals_;
  std::vector<std::vector<DraftClause>>
      occurrences_;                            // literal -> clauses; removed ones among them
  std::vector<std::uint32_t> n_clauses_with_;  // literal -> those not removed
  std::vector<Lit> trail_;                     // assigned literals, in order
  std::size_t n_propagated_ = 0;               // of the trail
  std::vector<std::uint32_t> n_false_;  // clause -> its false literals; 0 outside `propagate`
  std::vector<DraftClause> touched_;    // clauses with such a count
  std::vector<Lit> vanished_;
  std::vector<char> is_changed_;  // var -> for take_change
  std::uint64_t n_binary_ = 0;
  std::vector<Lit> scratch_;  // of `add`
  Rational factor_ = 1;
  bool is_zero_ = false;
  std::uint64_t work_ = 0;
  std::uint64_t next_poll_ = 0;  // of the stop, at this much work
  bool is_stopped_ = false;
  bool is_whole_ = true;
  ChoiceRecord choice_;
  PreprocessCounts counts_;
};

// What one technique may spend, in all rounds together. Games of 100,000 variables would take
// seconds otherwise, most of them for the last few variables.
class Effort {
 public:
  explicit Effort(std::uint64_t limit) : left_(limit) {}

  // One call of the technique: lasts until the effort is spent or the draft is settled.
  class Turn {
   public:
    Turn(Effort& effort, const Draft& draft)
        : effort_(effort), draft_(draft), begin_(draft.work()) {}
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() { effort_.left_ -= std::min(effort_.left_, draft_.work() - begin_); }
    bool goes_on() const { return draft_.work() - begin_ < effort_.left_ && !draft_.is_settled(); }

   private:
    Effort& effort_;
    const Draft& draft_;
    const std::uint64_t begin_;
  };

 private:
  std::uint64_t left_;
};

}  // namespace gdlc
