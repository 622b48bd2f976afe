#include "core/dpll/analyze.hpp"

#include <algorithm>

namespace gdlc {

Analysis::Analysis(const Instance& instance, Propagator& propagator, Activity& activity)
    : instance_(instance),
      propagator_(propagator),
      activity_(activity),
      seen_(std::size_t{instance.n_vars()} + 1, false) {}

std::uint32_t Analysis::highest_level(const ZeroReason& reason) const {
  std::uint32_t level = 0;
  for (const Lit lit : reason) level = std::max(level, propagator_.level(lit.var()));
  return level;
}

void Analysis::conflict_reason(ZeroReason& reason) const {
  reason.clear();
  const auto& [clause, implied] = propagator_.conflict();
  if (clause == no_clause) return;
  for (const Lit lit : propagator_.clauses().literals(clause)) {
    if (propagator_.is_false(lit) && propagator_.level(lit.var()) > 0) reason.push_back(lit);
  }
}

std::uint32_t Analysis::conflict_level() const {
  const auto& [clause, implied] = propagator_.conflict();
  if (clause == no_clause) return 0;
  std::uint32_t level = 0;
  for (const Lit lit : propagator_.clauses().literals(clause)) {
    if (propagator_.is_false(lit)) level = std::max(level, propagator_.level(lit.var()));
  }
  return level;
}

bool Analysis::is_late(Lit lit, std::uint32_t level_of_forced) const {
  return instance_.is_universal(lit.var()) &&
         (!propagator_.is_false(lit) || propagator_.level(lit.var()) > level_of_forced ||
          propagator_.is_assumed(lit.var()));
}

void Analysis::meet_universal(Lit lit, bool is_late) {
  const auto has = [](const std::vector<Lit>& list, Lit one) {
    return std::find(list.begin(), list.end(), one) != list.end();
  };
  if (has(universals_, lit.negated())) is_tautology_ = true;
  if (has(universals_, lit)) return;
  universals_.push_back(lit);
  if (is_late) late_.push_back(lit);
}

// level_of_forced: of the literal whose reason is read, or of the conflict
template <class Below>
void Analysis::meet(Lit lit, std::uint32_t level, std::uint32_t level_of_forced, Below&& below) {
  const Var var = lit.var();
  if (instance_.is_universal(var)) {
    const bool late = is_late(lit, level_of_forced);
    meet_universal(lit, late);
    if (late) return;
  }
  if (seen_[var.number()]) return;
  const std::uint32_t its_level = propagator_.level(var);
  if (its_level == 0) return;
  seen_[var.number()] = true;
  met_.push_back(var);
  if (its_level == level) {
    ++n_open_;
  } else {
    below(lit);
  }
}

// Meets the other literals of the reason of a literal that is true.
template <class Below>
void Analysis::resolve(Lit lit, std::uint32_t level, Below&& below) {
  const std::uint32_t its_level = propagator_.level(lit.var());
  for (const Lit other : propagator_.clauses().literals(propagator_.reason(lit.var()))) {
    if (other != lit) meet(other, level, its_level, below);
  }
}

// All that forced its negation is in the clause already: resolving it away leaves a shorter one.
bool Analysis::is_redundant(Lit lit) const {
  const ClauseRef reason = propagator_.reason(lit.var());
  if (reason >= assumed) return false;
  const std::span<const Lit> clause = propagator_.clauses().literals(reason);
  return std::all_of(clause.begin(), clause.end(), [&](Lit other) {
    if (other.var() == lit.var()) return true;
    if (is_late(other, propagator_.level(lit.var()))) return false;
    return seen_[other.var().number()] || propagator_.level(other.var()) == 0;
  });
}

void Analysis::forget() {
  for (const Var var : met_) seen_[var.number()] = false;
  met_.clear();
  universals_.clear();
  late_.clear();
  is_tautology_ = false;
  n_open_ = 0;
}

std::uint32_t Analysis::learn(std::uint32_t level, std::size_t max_literals) {
  learned_.clear();
  learned_.emplace_back();
  const auto below = [&](Lit lit) { learned_.push_back(lit); };
  for (const Lit lit : propagator_.clauses().literals(propagator_.conflict().clause)) {
    meet(lit, level, level, below);
  }
  const std::span<const Lit> trail = propagator_.trail();
  std::size_t at = trail.size();
  Lit point;
  while (true) {
    do {
      point = trail[--at];
    } while (!seen_[point.var().number()] || propagator_.level(point.var()) != level);
    if (--n_open_ == 0) break;
    if (propagator_.is_assumed(point.var())) {
      forget();
      return level;
    }
    resolve(point, level, below);
  }
  learned_[0] = point.negated();
  for (const Var var : met_) activity_.bump(var);
  activity_.after_conflict();

  std::erase_if(learned_, [&](Lit lit) { return lit != learned_[0] && is_redundant(lit); });
  std::uint32_t target = 0;
  std::vector<std::uint32_t> levels{level};
  for (std::size_t i = 1; i < learned_.size(); ++i) {
    levels.push_back(propagator_.level(learned_[i].var()));
    if (levels.back() <= target) continue;
    target = levels.back();
    std::swap(learned_[1], learned_[i]);
    std::swap(levels[1], levels[i]);
  }
  std::sort(levels.begin(), levels.end());
  const auto n_levels = std::unique(levels.begin(), levels.end()) - levels.begin();
  const std::size_t n_false = learned_.size();
  for (const Lit lit : late_) {
    const auto end = learned_.begin() + static_cast<std::ptrdiff_t>(n_false);
    if (std::find(learned_.begin(), end, lit) == end) learned_.push_back(lit);
  }
  const bool has_universal = std::any_of(
      learned_.begin(), learned_.end(), [&](Lit lit) { return instance_.is_universal(lit.var()); });
  const bool says_something = !instance_.is_universal(learned_[0].var()) && !is_tautology_ &&
                              learned_.size() <= max_literals;
  forget();
  if (!says_something) return level;
  propagator_.add_learned(learned_, has_universal, static_cast<std::uint32_t>(n_levels));
  return target;
}

bool Analysis::leave_level(ZeroReason& reason, std::uint32_t level) {
  std::vector<Lit> left;
  const auto below = [&](Lit lit) { left.push_back(lit); };
  for (const Lit lit : reason) meet(lit, level, level, below);
  const std::span<const Lit> trail = propagator_.trail();
  bool holds = true;
  for (std::size_t at = trail.size(); n_open_ != 0 && holds;) {
    const Lit lit = trail[--at];
    if (!seen_[lit.var().number()] || propagator_.level(lit.var()) != level) continue;
    --n_open_;
    if (propagator_.is_assumed(lit.var())) {
      holds = false;
    } else if (propagator_.reason(lit.var()) != no_clause) {
      resolve(lit, level, below);
    }
  }
  forget();
  reason.swap(left);
  return holds;
}

}  // namespace gdlc
