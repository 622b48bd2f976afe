#include "core/dpll/search.hpp"

#include <algorithm>
#include <utility>

#include "core/dpll/search_close.hpp"
#include "core/dpll/search_enter.hpp"
#include "core/errors.hpp"

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
  // The last decision may not have begun a branch: then it has no level yet.
  auto n_decisions = static_cast<std::size_t>(std::count_if(
      frames_.begin(), frames_.end(), [](const auto& frame) { return !frame.is_product; }));
  for (; frames_.size() > n_frames; frames_.pop_back()) {
    if (frames_.back().is_product) continue;
    if (propagator_.depth() == n_decisions--) propagator_.undo();
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
