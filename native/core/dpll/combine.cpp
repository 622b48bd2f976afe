#include "core/dpll/combine.hpp"

#include <algorithm>
#include <utility>

#include "core/dpll/choices.hpp"
#include "core/errors.hpp"

namespace gdlc {
namespace {

double as_double(const Rational& value) {
  return value.convert_to<double>();
}

}  // namespace

template <class Number>
Combiner<Number>::Combiner(const Instance& instance, const Weights<Number>& weights, bool prune)
    : instance_(instance), weights_(weights), prune_(prune) {}

template <class Number>
Window Combiner<Number>::window_of_branch(const Frame<Number>& frame) const {
  if (!prune_) return {};
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
      const double open = frame.branch == 0 ? as_double(weights_.of(frame.literal(1))) : 0;
      return window.below(as_double(frame.value), weight, open);
    }
  }
  throw InternalError("combine: no such quantifier");
}

template <class Number>
void Combiner<Number>::decide(Frame<Number>& frame, Known known, double bound) {
  ++n_cutoffs_;
  frame.decided = true;
  frame.result = {Number(0), Choices::none, known, bound};
}

// A branch of which a bound was enough. A mean is outside its window then; so is a maximum with a
// branch that is large enough, and a minimum with one that is small enough.
template <class Number>
void Combiner<Number>::close_with_bound(Frame<Number>& frame, const Value& value) {
  const double weight = as_double(frame.weight);
  const bool at_most = value.known == Known::at_most;
  double bound = weight * value.bound;
  switch (instance_.quantifier(frame.var)) {
    case Quantifier::chance:
      bound += as_double(frame.value);
      if (at_most && frame.branch == 0) bound += as_double(weights_.of(frame.literal(1)));
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

template <class Number>
bool Combiner<Number>::add(Frame<Number>& frame, Value value) {
  if (value.known != Known::exactly) {
    close_with_bound(frame, value);
    return false;
  }
  const Quantifier quantifier = instance_.quantifier(frame.var);
  bool is_best = false;
  value.number *= frame.weight;
  if (quantifier == Quantifier::chance) {
    frame.value += value.number;
  } else if (!frame.closed_one || (quantifier == Quantifier::exists ? value.number > frame.value
                                                                    : value.number < frame.value)) {
    frame.value = std::move(value.number);
    is_best = true;
  }
  frame.closed_one = true;
  return is_best;
}

template <class Number>
void Combiner<Number>::next_branch(Frame<Number>& frame) {
  ++frame.branch;
  if (!prune_ || frame.decided || !frame.closed_one || is_closed(frame)) return;
  const Quantifier quantifier = instance_.quantifier(frame.var);
  // One branch is left: can it still bring the value into the window?
  const double closed = as_double(frame.value);
  const bool can_grow = quantifier != Quantifier::forall;
  const bool can_shrink = quantifier == Quantifier::forall;
  if (can_grow && rounded_down(closed) >= frame.window.beta) {
    decide(frame, Known::at_least, rounded_down(closed));
  } else if (can_shrink && rounded_up(closed) <= frame.window.alpha) {
    decide(frame, Known::at_most, rounded_up(closed));
  } else if (quantifier == Quantifier::chance) {
    const double most = rounded_up(closed + as_double(weights_.of(frame.literal(frame.branch))));
    if (most <= frame.window.alpha) decide(frame, Known::at_most, most);
  }
}

// The other parts can only make the product smaller. How large it is, is known with the last one.
template <class Number>
Window Combiner<Number>::window_of_part(const Frame<Number>& frame, bool is_last) const {
  if (!prune_) return {};
  Window window = frame.window;
  if (!is_last) window.beta = Window().beta;
  return window.below(0, as_double(frame.value) * as_double(frame.weight), 0);
}

template <class Number>
bool Combiner<Number>::add_part(Frame<Number>& frame, Value value, bool is_last) {
  if (value.known == Known::exactly) {
    value.number *= frame.weight;
    frame.value *= value.number;
    if (frame.value == 0) {
      frame.decided = true;
      frame.result = Value{Number(0)};
      return false;
    }
    if (!prune_ || is_last) return true;
    const double most = rounded_up(as_double(frame.value));
    if (most > frame.window.alpha) return true;
    decide(frame, Known::at_most, most);
    return false;
  }
  const double bound = as_double(frame.value) * as_double(frame.weight) * value.bound;
  if (value.known == Known::at_most) {
    decide(frame, Known::at_most, rounded_up(bound));
    return false;
  }
  decide(frame, Known::at_least, is_last ? rounded_down(bound) : 0);
  return is_last && bound > 0;
}

template <class Number>
bool Combiner<Number>::is_closed(const Frame<Number>& frame) const {
  if (frame.is_product) return frame.decided || frame.parts_end == frame.parts_begin;
  if (frame.branch == 2 || frame.decided) return true;
  if (!frame.closed_one) return false;
  switch (instance_.quantifier(frame.var)) {
    case Quantifier::exists:
      return frame.value == 1;
    case Quantifier::forall:
      return frame.value == 0;
    case Quantifier::chance:
      return false;
  }
  throw InternalError("combine: no such quantifier");
}

// Branches of which only a bound is known do not matter if the others are better (or worse) than
// it.
template <class Number>
auto Combiner<Number>::result_of(Frame<Number>& frame) const -> Value {
  if (frame.decided) return frame.result;
  if (frame.is_product) return {std::move(frame.value), frame.choice};
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

template class Combiner<Rational>;

}  // namespace gdlc
