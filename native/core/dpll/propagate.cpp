#include "core/dpll/propagate.hpp"

#include <algorithm>
#include <utility>

#include "core/dpll/audit.hpp"
#include "core/errors.hpp"

namespace gdlc {

Propagator::Propagator(const Instance& instance, std::function<bool()> poll,
                       std::uint64_t work_between_polls)
    : instance_(instance),
      poll_(std::move(poll)),
      work_between_polls_(work_between_polls),
      watches_(2 * (std::size_t{instance.n_vars()} + 1)),
      truth_(2 * (std::size_t{instance.n_vars()} + 1), 0),
      vars_(std::size_t{instance.n_vars()} + 1) {
  std::vector<Lit> literals;
  for (ClauseIndex index = 0; index < instance.n_clauses(); ++index) {
    literals.assign(instance.clause(index).begin(), instance.clause(index).end());
    bool has_universal = false;
    for (const Lit lit : literals)
      has_universal = has_universal || instance.is_universal(lit.var());
    if (has_universal) order_watches(literals);
    const ClauseRef ref = clauses_.add(literals, has_universal);
    check(ref < binary_flag, "propagate: the clauses are too large");
    if (literals.size() > 1) watch(ref);
  }
  first_learned_ = clauses_.end();
}

// Universal literals are watched only where there is but one other literal; then the one that
// stands foremost in the prefix.
void Propagator::order_watches(std::span<Lit> literals) const {
  std::stable_sort(literals.begin(), literals.end(), [&](Lit left, Lit right) {
    const bool universal = instance_.is_universal(right.var());
    if (instance_.is_universal(left.var()) != universal) return universal;
    return universal && instance_.block(left.var()) < instance_.block(right.var());
  });
}

void Propagator::watch(ClauseRef ref) {
  const std::span<const Lit> literals = clauses_.literals(ref);
  const ClauseRef flagged = literals.size() == 2 ? ref | binary_flag : ref;
  watches_[literals[0].code()].push_back({flagged, literals[1]});
  watches_[literals[1].code()].push_back({flagged, literals[0]});
  watch_bytes_ += 3 * sizeof(Watch);
}

bool Propagator::is_satisfied(ClauseIndex index) const {
  for (const Lit lit : instance_.clause(index)) {
    if (is_true(lit)) return true;
  }
  return false;
}

bool Propagator::is_live(Var var) const {
  for (const Lit lit : {Lit(var, true), Lit(var, false)}) {
    for (const ClauseIndex index : instance_.clauses_with(lit)) {
      if (!is_satisfied(index)) return true;
    }
  }
  return false;
}

inline void Propagator::assign(Lit lit, ClauseRef reason, std::uint32_t level) {
  truth_[lit.code()] = 1;
  truth_[lit.negated().code()] = -1;
  VarState& state = vars_[lit.var().number()];
  state.level = level;
  state.reason = reason;
  trail_.push_back(lit);
}

void Propagator::set_conflict(ClauseRef ref, Lit implied) {
  ++n_conflicts_;
  conflict_ = {ref, implied};
}

std::uint32_t Propagator::level_of_others(ClauseRef ref, Lit lit) const {
  std::uint32_t level = 0;
  for (const Lit other : clauses_.literals(ref)) {
    if (other != lit && is_false(other)) level = std::max(level, this->level(other.var()));
  }
  return level;
}

// level_of_false: of the literal whose falsehood led here; if it is the deepest one, no other can
// have a higher level.
inline void Propagator::force(Lit lit, ClauseRef reason, std::uint32_t level_of_false) {
  ++n_forced_;
  assign(lit, reason, level_of_false == depth() ? level_of_false : level_of_others(reason, lit));
}

// False: it is universal, and so its clause is worth 0.
inline bool Propagator::force_or_zero(Lit lit, ClauseRef reason, std::uint32_t level_of_false) {
  if (instance_.is_universal(lit.var())) {
    set_conflict(reason);
    return false;
  }
  force(lit, reason, level_of_false);
  return true;
}

Propagator::Visit Propagator::visit_with_universals(ClauseRef ref, Watch& watch, Lit false_lit) {
  const std::span<Lit> literals = clauses_.literals(ref);
  if (literals[0] == false_lit) std::swap(literals[0], literals[1]);
  const Lit first = literals[0];
  std::size_t outermost = 0;  // open universal literal
  for (std::size_t i = 2; i < literals.size(); ++i) {
    const Lit lit = literals[i];
    if (is_false(lit)) continue;
    if (is_true(lit) && instance_.is_universal(lit.var())) {
      // Watching it could leave none but universals watched once it is taken back.
      watch.other = lit;
      return Visit::kept;
    }
    if (!instance_.is_universal(lit.var())) {
      std::swap(literals[1], literals[i]);
      watches_[literals[1].code()].push_back({ref, first});
      return Visit::moved;
    }
    if (outermost == 0 || instance_.block(lit.var()) < instance_.block(literals[outermost].var())) {
      outermost = i;
    }
  }
  watch.other = first;
  if (is_false(first) || instance_.is_universal(first.var())) {
    set_conflict(ref);
    return Visit::zero;
  }
  if (outermost != 0 && instance_.block(literals[outermost].var()) < instance_.block(first.var())) {
    std::swap(literals[1], literals[outermost]);
    watches_[literals[1].code()].push_back({ref, first});
    return Visit::moved;
  }
  force(first, ref, level(false_lit.var()));
  return Visit::kept;
}

inline Propagator::Visit Propagator::visit(Watch& watch, Lit false_lit) {
  if (watch.is_binary()) {
    if (is_false(watch.other)) {
      set_conflict(watch.ref());
      return Visit::zero;
    }
    return force_or_zero(watch.other, watch.ref(), level(false_lit.var())) ? Visit::kept
                                                                           : Visit::zero;
  }
  const ClauseRef ref = watch.clause;
  const std::span<Lit> literals = clauses_.literals(ref);
  const Lit first = literals[0] == false_lit ? literals[1] : literals[0];
  if (first != watch.other && is_true(first)) {
    watch.other = first;
    return Visit::kept;
  }
  if (clauses_.has_universal(ref)) return visit_with_universals(ref, watch, false_lit);
  literals[0] = first;
  literals[1] = false_lit;
  for (std::size_t i = 2; i < literals.size(); ++i) {
    const Lit lit = literals[i];
    if (is_false(lit)) continue;
    literals[1] = lit;
    literals[i] = false_lit;
    watches_[lit.code()].push_back({ref, first});
    return Visit::moved;
  }
  watch.other = first;
  if (is_false(first)) {
    set_conflict(ref);
    return Visit::zero;
  }
  force(first, ref, level(false_lit.var()));
  return Visit::kept;
}

// Looks at all that watches the negation of a literal that is true. False: zero.
bool Propagator::visit_all(Lit lit) {
  const Lit false_lit = lit.negated();
  std::vector<Watch>& list = watches_[false_lit.code()];
  Watch* kept = list.data();
  Watch* const end = list.data() + list.size();
  bool is_open = true;
  Watch* at = list.data();
  for (; at != end && is_open; ++at) {
    if (is_true(at->other)) {
      *kept++ = *at;
      continue;
    }
    // No list that grows meanwhile is this one: its literal is false.
    switch (visit(*at, false_lit)) {
      case Visit::moved:
        break;
      case Visit::zero:
        is_open = false;
        [[fallthrough]];
      case Visit::kept:
        *kept++ = *at;
    }
  }
  work_ += 1 + static_cast<std::size_t>(at - list.data());
  kept = std::copy(at, end, kept);
  list.resize(static_cast<std::size_t>(kept - list.data()));
  return is_open;
}

// False: zero.
bool Propagator::assert_pending() {
  for (std::size_t at = 0; at < pending_.size();) {
    const ClauseRef ref = pending_[at];
    const std::span<const Lit> literals = clauses_.literals(ref);
    const Lit first = literals[0];
    const bool others_are_false = std::all_of(literals.begin() + 1, literals.end(), [&](Lit lit) {
      return is_false(lit) || (instance_.is_universal(lit.var()) && !is_true(lit) &&
                               instance_.block(lit.var()) > instance_.block(first.var()));
    });
    if (others_are_false && is_false(first)) {
      ++at;  // its level is still open
      continue;
    }
    pending_[at] = pending_.back();
    pending_.pop_back();
    if (!others_are_false || is_true(first)) continue;
    if (instance_.is_universal(first.var())) {
      set_conflict(ref);
      return false;
    }
    ++n_forced_;
    assign(first, ref, level_of_others(ref, first));
  }
  return true;
}

Outcome Propagator::propagate() {
  if (!pending_.empty() && !assert_pending()) return Outcome::zero;
  while (n_propagated_ < trail_.size()) {
    const bool is_open = visit_all(trail_[n_propagated_++]);
    if (work_ >= work_between_polls_) {
      work_before_ += std::exchange(work_, 0);
      if (poll_()) return Outcome::stopped;
    }
    if (!is_open) return Outcome::zero;
  }
  if constexpr (audits) audit_closed(instance_, *this);
  return Outcome::open;
}

Outcome Propagator::propagate_units() {
  if (instance_.has_empty_clause()) {
    set_conflict(no_clause);
    return Outcome::zero;
  }
  ClauseRef ref = 0;
  for (ClauseIndex index = 0; index < instance_.n_clauses(); ++index, ref = clauses_.next(ref)) {
    const std::span<const Lit> clause = clauses_.literals(ref);
    if (clause.size() != 1 || is_true(clause[0])) continue;
    if (is_false(clause[0])) {
      set_conflict(ref);
      return Outcome::zero;
    }
    force(clause[0], ref, 0);
  }
  return propagate();
}

void Propagator::assume(Lit lit) {
  assign(lit, assumed, depth());
}

Outcome Propagator::decide(Lit lit) {
  Outcome outcome = propagate();
  level_begin_.push_back(trail_.size());
  if (outcome != Outcome::open || is_true(lit)) return outcome;
  if (is_false(lit)) {
    set_conflict(reason(lit.var()), lit.negated());
    return Outcome::zero;
  }
  assign(lit, no_clause, depth());
  work_ += 16;
  return propagate();
}

void Propagator::undo() {
  check(!level_begin_.empty(), "undo: no level is open");
  const std::size_t begin = level_begin_.back();
  level_begin_.pop_back();
  const std::uint32_t depth = this->depth();
  staying_.clear();
  while (trail_.size() > begin) {
    const Lit lit = trail_.back();
    trail_.pop_back();
    VarState& state = vars_[lit.var().number()];
    if (state.level <= depth) {
      staying_.push_back(lit);
      continue;
    }
    truth_[lit.code()] = 0;
    truth_[lit.negated().code()] = 0;
    state.last_value = lit.positive();
  }
  trail_.insert(trail_.end(), staying_.rbegin(), staying_.rend());
  n_propagated_ = std::min(n_propagated_, begin);
}

void Propagator::add_learned(std::span<const Lit> literals, bool has_universal,
                             std::uint32_t n_levels) {
  if (learned_now_ >= max_learned_) drop_half_of_learned();
  const ClauseRef ref = clauses_.add(literals, has_universal);
  check(ref < binary_flag, "propagate: the clauses are too large");
  clauses_.set_n_levels(ref, n_levels);
  if (literals.size() > 1) watch(ref);
  pending_.push_back(ref);
  ++learned_now_;
  ++n_learned_;
}

// Drops the half that had the most levels, but none that is a reason or waits to be one. Few levels
// promise much (Audemard, Simon 2009).
void Propagator::drop_half_of_learned() {
  std::vector<std::uint32_t> n_levels;
  for (ClauseRef ref = first_learned_; ref < clauses_.end(); ref = clauses_.next(ref)) {
    n_levels.push_back(clauses_.n_levels(ref));
  }
  const auto middle = n_levels.begin() + static_cast<std::ptrdiff_t>(n_levels.size() / 2);
  std::nth_element(n_levels.begin(), middle, n_levels.end());
  const std::uint32_t limit = std::max<std::uint32_t>(*middle, 3);

  std::vector<ClauseRef> used(pending_);
  for (const Lit lit : trail_) {
    const ClauseRef reason = vars_[lit.var().number()].reason;
    if (reason < assumed && reason >= first_learned_) used.push_back(reason);
  }
  if (conflict_.clause != no_clause) used.push_back(conflict_.clause);
  std::sort(used.begin(), used.end());
  for (ClauseRef ref = first_learned_; ref < clauses_.end(); ref = clauses_.next(ref)) {
    if (clauses_.n_levels(ref) < limit) continue;
    if (!std::binary_search(used.begin(), used.end(), ref)) clauses_.drop(ref);
  }

  for (std::vector<Watch>& list : watches_) {
    std::erase_if(list, [&](const Watch& watch) {
      return watch.ref() >= first_learned_ && clauses_.is_dropped(watch.ref());
    });
  }
  std::vector<std::pair<ClauseRef, ClauseRef>> moved;
  clauses_.compact(first_learned_,
                   [&](ClauseRef from, ClauseRef to) { moved.emplace_back(from, to); });
  const auto new_ref = [&](ClauseRef ref) {
    if (ref >= assumed || ref < first_learned_) return ref;
    return std::lower_bound(moved.begin(), moved.end(), std::pair(ref, ClauseRef{0}))->second;
  };
  for (std::vector<Watch>& list : watches_) {
    for (Watch& watch : list) {
      watch.clause = new_ref(watch.ref()) | (watch.clause & binary_flag);
    }
  }
  for (const Lit lit : trail_) {
    ClauseRef& reason = vars_[lit.var().number()].reason;
    reason = new_ref(reason);
  }
  for (ClauseRef& ref : pending_) ref = new_ref(ref);
  conflict_.clause = new_ref(conflict_.clause);
  learned_now_ = moved.size();
  // What is worth keeping may be more than half.
  max_learned_ = std::max(max_learned_, learned_now_ * 2);
}

std::size_t Propagator::bytes() const {
  return clauses_.bytes() + watch_bytes_ + watches_.capacity() * sizeof(watches_[0]) +
         truth_.capacity() + vars_.capacity() * sizeof(VarState) + trail_.capacity() * sizeof(Lit);
}

}  // namespace gdlc
