#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/dpll/activity.hpp"
#include "core/dpll/instance.hpp"
#include "core/dpll/propagate.hpp"

namespace gdlc {

// Why a node is worth 0: literals that are false, and while they are, the value is 0 whatever is
// assigned besides. So a decision that has no part in it need not be tried the other way round.
using ZeroReason = std::vector<Lit>;

// Reads reasons of conflicts off the trail by resolution.
//
// A clause may have forced a literal while universal literals of it were open or, by now, are
// true: the opponent would have made them false. Such a *late* universal stays in a clause that is
// learned, which so follows from the formula by resolution alone. A ZeroReason leaves it out: it
// says what is lost when nothing but its own literals is given, and there the universal is open.
// The same goes for a universal literal that was assumed to be false: it is the opponent's choice.
// An existential literal that was assumed to be true loses nothing, but only where it is pure;
// what follows from it is no reason, and nothing is learned.
class Analysis {
 public:
  Analysis(const Instance& instance, Propagator& propagator, Activity& activity);

  // The highest level among the false literals of the conflict; 0: the formula is worth 0.
  std::uint32_t conflict_level() const;
  std::uint32_t highest_level(const ZeroReason& reason) const;

  // Learns the clause of the first unique implication point (Marques-Silva, Sakallah 1996) of the
  // conflict's level, which must not be 0. Returns the level at which it will force its first
  // literal, or the same level if nothing could be learned.
  std::uint32_t learn(std::uint32_t level, std::size_t max_literals);

  // The false literals of the conflict.
  void conflict_reason(ZeroReason& reason) const;

  // Leaves in the reason only literals below the level, which must be the highest one: those at it
  // follow from its decision and from literals below. False: there is no such reason.
  bool leave_level(ZeroReason& reason, std::uint32_t level);

 private:
  template <class Below>
  void meet(Lit lit, std::uint32_t level, std::uint32_t level_of_forced, Below&& below);
  template <class Below>
  void resolve(Lit lit, std::uint32_t level, Below&& below);
  bool is_late(Lit lit, std::uint32_t level_of_forced) const;
  bool is_redundant(Lit lit) const;
  void meet_universal(Lit lit, bool is_late);
  void forget();

  const Instance& instance_;
  Propagator& propagator_;
  Activity& activity_;
  std::vector<bool> seen_;       // var -> met in this analysis
  std::vector<Var> met_;         // those
  std::vector<Lit> universals_;  // literals of universals that were met
  std::vector<Lit> late_;        // those that are late
  bool is_tautology_ = false;    // a universal was met with both signs
  std::vector<Lit> learned_;
  std::uint32_t n_open_ = 0;  // met at the level and not yet resolved
};

}  // namespace gdlc
