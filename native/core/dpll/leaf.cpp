#include "core/dpll/leaf.hpp"

#include <algorithm>
#include <utility>

namespace gdlc {

Leaf::Leaf(std::uint32_t n_vars, Propagator& propagator, Analysis& analysis,
           const Activity& activity, std::size_t max_literals)
    : propagator_(propagator),
      analysis_(analysis),
      activity_(activity),
      max_literals_(max_literals),
      place_(std::size_t{n_vars} + 1, 0),
      is_candidate_(std::size_t{n_vars} + 1, false) {}

bool Leaf::comes_before(Var left, Var right) const {
  const double of_left = activity_.of(left);
  const double of_right = activity_.of(right);
  return of_left != of_right ? of_left > of_right : left < right;
}

void Leaf::sift_up(std::size_t at) {
  const Var var = heap_[at];
  while (at > 0 && comes_before(var, heap_[(at - 1) / 2])) {
    heap_[at] = heap_[(at - 1) / 2];
    place_[heap_[at].number()] = static_cast<std::uint32_t>(at + 1);
    at = (at - 1) / 2;
  }
  heap_[at] = var;
  place_[var.number()] = static_cast<std::uint32_t>(at + 1);
}

void Leaf::sift_down(std::size_t at) {
  const Var var = heap_[at];
  while (true) {
    std::size_t child = 2 * at + 1;
    if (child >= heap_.size()) break;
    if (child + 1 < heap_.size() && comes_before(heap_[child + 1], heap_[child])) ++child;
    if (!comes_before(heap_[child], var)) break;
    heap_[at] = heap_[child];
    place_[heap_[at].number()] = static_cast<std::uint32_t>(at + 1);
    at = child;
  }
  heap_[at] = var;
  place_[var.number()] = static_cast<std::uint32_t>(at + 1);
}

void Leaf::insert(Var var) {
  if (place_[var.number()] != 0) return;
  heap_.push_back(var);
  sift_up(heap_.size() - 1);
}

Var Leaf::take_first() {
  const Var first = heap_.front();
  place_[first.number()] = 0;
  const Var last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) {
    heap_.front() = last;
    sift_down(0);
  }
  return first;
}

Var Leaf::next_var() {
  while (!heap_.empty()) {
    const Var var = take_first();
    if (propagator_.is_open(var) && propagator_.is_live(var)) return var;
  }
  return Var();
}

void Leaf::undo_to(std::uint32_t depth) {
  while (propagator_.depth() > depth) {
    for (const Lit lit : propagator_.trail().subspan(propagator_.begin_of_last_level())) {
      if (is_candidate_[lit.var().number()]) insert(lit.var());
    }
    propagator_.undo();
  }
  while (!turned_.empty() && turned_.back() > depth) turned_.pop_back();
}

// Where a conflict taught nothing, the last decision up to the level that was not yet turned is.
// Undoes it, and returns its negation; no literal if none is left above the base.
Lit Leaf::turn(std::uint32_t base, std::uint32_t level) {
  for (; level > base; --level) {
    undo_to(level);
    const bool is_turned = !turned_.empty() && turned_.back() == level;
    const Lit turned =
        is_turned ? Lit() : propagator_.trail()[propagator_.begin_of_last_level()].negated();
    undo_to(level - 1);
    if (!is_turned) return turned;
  }
  return Lit();
}

// While all that was decided stays so, nothing changes.
void Leaf::blame_decisions(ZeroReason& reason) const {
  reason.clear();
  for (const Lit lit : propagator_.trail()) {
    if (propagator_.reason(lit.var()) == no_clause) reason.push_back(lit.negated());
  }
}

Outcome Leaf::search(std::uint32_t base, ZeroReason& reason) {
  Lit turned;  // to be decided next, if it is a literal
  while (true) {
    Outcome outcome = propagator_.propagate();
    if (outcome == Outcome::open) {
      Lit lit = std::exchange(turned, Lit());
      if (lit != Lit()) {
        turned_.push_back(propagator_.depth() + 1);
      } else {
        const Var var = next_var();
        if (var == Var()) return Outcome::open;
        lit = Lit(var, propagator_.last_value(var));
      }
      ++n_decisions_;
      outcome = propagator_.decide(lit);
    }
    if (outcome == Outcome::stopped) return outcome;
    if (outcome == Outcome::open) continue;
    // A literal that was turned may turn out to be false already: then both ways are closed.
    const bool is_against_forced = propagator_.conflict().implied != Lit();
    const std::uint32_t level =
        is_against_forced ? propagator_.depth() - 1 : analysis_.conflict_level();
    if (level <= base && !is_against_forced) {
      analysis_.conflict_reason(reason);
      return Outcome::zero;
    }
    const std::uint32_t target = is_against_forced ? level : analysis_.learn(level, max_literals_);
    if (target < level) {
      turned = Lit();
      undo_to(std::max(base, target));
      continue;
    }
    turned = turn(base, level);
    if (turned != Lit()) continue;
    undo_to(base);
    blame_decisions(reason);
    return Outcome::zero;
  }
}

Outcome Leaf::solve(std::span<const Var> vars, ZeroReason& reason, std::vector<Lit>* model) {
  const std::uint32_t base = propagator_.depth();
  propagator_.count_work(vars.size());
  for (const Var var : vars) {
    is_candidate_[var.number()] = true;
    if (propagator_.is_open(var)) insert(var);
  }
  const Outcome result = search(base, reason);
  if (model != nullptr && result == Outcome::open) {
    for (const Var var : vars) {
      if (!propagator_.is_open(var)) model->emplace_back(var, propagator_.is_true(Lit(var, true)));
    }
  }
  undo_to(base);
  for (const Var var : heap_) place_[var.number()] = 0;
  heap_.clear();
  for (const Var var : vars) is_candidate_[var.number()] = false;
  return result;
}

}  // namespace gdlc
