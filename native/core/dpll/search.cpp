#include "core/dpll/search.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "core/dpll/audit.hpp"
#include "core/dpll/audit_value.hpp"
#include "core/errors.hpp"

namespace gdlc {
namespace {

constexpr std::size_t max_learned_literals = 200;  // longer clauses cost more than they force

}  // namespace

template <class Number>
Search<Number>::Search(const Instance& instance, const Options& options,
                       std::vector<Number> probability, Stop& stop, Poll poll,
                       std::uint64_t work_between_polls)
    : instance_(instance),
      options_(options),
      weights_(instance, std::move(probability)),
      stop_(stop),
      poll_(std::move(poll)),
      wants_choice_(instance.n_vars() > 0 && instance.block(Var(1)) == 0 &&
                    instance.quantifier(Var(1)) == Quantifier::exists),
      propagator_(
          instance, [this] { return this->poll(); }, work_between_polls),
      activity_(instance.n_vars()),
      analysis_(instance, propagator_, activity_),
      leaf_(instance.n_vars(), propagator_, analysis_, activity_),
      cache_(options.cache ? options.cache_bytes : 0),
      combiner_(instance, weights_, options.prune) {
  for (std::uint32_t number = instance.last_not_existential() + 1; number <= instance.n_vars();
       ++number) {
    tail_.emplace_back(number);
  }
  stats_.vars = instance.n_vars();
  stats_.clauses = instance.n_clauses();
}

template <class Number>
std::size_t Search<Number>::held_bytes() const {
  return instance_.bytes() + propagator_.bytes() + choices_.bytes() + leaf_.bytes() +
         activity_.bytes() + (cut_ ? cut_->bytes() : 0) + (components_ ? components_->bytes() : 0) +
         frames_.capacity() * sizeof(Frame<Number>) + keys_.capacity() + weights_.bytes();
}

// Asked once in about a millisecond. What is left of the memory limit is the cache's.
template <class Number>
bool Search<Number>::poll() {
  if (options_.memory_limit) {
    const std::size_t held = held_bytes();
    if (held > *options_.memory_limit) {
      stop_.out_of_memory();
    } else if (options_.cache) {
      cache_.set_max_bytes(
          static_cast<std::size_t>(std::min(options_.cache_bytes, *options_.memory_limit - held)));
    }
  }
  if (!stopped_ && (stop_.requested() || poll_(*this))) stopped_ = true;
  return stopped_;
}

template <class Number>
Stats Search<Number>::stats() const {
  Stats stats = stats_;
  stats.decisions += leaf_.n_decisions();
  stats.propagations = propagator_.n_forced();
  stats.conflicts = propagator_.n_conflicts();
  stats.learned = propagator_.n_learned();
  stats.cutoffs = combiner_.n_cutoffs();
  stats.cache_entries = cache_.n_entries();
  stats.cache_bytes = cache_.bytes();
  stats.cache_sweeps = cache_.n_sweeps();
  return stats;
}

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
  if constexpr (!std::is_same_v<Number, Rational>)
    return;  // doubles have nothing to be equal to
  else {
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

// False: the branch is worth 0.
template <class Number>
bool Search<Number>::begin_branch(Frame<Number>& frame) {
  ++stats_.decisions;
  frame.weight = weights_.of(frame.literal(frame.branch));
  const Outcome outcome = propagator_.decide(frame.literal(frame.branch));
  if (outcome == Outcome::stopped) stopped_ = true;
  if (outcome == Outcome::zero) learn_from_conflict();
  return outcome == Outcome::open;
}

template <class Number>
void Search<Number>::learn_from_conflict() {
  is_zero_known_ = options_.learn;
  if (!options_.learn) return;
  analysis_.conflict_reason(zero_);
  const std::uint32_t level = analysis_.conflict_level();
  is_against_forced_ = propagator_.conflict().implied != Lit();
  if (level > 0 && !is_against_forced_) analysis_.learn(level, max_learned_literals);
}

template <class Number>
auto Search<Number>::enter_branch(Frame<Number>& frame) -> std::optional<Value> {
  if (!components_) {
    const std::uint32_t first = first_open(frame.var.number() + 1);
    frame.weight = weight_between(frame.first, first);
    return enter_all(first, frame.known, window_of_child());
  }
  const Components::Part part = components_->part(frame.parts_begin);
  return enter_parts(part.vars_begin, part.vars_end, frame.trail_begin);
}

// A part that is entered after others were closed may have lost variables: those that follow from
// clauses learned meanwhile.
template <class Number>
auto Search<Number>::enter_next_part(Frame<Number>& frame) -> std::optional<Value> {
  const std::size_t index = --frame.parts_end;
  const Components::Part part = components_->part(index);
  frame.weight = Number(1);
  if (propagator_.trail().size() == frame.trail_begin) return enter_part(index, window_of_child());
  return enter_parts(part.vars_begin, part.vars_end, frame.trail_begin);
}

template <class Number>
std::uint32_t Search<Number>::choice_of_branch(std::size_t trail_begin, std::uint32_t below) {
  if (!wants_choice_) return Choices::none;
  outer_literals_.clear();
  for (const Lit lit : propagator_.trail().subspan(trail_begin)) {
    if (instance_.block(lit.var()) == 0) outer_literals_.push_back(lit);
  }
  return choices_.add(outer_literals_, below);
}

// A branch was worth 0, and why is known. True: so is the node, and zero_ becomes its reason.
template <class Number>
bool Search<Number>::absorb_zero(Frame<Number>& frame) {
  const std::uint32_t level = propagator_.depth();
  if (!is_against_forced_ && analysis_.highest_level(zero_) < level) return true;
  is_against_forced_ = false;
  if (!analysis_.leave_level(zero_, level)) return false;
  if (instance_.is_universal(frame.var)) return true;
  if (frame.branch == 0) {
    frame.is_first_zero = true;
    reasons_.insert(reasons_.end(), zero_.begin(), zero_.end());
    return false;
  }
  if (!frame.is_first_zero) return false;
  const auto first = reasons_.begin() + static_cast<std::ptrdiff_t>(frame.reason_begin);
  for (auto at = first; at != reasons_.end(); ++at) {
    if (std::find(zero_.begin(), zero_.end(), *at) == zero_.end()) zero_.push_back(*at);
  }
  return true;
}

// Adds the branch to the frame, and takes it back.
template <class Number>
void Search<Number>::close_branch(Frame<Number>& frame, Value value) {
  const bool closes_frame = value.known == Known::exactly && is_zero(value.number) &&
                            is_zero_known_ && absorb_zero(frame);
  const std::uint32_t below = value.choice;
  if (closes_frame) {
    frame.decided = true;
    frame.result = Value{Number(0)};
  } else if (combiner_.add(frame, std::move(value)) && instance_.block(frame.var) == 0) {
    frame.choice = choice_of_branch(frame.trail_begin, below);
  }
  is_zero_known_ = closes_frame;
  propagator_.undo();
  if (components_) components_->drop_to(frame.parts_end);
  if (cut_) cut_->drop_missing(frame.known);
  if (!closes_frame) combiner_.next_branch(frame);
}

template <class Number>
void Search<Number>::close_part(Frame<Number>& frame, Value value) {
  components_->drop_to(frame.parts_end);
  if (value.known != Known::exactly || !is_zero(value.number)) {
    is_zero_known_ = false;
    if (value.choice != Choices::none) {
      frame.choice = frame.choice == Choices::none
                         ? value.choice
                         : choices_.add(choices_.collect(value.choice), frame.choice);
    }
  }
  const bool all_are_known_to_be_satisfiable =
      combiner_.add_part(frame, std::move(value), frame.parts_end == frame.parts_begin);
  if (frame.decided && !all_are_known_to_be_satisfiable) cache_.take_back(frame.cache_begin);
}

// What the frame on top is worth; takes it off.
template <class Number>
auto Search<Number>::close_frame() -> Value {
  Frame<Number>& frame = frames_.back();
  Value value = combiner_.result_of(frame);
  if (frame.is_product) {
    components_->drop_to(frame.parts_begin);
    if (--n_open_products_ == 0) cache_.set_logging(false);
  } else if (frame.has_key) {
    const Key key(keys_.data() + frame.key_begin, keys_.size() - frame.key_begin);
    cache_.store(hash_of(key), key, value);
  }
  keys_.resize(frame.key_begin);
  reasons_.resize(frame.reason_begin);
  frames_.pop_back();
  return value;
}

template <class Number>
void Search<Number>::begin() {
  is_begun_ = true;
  const Outcome outcome = poll() ? Outcome::stopped : propagator_.propagate_units();
  if (outcome == Outcome::stopped) stopped_ = true;
  if (outcome == Outcome::zero) {
    value_ = Value{Number(0)};
    is_over_ = true;
  }
  if (outcome != Outcome::open) return;
  if (options_.cut) cut_.emplace(instance_, propagator_, [this] { return poll(); });
  if (cut_ && !cut_->is_useful()) cut_.reset();
  if (stopped_) return;
  if (!cut_ && options_.components) components_.emplace(instance_);
  root_weight_ = weight_between(1, first_open(1));
  enter_root();
}

template <class Number>
void Search<Number>::enter_root() {
  if (components_) {
    if (components_->n_parts() == 0) components_->add_all_vars();
    value_ = enter_parts(0, instance_.n_vars(), 0);
  } else {
    value_ = enter_all(first_open(1), {}, {});
  }
}

// Clauses and literals looked at.
template <class Number>
std::uint64_t Search<Number>::work() const {
  return propagator_.work() + (components_ ? components_->work() / 4 : 0);
}

template <class Number>
bool Search<Number>::run_for(std::uint64_t work) {
  if (!is_begun_) begin();
  const std::uint64_t begin = this->work();
  while (!stopped_ && !is_over_ && this->work() - begin < work) {
    if (frames_.empty()) {
      if (value_->known == Known::exactly) {
        is_over_ = true;
      } else {
        // Rounding ate up all slack on a long way: never seen, but then windows are no help.
        combiner_.stop_pruning();
        enter_root();
      }
      continue;
    }
    Frame<Number>& frame = frames_.back();
    if (value_) {
      Value value = std::move(*value_);
      value_.reset();
      if (frame.is_product) {
        close_part(frame, std::move(value));
      } else {
        close_branch(frame, std::move(value));
      }
    } else if (combiner_.is_closed(frame)) {
      value_ = close_frame();
    } else if (frame.is_product) {
      value_ = enter_next_part(frame);
    } else if (begin_branch(frame)) {
      value_ = enter_branch(frame);
    } else {
      value_ = Value{Number(0)};
    }
  }
  return stopped_ || is_over_;
}

template <class Number>
Found<Number> Search<Number>::result() {
  if (!is_over_) return unwind();
  const Number number = value_->number * root_weight_;
  std::vector<Lit> outer = choices_.collect(choice_of_branch(0, Choices::none));
  for (const Lit lit : choices_.collect(value_->choice)) outer.push_back(lit);
  return {number, number, true, std::move(outer)};
}

// What is known after a stop. pre: see open_bounds
template <class Number>
Found<Number> Search<Number>::unwind() {
  constexpr std::size_t most_exact = 500;  // frames: thousands of digits help nobody, and take long
  Found<Number> found;
  found.is_complete = false;
  std::size_t n_frames = 0;
  std::uint32_t choice = Choices::none;
  const auto take = [&](const auto& open) {
    n_frames = open.n_frames;
    choice = open.choice;
  };
  if (frames_.size() <= most_exact) {
    OpenBounds<Number> open = open_bounds<Number, Number>(frames_, instance_, weights_);
    take(open);
    found.lower = open.lower * root_weight_;
    found.upper = open.upper * root_weight_;
  } else {
    const OpenBounds<Float> open = open_bounds<Float, Number>(frames_, instance_, weights_);
    take(open);
    const Float root_weight(root_weight_);
    found.lower = Number((open.lower * root_weight).lower());
    found.upper = Number((open.upper * root_weight).upper());
  }
  for (; frames_.size() > n_frames; frames_.pop_back()) {
    if (!frames_.back().is_product) propagator_.undo();
  }
  found.outer = choices_.collect(choice_of_branch(0, choice));
  return found;
}

template <class Number>
Bounds Search<Number>::bounds() const {
  const OpenBounds<Float> open = open_bounds<Float, Number>(frames_, instance_, weights_);
  const Float root_weight(root_weight_);
  return {(open.lower * root_weight).lower(), (open.upper * root_weight).upper()};
}

template class Search<Rational>;
template class Search<Float>;

}  // namespace gdlc
