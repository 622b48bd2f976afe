#include "core/dpll/search.hpp"

#include <algorithm>
#include <utility>

#include "core/errors.hpp"

namespace gdlc {
namespace {

double as_double(const Rational& value) {
  return value.convert_to<double>();
}

}  // namespace

template <class Number>
Search<Number>::Search(const Instance& instance, const Options& options,
                       std::vector<Number> probability, Stop& stop, Poll poll,
                       std::uint64_t work_between_polls)
    : instance_(instance),
      options_(options),
      probability_(std::move(probability)),
      stop_(stop),
      poll_(std::move(poll)),
      wants_choice_(instance.n_vars() > 0 && instance.block(Var(1)) == 0 &&
                    instance.quantifier(Var(1)) == Quantifier::exists),
      propagator_(
          instance, options.learn, [this] { return this->poll(); }, work_between_polls),
      key_writer_(propagator_),
      cache_(options.cache ? options.cache_bytes : 0) {
  stats_.vars = instance.n_vars();
  stats_.clauses = instance.n_clauses();
}

template <class Number>
std::size_t Search<Number>::held_bytes() const {
  return instance_.bytes() + propagator_.bytes() + choices_.bytes() +
         frames_.capacity() * sizeof(Frame) + probability_.capacity() * sizeof(Number);
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
  stats.cache_entries = cache_.n_entries();
  stats.cache_bytes = cache_.bytes();
  stats.cache_sweeps = cache_.n_sweeps();
  return stats;
}

// The first open and live variable of the prefix from `from` on. pre: there is one.
template <class Number>
Var Search<Number>::next_var(std::size_t from) const {
  for (auto number = static_cast<std::uint32_t>(from); number <= instance_.n_vars(); ++number) {
    const Var var(number);
    if (propagator_.is_open(var) && propagator_.is_live(var)) return var;
  }
  throw InternalError("search: an unsatisfied clause without an open variable");
}

// One descent to a leaf tells which variables are assigned together: those are made neighbours in
// the key. The variables that it left open go behind their neighbours in the formula.
template <class Number>
void Search<Number>::order_places() {
  std::size_t from = 1;
  while (!stopped_ && propagator_.n_unsatisfied() != 0) {
    const Var var = next_var(from);
    from = var.number();
    Outcome outcome = propagator_.decide(Lit(var, true));
    if (outcome == Outcome::zero) {
      propagator_.undo();
      outcome = propagator_.decide(Lit(var, false));
    }
    if (outcome != Outcome::open) break;
  }
  std::vector<Var> by_formula(instance_.n_vars());
  for (std::uint32_t i = 0; i < by_formula.size(); ++i) by_formula[i] = Var(i + 1);
  std::sort(by_formula.begin(), by_formula.end(), [&](Var left, Var right) {
    return instance_.original(left) < instance_.original(right);
  });
  std::vector<std::uint32_t> rank(std::size_t{instance_.n_vars()} + 1, 0);
  std::vector<bool> has_rank(rank.size(), false);
  std::uint32_t next = 0;
  for (const Lit lit : propagator_.trail()) {
    rank[lit.var().number()] = next++;
    has_rank[lit.var().number()] = true;
  }
  std::uint32_t last = 0;
  for (const Var var : by_formula) {
    if (!has_rank[var.number()]) rank[var.number()] = last;
    last = rank[var.number()];
  }
  std::stable_sort(by_formula.begin(), by_formula.end(),
                   [&](Var left, Var right) { return rank[left.number()] < rank[right.number()]; });
  while (propagator_.depth() > 0) propagator_.undo();
  propagator_.set_places(by_formula);
  key_writer_ = KeyWriter(propagator_);
}

template <class Number>
bool Search<Number>::caches(Var) const {
  return options_.cache;
}

// The value of the node, or none after opening a frame for it.
template <class Number>
auto Search<Number>::enter(std::size_t from, const Window& window) -> std::optional<Value> {
  if (propagator_.n_unsatisfied() == 0) return Value{Number(1)};
  const Var var = next_var(from);
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
      instance_.quantifier(var) != Quantifier::chance || probability_[var.number()] != 0;
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

template <class Number>
Number Search<Number>::own_weight(const Frame& frame, std::uint8_t branch) const {
  if (instance_.quantifier(frame.var) != Quantifier::chance) return Number(1);
  const bool positive = (branch == 0) == frame.first_positive;
  const Number& probability = probability_[frame.var.number()];
  return positive ? probability : Number(1 - probability);
}

// False: the weight is 0.
template <class Number>
bool Search<Number>::multiply_forced(std::size_t trail_begin, Number& weight) const {
  for (const Lit lit : propagator_.trail().subspan(trail_begin)) {
    if (instance_.quantifier(lit.var()) != Quantifier::chance) continue;
    const Number& probability = probability_[lit.var().number()];
    if (lit.positive()) {
      weight *= probability;
    } else {
      weight *= Number(1 - probability);
    }
    if (weight == 0) return false;
  }
  return true;
}

// Enters the branch that the frame names. False: it is worth 0.
template <class Number>
bool Search<Number>::begin_branch(Frame& frame) {
  frame.weight = own_weight(frame, frame.branch);
  ++stats_.decisions;
  const Outcome outcome =
      propagator_.decide(Lit(frame.var, (frame.branch == 0) == frame.first_positive));
  if (outcome == Outcome::stopped) stopped_ = true;
  if (outcome != Outcome::open) return false;
  return multiply_forced(frame.trail_begin + 1, frame.weight);
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

// What has to be known of the branch entered.
template <class Number>
Window Search<Number>::window_of_branch(const Frame& frame) const {
  if (!options_.prune) return {};
  const double weight = as_double(frame.weight);
  Window window = frame.window;
  switch (instance_.quantifier(frame.var)) {
    case Quantifier::exists:
      if (frame.closed_one) window.alpha = std::max(window.alpha, as_double(frame.value));
      return window.below(0, weight, 0);
    case Quantifier::forall:
      if (frame.closed_one) window.beta = std::min(window.beta, as_double(frame.value));
      return window.below(0, weight, 0);
    case Quantifier::chance: {
      const double open = frame.branch == 0 ? as_double(own_weight(frame, 1)) : 0;
      return window.below(as_double(frame.value), weight, open);
    }
  }
  throw InternalError("search: no such quantifier");
}

template <class Number>
void Search<Number>::decide(Frame& frame, Known known, double bound) {
  ++stats_.cutoffs;
  frame.decided = true;
  frame.result = {Number(0), Choices::none, known, bound};
}

// A branch of which a bound was enough. A mean is outside its window then; so is a maximum with a
// branch that is large enough, and a minimum with one that is small enough.
template <class Number>
void Search<Number>::close_with_bound(Frame& frame, const Value& value) {
  const double weight = as_double(frame.weight);
  const bool at_most = value.known == Known::at_most;
  double bound = weight * value.bound;
  switch (instance_.quantifier(frame.var)) {
    case Quantifier::chance:
      bound += as_double(frame.value);
      if (at_most && frame.branch == 0) bound += as_double(own_weight(frame, 1));
      decide(frame, value.known, at_most ? rounded_up(bound) : rounded_down(bound));
      return;
    case Quantifier::exists:
      if (!at_most) {
        decide(frame, Known::at_least, rounded_down(bound));
        return;
      }
      bound = rounded_up(bound);
      frame.bound = frame.closed_bound ? std::max(frame.bound, bound) : bound;
      break;
    case Quantifier::forall:
      if (at_most) {
        decide(frame, Known::at_most, rounded_up(bound));
        return;
      }
      bound = rounded_down(bound);
      frame.bound = frame.closed_bound ? std::min(frame.bound, bound) : bound;
      break;
  }
  frame.closed_bound = true;
}

// Adds the branch to the frame, and takes it back.
template <class Number>
void Search<Number>::close_branch(Frame& frame, Value value) {
  const Quantifier quantifier = instance_.quantifier(frame.var);
  if (value.known != Known::exactly) {
    close_with_bound(frame, value);
  } else {
    value.number *= frame.weight;
    if (quantifier == Quantifier::chance) {
      frame.value += value.number;
    } else if (!frame.closed_one ||
               (quantifier == Quantifier::exists ? value.number > frame.value
                                                 : value.number < frame.value)) {
      frame.value = std::move(value.number);
      if (instance_.block(frame.var) == 0) {
        frame.choice = choice_of_branch(frame.trail_begin, value.choice);
      }
    }
    frame.closed_one = true;
  }
  propagator_.undo();
  ++frame.branch;
  if (!options_.prune || frame.decided || !frame.closed_one || is_closed(frame)) return;
  // One branch is left: can it still bring the value into the window?
  const double closed = as_double(frame.value);
  const bool can_grow = quantifier != Quantifier::forall;
  const bool can_shrink = quantifier == Quantifier::forall;
  if (can_grow && rounded_down(closed) >= frame.window.beta) {
    decide(frame, Known::at_least, rounded_down(closed));
  } else if (can_shrink && rounded_up(closed) <= frame.window.alpha) {
    decide(frame, Known::at_most, rounded_up(closed));
  } else if (quantifier == Quantifier::chance) {
    const double most = rounded_up(closed + as_double(own_weight(frame, frame.branch)));
    if (most <= frame.window.alpha) decide(frame, Known::at_most, most);
  }
}

template <class Number>
bool Search<Number>::is_closed(const Frame& frame) const {
  if (frame.branch == 2 || frame.decided) return true;
  if (!frame.closed_one) return false;
  switch (instance_.quantifier(frame.var)) {
    case Quantifier::exists:
      return frame.value == 1;
    case Quantifier::forall:
      return frame.value == 0;
    case Quantifier::chance:
      return own_weight(frame, frame.branch) == 0;
  }
  throw InternalError("search: no such quantifier");
}

// pre: the frame is closed. Branches of which only a bound is known do not matter if the others
// are better (or worse) than it.
template <class Number>
auto Search<Number>::result_of(Frame& frame) const -> Value {
  if (frame.decided) return frame.result;
  if (frame.closed_bound) {
    const double closed = as_double(frame.value);
    if (instance_.quantifier(frame.var) == Quantifier::exists) {
      if (!frame.closed_one) return {Number(0), Choices::none, Known::at_most, frame.bound};
      if (rounded_down(closed) < frame.bound) {
        return {Number(0), Choices::none, Known::at_most,
                std::max(frame.bound, rounded_up(closed))};
      }
    } else {
      if (!frame.closed_one) return {Number(0), Choices::none, Known::at_least, frame.bound};
      if (rounded_up(closed) > frame.bound) {
        return {Number(0), Choices::none, Known::at_least,
                std::min(frame.bound, rounded_down(closed))};
      }
    }
  }
  return {std::move(frame.value), frame.choice};
}

template <class Number>
Found<Number> Search<Number>::run() {
  Number root_weight(1);
  const Outcome outcome = poll() ? Outcome::stopped : propagator_.propagate_units();
  if (outcome == Outcome::stopped) {
    stopped_ = true;
    return unwind(root_weight);
  }
  const bool is_open = outcome == Outcome::open && multiply_forced(0, root_weight);
  const std::uint32_t root_choice = choice_of_branch(0, Choices::none);
  if (!is_open) return {Number(0), Number(0), choices_.collect(root_choice)};
  if (options_.cache) order_places();
  if (stopped_) return unwind(root_weight);

  std::optional<Value> value = search();
  if (value && value->known != Known::exactly) {
    // Rounding ate up all slack on a long way: never seen, but then windows are no help.
    options_.prune = false;
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
    Frame& frame = frames_.back();
    if (value) {
      close_branch(frame, std::move(*value));
      value.reset();
    } else if (is_closed(frame)) {
      value = result_of(frame);
      if (caches(frame.var)) {
        cache_.store(propagator_.hash(), key_writer_.write(propagator_), *value);
      }
      frames_.pop_back();
    } else if (begin_branch(frame)) {
      // By value: a new frame may move the others.
      value = enter(frame.var.number() + std::size_t{1}, Window(window_of_branch(frame)));
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
    Frame& frame = frames_.back();
    const bool other_is_open = frame.branch == 0 && own_weight(frame, 1) != 0;
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
        if (other_is_open) upper += own_weight(frame, 1);
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
