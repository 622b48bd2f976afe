#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "core/dpll/choices.hpp"
#include "core/dpll/frame.hpp"
#include "core/dpll/instance.hpp"
#include "core/dpll/weights.hpp"
#include "core/number/float.hpp"
#include "core/number/rational.hpp"

namespace gdlc {

// What is known of a value: lower <= value <= upper, in doubles, so that it is cheap to come by.
struct Bounds {
  double lower = 0;
  double upper = 1;
};

// What the open frames of a search tell of the value of the formula below its units.
template <class Number>
struct OpenBounds {
  Number lower = Number(0);
  Number upper = Number(1);
  // Where the lower bound comes from, as far as the outermost block is concerned: the branches
  // entered in the first `n_frames` frames, and then `choice`.
  std::size_t n_frames = 0;
  std::uint32_t choice = Choices::none;
};

// From the last frame up to the first: the branch entered has the bounds found so far, a branch not
// yet entered has [0, 1], and of what is closed the frame has the value or a bound.
//
//   Number  Rational for what the frames of an exact search say to the last digit; Float for
//           something near it, in a time that does not depend on the number of digits
//   cost    a few operations a frame
template <class Number, class OfSearch>
OpenBounds<Number> open_bounds(std::span<const Frame<OfSearch>> frames, const Instance& instance,
                               const Weights<OfSearch>& weights) {
  OpenBounds<Number> found;
  Number& lower = found.lower;
  Number& upper = found.upper;
  for (std::size_t at = frames.size(); at-- > 0;) {
    const Frame<OfSearch>& frame = frames[at];
    const Number weight(frame.weight);
    const Number closed(frame.value);
    const Number bound(std::clamp(frame.bound, 0.0, 1.0));
    lower *= weight;
    upper *= weight;
    if (frame.is_product) {
      upper *= closed;
      if (frame.parts_end == frame.parts_begin) {
        lower *= closed;
      } else {
        lower = Number(0);
      }
      continue;
    }
    const bool other_is_open = frame.branch == 0;
    switch (instance.quantifier(frame.var)) {
      case Quantifier::exists: {
        const bool is_outermost = instance.block(frame.var) == 0;
        if (is_outermost && found.n_frames == 0) found.n_frames = at + 1;
        if (frame.closed_one) {
          Number best = closed;
          const bool is_open_better = take_max(best, lower);
          lower = std::move(best);
          if (is_outermost && !is_open_better) {
            found.n_frames = at;
            found.choice = frame.choice;
          }
          take_max(upper, closed);
        }
        if (frame.closed_bound) take_max(upper, bound);
        if (other_is_open) upper = Number(1);
        break;
      }
      case Quantifier::forall:
        if (frame.closed_one) {
          take_min(lower, closed);
          take_min(upper, closed);
        }
        if (frame.closed_bound) take_min(lower, bound);
        if (other_is_open) lower = Number(0);
        break;
      case Quantifier::chance:
        lower += closed;
        upper += closed;
        if (other_is_open) upper += Number(weights.of(frame.literal(1)));
        take_min(upper, Number(1));
        break;
    }
  }
  return found;
}

}  // namespace gdlc
