#pragma once

#include <algorithm>

namespace gdlc {

// What is asked of a node: its value if that lies strictly between alpha and beta, else only that
// it does not. Windows are doubles, also where values are exact rationals: they decide what is
// looked at, never what is answered. Each is a little wider than need be, by more than rounding
// can take, so that what comes back from a narrower one is conclusive.
struct Window {
  double alpha = -1;  // no value is below 0 or above 1: this window asks for the value itself
  double beta = 2;

  static constexpr double slack = 1e-12;

  // What is known of a number.
  struct Range {
    double low, high;
  };

  // Of a branch that is multiplied by `weight` and added to `closed`, where `open` more may come.
  Window below(Range closed, double weight, double open) const {
    if (weight < 1e-3) return {};  // the slack would be lost in rounding
    Window window;
    const double low = (alpha - closed.high - open - slack) / weight;
    const double high = (beta - closed.low + slack) / weight;
    if (low > 0) window.alpha = low;
    if (high < 1) window.beta = high;
    return window;
  }
};

// A result of few double operations on numbers in [0, 1] is off by far less than this.
inline double rounded_up(double value) {
  return value + 1e-15;
}
inline double rounded_down(double value) {
  return value - 1e-15;
}

}  // namespace gdlc
