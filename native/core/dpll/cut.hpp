#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/dpll/instance.hpp"
#include "core/dpll/propagate.hpp"

namespace gdlc {

// Keys of residual formulas for formulas that are structured by time, as those of games are.
//
// Every variable gets a time: the variable of the prefix after whose decision it is known. For
// variables up to the last that is not existential that is their own number; for those behind it,
// which propagation assigns, the latest of some random descents. The cut at a variable of the
// prefix are the variables of earlier times that share a clause with one that is not. Once all
// variables of earlier times are known, the assignment of the cut determines the residual formula:
// clauses before it are true, and what was assigned behind it follows from the rest. In a game the
// cut holds the state. The few variables that are not known in time become part of the key.
class Cut {
 public:
  static constexpr std::size_t max_entries = std::size_t{1} << 26U;  // of all cuts together

  // pre: no level is open, and none is afterwards
  //   poll  asked now and then; true: give up. The cut is of no use then
  Cut(const Instance& instance, Propagator& propagator, const std::function<bool()>& poll);

  // Cuts are small enough to be keys.
  bool is_useful() const { return is_useful_; }

  // Nothing else need be tried: nearly all variables are defined by the few of the prefix, as in
  // the formula of a game, or all cuts are so small that few keys can differ.
  bool is_timed() const { return is_timed_; }

  // What is known at a node of the variables in the order of their times.
  struct Known {
    std::uint32_t n_passed = 0;     // of earlier times than the node's
    std::size_t missing_begin = 0;  // those of them that are open and in an unsatisfied clause,
    std::size_t missing_end = 0;    // in a stack of such
  };

  // Writes the key at a node whose next decision is on `next`. Variables of earlier times that are
  // missing are part of it, and so are the unsatisfied clauses before the cut that they are in.
  //   known: in, of a node above; out, of this one. It lies on top of the stack: see drop_missing
  void write(const Propagator& propagator, Var next, Known& known, std::vector<std::uint8_t>& key);

  // Takes from the stack what nodes below this one put there.
  void drop_missing(const Known& known) { missing_.resize(known.missing_end); }

  std::size_t bytes() const;

 private:
  void sample_times(Propagator& propagator);
  void find_cuts();
  void pass(const Propagator& propagator, std::uint32_t now, Known& known);
  Var next_var(const Propagator& propagator, std::uint32_t from) const;

  const Instance& instance_;
  std::uint32_t n_prefix_ = 0;       // variables up to the last that is not existential
  std::vector<std::uint32_t> time_;  // var -> time
  std::vector<Var> by_time_;
  std::vector<std::uint32_t> begin_;   // variable of the prefix -> begin of its cut, and one end
  std::vector<Var> vars_;              // of all cuts
  std::vector<std::uint32_t> latest_;  // clause -> latest time of a variable in it
  std::vector<Var> missing_;
  std::vector<ClauseIndex> clauses_;  // scratch
  bool is_useful_ = false;
  bool is_timed_ = false;
};

}  // namespace gdlc
