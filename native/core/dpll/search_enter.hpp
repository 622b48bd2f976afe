#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include "core/dpll/audit.hpp"
#include "core/dpll/audit_value.hpp"
#include "core/dpll/search.hpp"
#include "core/errors.hpp"

// How a search goes down: to a node, its parts, or a leaf.

namespace gdlc {

template <class Number>
auto Search<Number>::find_in_cache(const Window& window) -> const Value* {
  const Value* const found = cache_.find(hash_of(key_), key_);
  const bool is_enough =
      found != nullptr && (found->known == Known::exactly ||
                           (found->known == Known::at_most ? found->bound <= window.alpha
                                                           : found->bound >= window.beta));
  if (!is_enough) {
    ++stats_.cache_misses;
    return nullptr;
  }
  ++stats_.cache_hits;
  is_zero_known_ = false;
  return found;
}

template <class Number>
std::vector<Var> Search<Number>::all_vars() const {
  std::vector<Var> vars;
  for (std::uint32_t number = 1; number <= instance_.n_vars(); ++number) vars.emplace_back(number);
  return vars;
}

// What was found in the cache must be the value of the open variables among `vars`, times the
// weight. In a product a part that is still to be entered may have no satisfying assignment; then
// what is found for others may be wrong, as it will be taken back.
template <class Number>
void Search<Number>::audit_hit(const Value& found, std::span<const Var> vars,
                               const Number& weight) const {
  // Doubles have nothing to be equal to.
  if constexpr (std::is_same_v<Number, Rational>) {
    SlowValue<Number> slow(instance_, weights_, propagator_);
    if (n_open_products_ > 0) {
      const std::optional<Number> whole = slow.find(all_vars());
      if (!whole || *whole == 0) return;
    }
    std::optional<Number> value = slow.find(vars);
    if (!value) return;
    *value *= weight;
    switch (found.known) {
      case Known::exactly:
        return check(*value == found.number, "search: a value from the cache is wrong");
      case Known::at_most:
        return check(!(*value > Number(found.bound)),
                     "search: an upper bound from the cache is wrong");
      case Known::at_least:
        return check(!(*value < Number(found.bound)),
                     "search: a lower bound from the cache is wrong");
      case Known::nothing:
        return check(false, "search: an entry that was taken out was found");
    }
  }
}

template <class Number>
Frame<Number>& Search<Number>::push_frame(Var var, const Window& window) {
  Frame<Number>& frame = frames_.emplace_back();
  frame.var = var;
  frame.choice = Choices::none;
  frame.trail_begin = propagator_.trail().size();
  frame.window = window;
  frame.key_begin = keys_.size();
  frame.reason_begin = reasons_.size();
  if (components_) frame.parts_end = components_->n_parts();
  stats_.max_depth = std::max<std::uint64_t>(stats_.max_depth, propagator_.depth() + 1);
  return frame;
}

template <class Number>
Var Search<Number>::first_live_var(std::uint32_t from) {
  const std::uint32_t end = options_.learn ? instance_.last_not_existential() : instance_.n_vars();
  for (std::uint32_t number = from; number <= end; ++number) {
    const Var var(number);
    if (propagator_.is_open(var) && propagator_.is_live(var)) {
      propagator_.count_work(number - from);
      return var;
    }
  }
  propagator_.count_work(end - std::min(from, end));
  return Var();
}

// The value of the node over all that is open, or none after opening a frame for it.
//   first: all variables before it are assigned, or in no unsatisfied clause
// A chance literal that is forced ahead of its place in the prefix counts where its place is: so
// the value does not depend on what was forced already, which is not part of the key.
template <class Number>
auto Search<Number>::enter_all(std::uint32_t first, Cut::Known known, const Window& window)
    -> std::optional<Value> {
  if (propagator_.trail().size() == instance_.n_vars()) return Value{weight_of_rest(first)};
  // The key is that of the first open variable, live or not: finding that nothing is live takes
  // long, and a game that is over is met often.
  const bool has_key = cut_ && first <= instance_.last_not_existential();
  if (has_key) {
    cut_->write(propagator_, Var(first), known, key_);
    if (const Value* const found = find_in_cache(window)) {
      if constexpr (audits) audit_hit(*found, all_vars(), weight_of_rest(first));
      return *found;
    }
  }
  const Var var = first_live_var(first);
  if (var == Var()) {
    Value value = options_.learn ? solve_leaf(tail_) : Value{Number(1)};
    if (!is_zero(value.number)) value.number *= weight_of_rest(first);
    if (has_key && !stopped_) cache_.store(hash_of(key_), key_, value);
    return value;
  }
  Frame<Number>& frame = push_frame(var, window);
  frame.first = first;
  frame.known = known;
  frame.has_key = has_key;
  if (has_key) keys_.insert(keys_.end(), key_.begin(), key_.end());
  return std::nullopt;
}

// The first open variable from `from` on, at most one behind the last that is not existential.
template <class Number>
std::uint32_t Search<Number>::first_open(std::uint32_t from) const {
  const std::uint32_t end = instance_.last_not_existential();
  while (from <= end && !propagator_.is_open(Var(from))) ++from;
  return from;
}

// Of the chance literals assigned among the variables from `from` on, before `end`.
template <class Number>
Number Search<Number>::weight_between(std::uint32_t from, std::uint32_t end) const {
  Number weight(1);
  for (std::uint32_t number = from; number < end; ++number) {
    const Var var(number);
    if (instance_.quantifier(var) != Quantifier::chance || propagator_.is_open(var)) continue;
    weight *= weights_.of(Lit(var, propagator_.is_true(Lit(var, true))));
  }
  return weight;
}

template <class Number>
Number Search<Number>::weight_of_rest(std::uint32_t from) const {
  return weight_between(from, instance_.last_not_existential() + 1);
}

// pre: all that is open among the variables is existential
template <class Number>
auto Search<Number>::solve_leaf(std::span<const Var> vars) -> Value {
  ++stats_.leaves;
  const bool settles_outer = wants_choice_ && !vars.empty() && instance_.block(vars.front()) == 0;
  outer_literals_.clear();
  const Outcome outcome = leaf_.solve(vars, zero_, settles_outer ? &outer_literals_ : nullptr);
  if (outcome == Outcome::stopped) stopped_ = true;
  is_zero_known_ = outcome == Outcome::zero;
  std::erase_if(outer_literals_, [&](Lit lit) { return instance_.block(lit.var()) != 0; });
  return Value{Number(outcome == Outcome::open ? 1 : 0),
               choices_.add(outer_literals_, Choices::none)};
}

// The variables, of which some were assigned since they were found to be a part, fall into parts
// again. Pure literals are made true, which may take clauses away, and with them parts, until there
// are none.
//   trail_begin: from where the trail is not yet part of the value
template <class Number>
auto Search<Number>::enter_parts(std::size_t vars_begin, std::size_t vars_end,
                                 std::size_t trail_begin) -> std::optional<Value> {
  const std::size_t n_before = components_->n_parts();
  const std::uint64_t work_before = components_->work();
  components_->split(propagator_, vars_begin, vars_end);
  while (options_.pure) {
    components_->find_pure(n_before, pure_);
    if (pure_.empty()) break;
    for (const Lit lit : pure_) propagator_.assume(lit);
    stats_.assumed += pure_.size();
    const Outcome outcome = propagator_.propagate();
    if (outcome == Outcome::stopped) stopped_ = true;
    if (outcome == Outcome::zero) learn_from_conflict();
    if (outcome != Outcome::open) return Value{Number(0)};
    components_->drop_to(n_before);
    components_->split(propagator_, vars_begin, vars_end);
  }
  propagator_.count_work(components_->work() - work_before);
  const auto is_ours = [&](Var var) {
    const auto vars = components_->vars(vars_begin, vars_end);
    return std::binary_search(vars.begin(), vars.end(), var);
  };
  Number& weight = frames_.empty() ? root_weight_ : frames_.back().weight;
  weight = Number(1);
  weights_.multiply(propagator_.trail().subspan(trail_begin), is_ours, weight);

  const std::size_t n_parts = components_->n_parts() - n_before;
  if (n_parts == 0) return Value{Number(1)};
  if (n_parts == 1) return enter_part(n_before, window_of_child());
  ++stats_.products;
  Frame<Number>& frame = push_frame(Var(), window_of_child());
  frame.is_product = true;
  frame.parts_begin = n_before;
  frame.value = Number(1);
  frame.cache_begin = cache_.log_size();
  ++n_open_products_;
  cache_.set_logging(true);
  return std::nullopt;
}

// Of what is entered next below the last frame, whose weight must be known.
template <class Number>
Window Search<Number>::window_of_child() const {
  if (frames_.empty()) return {};
  const Frame<Number>& frame = frames_.back();
  return frame.is_product ? combiner_.window_of_part(frame, frame.parts_end == frame.parts_begin)
                          : combiner_.window_of_branch(frame);
}

template <class Number>
auto Search<Number>::enter_part(std::size_t part, const Window& window) -> std::optional<Value> {
  const std::span<const Var> vars = components_->vars(components_->part(part));
  const bool is_leaf = options_.learn && std::all_of(vars.begin(), vars.end(), [&](Var var) {
                         return instance_.quantifier(var) == Quantifier::exists;
                       });
  if (options_.cache) {
    components_->write_key(components_->part(part), key_);
    if (const Value* const found = find_in_cache(window)) {
      if constexpr (audits) audit_hit(*found, vars, Number(1));
      return *found;
    }
  }
  if (is_leaf) {
    Value value = solve_leaf(vars);
    if (options_.cache && !stopped_) cache_.store(hash_of(key_), key_, value);
    return value;
  }
  Frame<Number>& frame = push_frame(best_var(vars), window);
  frame.parts_begin = part;
  if (instance_.quantifier(frame.var) != Quantifier::chance) {
    // What makes more clauses true is tried first, of all clauses: it was measured to be better
    // than to count those left.
    const bool more_positive = instance_.clauses_with(Lit(frame.var, true)).size() >
                               instance_.clauses_with(Lit(frame.var, false)).size();
    frame.first_positive = more_positive == (instance_.quantifier(frame.var) == Quantifier::exists);
  }
  frame.has_key = options_.cache;
  if (frame.has_key) keys_.insert(keys_.end(), key_.begin(), key_.end());
  return std::nullopt;
}

// Of the outermost block, the one with the most to do.
template <class Number>
Var Search<Number>::best_var(std::span<const Var> vars) const {
  const std::uint32_t block = instance_.block(vars.front());
  Var best;
  double best_score = -1;
  for (const Var var : vars) {
    if (instance_.block(var) != block) break;
    const double score = activity_.of(var) + 10.0 * (components_->n_clauses_with(Lit(var, true)) +
                                                     components_->n_clauses_with(Lit(var, false)));
    if (score <= best_score) continue;
    best = var;
    best_score = score;
  }
  return best;
}

}  // namespace gdlc
