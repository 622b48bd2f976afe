#include "core/dpll/search.hpp"

#include <algorithm>
#include <utility>

#include "core/dpll/next_var.hpp"
#include "core/dpll/places.hpp"

namespace gdlc {

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
          instance, options.learn, [this] { return this->poll(); }, work_between_polls),
      key_writer_(propagator_),
      cache_(options.cache ? options.cache_bytes : 0),
      combiner_(instance, weights_, options.prune) {
  stats_.vars = instance.n_vars();
  stats_.clauses = instance.n_clauses();
}

template <class Number>
std::size_t Search<Number>::held_bytes() const {
  return instance_.bytes() + propagator_.bytes() + choices_.bytes() +
         frames_.capacity() * sizeof(Frame<Number>) + weights_.bytes();
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
  if (!stopped_ && (stop_.requested() || poll_(stats()))) stopped_ = true;
  return stopped_;
}

template <class Number>
Stats Search<Number>::stats() const {
  Stats stats = stats_;
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
bool Search<Number>::caches(Var) const {
  return options_.cache;
}

// The value of the node, or none after opening a frame for it.
template <class Number>
auto Search<Number>::enter(std::size_t from, const Window& window) -> std::optional<Value> {
  if (propagator_.n_unsatisfied() == 0) return Value{Number(1)};
  const Var var = next_var(instance_, propagator_, from);
  if (caches(var)) {
    const auto* found =
        cache_.find(propagator_.hash(), [&] { return Key(key_writer_.write(propagator_)); });
    const bool is_enough =
        found != nullptr && (found->known == Known::exactly ||
                             (found->known == Known::at_most ? found->bound <= window.alpha
                                                             : found->bound >= window.beta));
    if (is_enough) {
      ++stats_.cache_hits;
      return *found;
    }
    ++stats_.cache_misses;
  }
  // A chance variable is tried first with a value that can happen; is_closed skips the other one.
  const bool first_positive =
      instance_.quantifier(var) != Quantifier::chance || weights_.of(Lit(var, true)) != 0;
  frames_.push_back({.var = var,
                     .first_positive = first_positive,
                     .branch = 0,
                     .closed_one = false,
                     .closed_bound = false,
                     .decided = false,
                     .choice = Choices::none,
                     .trail_begin = propagator_.trail().size(),
                     .value = Number(0),
                     .weight = Number(1),
                     .bound = 0,
                     .window = window,
                     .result = {}});
  stats_.max_depth = std::max<std::uint64_t>(stats_.max_depth, frames_.size());
  return std::nullopt;
}

// Enters the branch that the frame names. False: it is worth 0.
template <class Number>
bool Search<Number>::begin_branch(Frame<Number>& frame) {
  frame.weight = weights_.of(frame.literal(frame.branch));
  ++stats_.decisions;
  const Outcome outcome = propagator_.decide(frame.literal(frame.branch));
  if (outcome == Outcome::stopped) stopped_ = true;
  if (outcome != Outcome::open) return false;
  return weights_.multiply(propagator_.trail().subspan(frame.trail_begin + 1), frame.weight);
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

// Adds the branch to the frame, and takes it back.
template <class Number>
void Search<Number>::close_branch(Frame<Number>& frame, Value value) {
  const std::uint32_t below = value.choice;
  if (combiner_.add(frame, std::move(value)) && instance_.block(frame.var) == 0) {
    frame.choice = choice_of_branch(frame.trail_begin, below);
  }
  propagator_.undo();
  combiner_.next_branch(frame);
}

template <class Number>
Found<Number> Search<Number>::run() {
  Number root_weight(1);
  const Outcome outcome = poll() ? Outcome::stopped : propagator_.propagate_units();
  if (outcome == Outcome::stopped) {
    stopped_ = true;
    return unwind(root_weight);
  }
  const bool is_open =
      outcome == Outcome::open && weights_.multiply(propagator_.trail(), root_weight);
  const std::uint32_t root_choice = choice_of_branch(0, Choices::none);
  if (!is_open) return {Number(0), Number(0), choices_.collect(root_choice)};
  if (options_.cache) {
    order_places(instance_, propagator_);
    key_writer_ = KeyWriter(propagator_);
  }
  if (stopped_) return unwind(root_weight);

  std::optional<Value> value = search();
  if (value && value->known != Known::exactly) {
    // Rounding ate up all slack on a long way: never seen, but then windows are no help.
    combiner_.stop_pruning();
    value = search();
  }
  if (!value) return unwind(root_weight);
  value->number *= root_weight;
  std::vector<Lit> outer = choices_.collect(root_choice);
  for (const Lit lit : choices_.collect(value->choice)) outer.push_back(lit);
  return {value->number, value->number, std::move(outer)};
}

// The value of the formula after its units; none after a stop.
template <class Number>
auto Search<Number>::search() -> std::optional<Value> {
  std::optional<Value> value = enter(1, {});
  while (!stopped_) {
    if (frames_.empty()) return value;
    Frame<Number>& frame = frames_.back();
    if (value) {
      close_branch(frame, std::move(*value));
      value.reset();
    } else if (combiner_.is_closed(frame)) {
      value = combiner_.result_of(frame);
      if (caches(frame.var)) {
        cache_.store(propagator_.hash(), key_writer_.write(propagator_), *value);
      }
      frames_.pop_back();
    } else if (begin_branch(frame)) {
      // By value: a new frame may move the others.
      value = enter(frame.var.number() + std::size_t{1}, Window(combiner_.window_of_branch(frame)));
    } else {
      value = Value{Number(0)};
    }
  }
  return std::nullopt;
}

// From the last frame up: the branch entered has the bounds found so far, a branch not yet entered
// has [0, 1]. pre: every frame has entered a branch, since only propagation stops.
template <class Number>
Found<Number> Search<Number>::unwind(const Number& root_weight) {
  Number lower(0);
  Number upper(1);
  std::uint32_t choice = Choices::none;
  for (; !frames_.empty(); frames_.pop_back()) {
    Frame<Number>& frame = frames_.back();
    const bool other_is_open = frame.branch == 0 && weights_.of(frame.literal(1)) != 0;
    lower *= frame.weight;
    upper *= frame.weight;
    switch (instance_.quantifier(frame.var)) {
      case Quantifier::exists:
        choice = instance_.block(frame.var) == 0 ? choice_of_branch(frame.trail_begin, choice)
                                                 : Choices::none;
        if (frame.closed_one && frame.value >= lower) {
          lower = frame.value;
          choice = frame.choice;
        }
        if (frame.closed_one && frame.value > upper) upper = frame.value;
        if (frame.closed_bound && Number(frame.bound) > upper) upper = Number(frame.bound);
        if (other_is_open || upper > 1) upper = 1;
        break;
      case Quantifier::forall:
        if (frame.closed_one && frame.value < lower) lower = frame.value;
        if (frame.closed_bound && Number(frame.bound) < lower) lower = Number(frame.bound);
        if (frame.closed_one && frame.value < upper) upper = frame.value;
        if (other_is_open || lower < 0) lower = 0;
        break;
      case Quantifier::chance:
        lower += frame.value;
        upper += frame.value;
        if (other_is_open) upper += weights_.of(frame.literal(1));
        break;
    }
    propagator_.undo();
  }
  lower *= root_weight;
  upper *= root_weight;
  std::vector<Lit> outer = choices_.collect(choice_of_branch(0, choice));
  return {std::move(lower), std::move(upper), std::move(outer)};
}

template class Search<Rational>;

}  // namespace gdlc
