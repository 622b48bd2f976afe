#include "core/dpll/learned.hpp"

#include <algorithm>
#include <utility>

#include "core/dpll/propagate.hpp"

namespace gdlc {

LearnedClauses::LearnedClauses(std::uint32_t n_vars)
    : watches_(2 * (std::size_t{n_vars} + 1)), seen_(std::size_t{n_vars} + 1, false) {}

void LearnedClauses::resolve(Propagator& propagator, Reason reason) {
  const auto level = static_cast<std::uint32_t>(propagator.depth());
  for (const Lit lit : propagator.clause_of(reason)) {
    const std::uint32_t number = lit.var().number();
    const std::uint32_t its_level = propagator.level(lit.var());
    if (seen_[number] || its_level == 0) continue;
    seen_[number] = true;
    met_.push_back(lit);
    if (its_level == level) {
      ++n_open_;
    } else {
      lower_.push_back(lit);
    }
  }
}

// All that forced its negation is in the clause already: resolving it away leaves a shorter one.
bool LearnedClauses::is_redundant(const Propagator& propagator, Lit lit) const {
  const Reason reason = propagator.reason(lit.var());
  if (reason.is_decision()) return false;
  const std::span<const Lit> clause = propagator.clause_of(reason);
  return std::all_of(clause.begin(), clause.end(), [&](Lit other) {
    return other.var() == lit.var() || seen_[other.var().number()] ||
           propagator.level(other.var()) == 0;
  });
}

void LearnedClauses::learn(Propagator& propagator, Reason reason) {
  met_.clear();
  lower_.clear();
  n_open_ = 0;
  resolve(propagator, reason);
  // All false below the last level: the clause was learned late, there is nothing to find here.
  if (n_open_ != 0) {
    const std::span<const Lit> trail = propagator.trail();
    std::size_t at = trail.size();
    Lit point;
    while (true) {
      do {
        point = trail[--at];
      } while (!seen_[point.var().number()]);
      if (--n_open_ == 0) break;
      resolve(propagator, propagator.reason(point.var()));
    }
    std::vector<Lit> literals{point.negated()};
    for (const Lit lit : lower_) {
      if (!is_redundant(propagator, lit)) literals.push_back(lit);
    }
    if (literals.size() <= max_literals) keep(propagator, std::move(literals));
  }
  for (const Lit lit : met_) seen_[lit.var().number()] = false;
}

void LearnedClauses::keep(Propagator& propagator, std::vector<Lit> literals) {
  if (clauses_.size() >= max_clauses_) drop_half(propagator);
  if (literals.size() > 1) {
    const auto highest =
        std::max_element(literals.begin() + 1, literals.end(), [&](Lit left, Lit right) {
          return propagator.level(left.var()) < propagator.level(right.var());
        });
    std::iter_swap(literals.begin() + 1, highest);
  }
  std::vector<std::uint32_t> levels;
  levels.reserve(literals.size());
  for (const Lit lit : literals) levels.push_back(propagator.level(lit.var()));
  std::sort(levels.begin(), levels.end());
  const auto n_levels = std::unique(levels.begin(), levels.end()) - levels.begin();

  const auto index = static_cast<std::uint32_t>(clauses_.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(2, literals.size()); ++i) {
    watches_[literals[i].code()].push_back(index);
  }
  bytes_ += sizeof(Clause) + literals.size() * sizeof(Lit) + 2 * sizeof(std::uint32_t);
  clauses_.push_back({std::move(literals), static_cast<std::uint32_t>(n_levels)});
  ++n_learned_;
  if (pending_.size() == max_pending) pending_.erase(pending_.begin());
  pending_.push_back(index);
}

// Drops the half with the most levels, but none that is the reason of a literal on the trail.
void LearnedClauses::drop_half(Propagator& propagator) {
  std::vector<std::uint32_t> n_levels;
  n_levels.reserve(clauses_.size());
  for (const Clause& clause : clauses_) n_levels.push_back(clause.n_levels);
  const auto middle = n_levels.begin() + static_cast<std::ptrdiff_t>(n_levels.size() / 2);
  std::nth_element(n_levels.begin(), middle, n_levels.end());
  const std::uint32_t limit = std::max<std::uint32_t>(*middle, 3);

  std::vector<Clause> kept;
  std::vector<std::uint32_t> new_index(clauses_.size(), UINT32_MAX);
  bytes_ = 0;
  for (std::uint32_t index = 0; index < clauses_.size(); ++index) {
    Clause& clause = clauses_[index];
    const Var first = clause.literals.front().var();
    const bool is_reason =
        !propagator.is_open(first) && propagator.reason(first) == Reason::learned(index);
    if (clause.n_levels >= limit && !is_reason) continue;
    new_index[index] = static_cast<std::uint32_t>(kept.size());
    if (is_reason) propagator.set_reason(first, Reason::learned(new_index[index]));
    bytes_ += sizeof(Clause) + clause.literals.size() * sizeof(Lit) + 2 * sizeof(std::uint32_t);
    kept.push_back(std::move(clause));
  }
  clauses_ = std::move(kept);
  for (std::vector<std::uint32_t>& watch : watches_) {
    for (std::uint32_t& index : watch) index = new_index[index];
    std::erase(watch, UINT32_MAX);
  }
  for (std::uint32_t& index : pending_) index = new_index[index];
  std::erase(pending_, UINT32_MAX);
  // What is worth keeping may be more than half.
  max_clauses_ = std::max(max_clauses_, clauses_.size() * 2);
}

Outcome LearnedClauses::propagate(Propagator& propagator, Lit lit) {
  const Lit negated = lit.negated();
  std::vector<std::uint32_t>& watch = watches_[negated.code()];
  std::size_t kept = 0;
  Outcome outcome = Outcome::open;
  std::size_t at = 0;
  std::uint32_t failed = UINT32_MAX;
  for (; at < watch.size() && outcome == Outcome::open; ++at) {
    const std::uint32_t index = watch[at];
    std::vector<Lit>& literals = clauses_[index].literals;
    watch[kept++] = index;
    if (literals.size() == 1) {
      failed = index;
      break;
    }
    if (literals[0] == negated) std::swap(literals[0], literals[1]);
    if (propagator.truth(literals[0]) == Truth::yes) continue;
    const auto found = std::find_if(literals.begin() + 2, literals.end(), [&](Lit other) {
      return propagator.truth(other) != Truth::no;
    });
    if (found != literals.end()) {
      std::iter_swap(literals.begin() + 1, found);
      watches_[literals[1].code()].push_back(index);
      --kept;
      continue;
    }
    if (propagator.truth(literals[0]) == Truth::no) {
      failed = index;
      ++at;
      break;
    }
    outcome = propagator.enqueue(literals[0], Reason::learned(index));
  }
  for (; at < watch.size(); ++at) watch[kept++] = watch[at];
  watch.resize(kept);
  // Only now: learning adds clauses, and may drop some, from the list we walk along.
  if (failed != UINT32_MAX) return propagator.conflict(Reason::learned(failed));
  return outcome;
}

Outcome LearnedClauses::assert_pending(Propagator& propagator) {
  std::size_t kept = 0;
  Outcome outcome = Outcome::open;
  for (std::size_t at = 0; at < pending_.size(); ++at) {
    const std::uint32_t index = pending_[at];
    const std::vector<Lit>& literals = clauses_[index].literals;
    const auto is_false = [&](Lit lit) { return propagator.truth(lit) == Truth::no; };
    if (!std::all_of(literals.begin() + 1, literals.end(), is_false)) continue;
    pending_[kept++] = index;
    if (outcome != Outcome::open) continue;
    if (is_false(literals.front())) {
      outcome = Outcome::zero;  // decided just now, against the clause: nothing new to learn
    } else {
      outcome = propagator.enqueue(literals.front(), Reason::learned(index));
    }
  }
  pending_.resize(kept);
  return outcome;
}

}  // namespace gdlc
