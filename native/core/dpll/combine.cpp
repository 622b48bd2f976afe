#include "core/dpll/combine.hpp"

#include <algorithm>
#include <utility>

#include "core/dpll/choices.hpp"
#include "core/errors.hpp"

namespace gdlc {
namespace {

// Windows and bounds are doubles: what a number is at least, and at most, but for the rounding that
// rounded_up and rounded_down take care of.
double low(const Rational& value) {
  return value.convert_to<double>();
}
double high(const Rational& value) {
  return value.convert_to<double>();
}
double low(const Float& value) {
  return value.lower();
}
double high(const Float& value) {
  return value.upper();
}

}  // namespace

template <class Number>
Combiner<Number>::Combiner(const Instance& instance, const Weights<Number>& weights, bool prune)
    : instance_(instance), weights_(weights), prune_(prune) {}

template <class Number>
Window Combiner<Number>::window_of_branch(const Frame<Number>& frame) const {
  if (!prune_) return {};
  const double weight = high(frame.weight);
  Window window = frame.window;
  switch (instance_.quantifier(frame.var)) {
    case Quantifier::exists:
      if (frame.closed_one) window.alpha = std::max(window.alpha, low(frame.value));
      return window.below({0, 0}, weight, 0);
    case Quantifier::forall:
      if (frame.closed_one) window.beta = std::min(window.beta, high(frame.value));
      return window.below({0, 0}, weight, 0);
    case Quantifier::chance: {
      const double open = frame.branch == 0 ? high(weights_.of(frame.literal(1))) : 0;
      return window.below({low(frame.value), high(frame.value)}, weight, open);
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
  const bool at_most = value.known == Known::at_most;
  const double weight = at_most ? high(frame.weight) : low(frame.weight);
  double bound = weight * value.bound;
  switch (instance_.quantifier(frame.var)) {
    case Quantifier::chance:
      bound += at_most ? high(frame.value) : low(frame.value);
      if (at_most && frame.branch == 0) bound += high(weights_.of(frame.literal(1)));
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
  } else if (!frame.closed_one) {
    frame.value = std::move(value.number);
    is_best = true;
  } else if (quantifier == Quantifier::exists) {
    is_best = take_max(frame.value, std::move(value.number));
  } else {
    is_best = take_min(frame.value, std::move(value.number));
  }
  frame.closed_one = true;
  frame.settled = quantifier == Quantifier::exists   ? settles_max(frame.value)
                  : quantifier == Quantifier::forall ? is_zero(frame.value)
                                                     : false;
  return is_best;
}

template <class Number>
void Combiner<Number>::next_branch(Frame<Number>& frame) {
  ++frame.branch;
  if (!prune_ || frame.decided || !frame.closed_one || is_closed(frame)) return;
  const Quantifier quantifier = instance_.quantifier(frame.var);
  // One branch is left: can it still bring the value into the window?
  const double least = rounded_down(low(frame.value));
  const double most = rounded_up(high(frame.value));
  const bool can_grow = quantifier != Quantifier::forall;
  const bool can_shrink = quantifier == Quantifier::forall;
  if (can_grow && least >= frame.window.beta) {
    decide(frame, Known::at_least, least);
  } else if (can_shrink && most <= frame.window.alpha) {
    decide(frame, Known::at_most, most);
  } else if (quantifier == Quantifier::chance) {
    const double with_open = most + high(weights_.of(frame.literal(frame.branch)));
    if (with_open <= frame.window.alpha) decide(frame, Known::at_most, rounded_up(with_open));
  }
}

// The other parts can only make the product smaller. How large it is, is known with the last one.
template <class Number>
Window Combiner<Number>::window_of_part(const Frame<Number>& frame, bool is_last) const {
  if (!prune_) return {};
  Window window = frame.window;
  if (!is_last) window.beta = Window().beta;
  return window.below({0, 0}, high(frame.value) * high(frame.weight), 0);
}

template <class Number>
bool Combiner<Number>::add_part(Frame<Number>& frame, Value value, bool is_last) {
  if (value.known == Known::exactly) {
    value.number *= frame.weight;
    frame.value *= value.number;
    if (is_zero(frame.value)) {
      frame.decided = true;
      frame.result = Value{Number(0)};
      return false;
    }
    if (!prune_ || is_last) return true;
    const double most = rounded_up(high(frame.value));
    if (most > frame.window.alpha) return true;
    decide(frame, Known::at_most, most);
    return false;
  }
  if (value.known == Known::at_most) {
    const double most = high(frame.value) * high(frame.weight) * value.bound;
    decide(frame, Known::at_most, rounded_up(most));
    return false;
  }
  const double bound = low(frame.value) * low(frame.weight) * value.bound;
  decide(frame, Known::at_least, is_last ? rounded_down(bound) : 0);
  return is_last && bound > 0;
}

template <class Number>
bool Combiner<Number>::is_closed(const Frame<Number>& frame) const {
  if (frame.is_product) return frame.decided || frame.parts_end == frame.parts_begin;
  if (frame.branch == 2 || frame.decided) return true;
  return frame.settled;
}

// Branches of which only a bound is known do not matter if the others are better (or worse) than
// it.
template <class Number>
auto Combiner<Number>::result_of(Frame<Number>& frame) const -> Value {
  if (frame.decided) return frame.result;
  if (frame.is_product) return {std::move(frame.value), frame.choice};
  if (frame.closed_bound) {
    const double least = rounded_down(low(frame.value));
    const double most = rounded_up(high(frame.value));
    if (instance_.quantifier(frame.var) == Quantifier::exists) {
      if (!frame.closed_one) return {Number(0), Choices::none, Known::at_most, frame.bound};
      if (least < frame.bound) {
        return {Number(0), Choices::none, Known::at_most, std::max(frame.bound, most)};
      }
    } else {
      if (!frame.closed_one) return {Number(0), Choices::none, Known::at_least, frame.bound};
      if (most > frame.bound) {
        return {Number(0), Choices::none, Known::at_least, std::min(frame.bound, least)};
      }
    }
  }
  return {std::move(frame.value), frame.choice};
}

template class Combiner<Rational>;
template class Combiner<Float>;

}  // namespace gdlc
