#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/formula/literal.hpp"

namespace gdlc {

// How much each variable had to do with late conflicts (VSIDS; Moskewicz and others 2001). Doubles
// only order decisions, and are computed the same way on every machine.
class Activity {
 public:
  explicit Activity(std::uint32_t n_vars) : of_(std::size_t{n_vars} + 1, 0) {}

  double of(Var var) const { return of_[var.number()]; }
  void bump(Var var) {
    double& activity = of_[var.number()];
    activity += step_;
    if (activity > too_large) rescale();
  }
  void after_conflict() { step_ /= 0.95; }
  std::size_t bytes() const { return of_.capacity() * sizeof(double); }

 private:
  static constexpr double too_large = 1e100;

  void rescale() {
    for (double& activity : of_) activity /= too_large;
    step_ /= too_large;
  }

  std::vector<double> of_;
  double step_ = 1;
};

}  // namespace gdlc
