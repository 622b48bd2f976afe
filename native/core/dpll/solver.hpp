#pragma once

#include <functional>
#include <vector>

#include "core/dpll/options.hpp"
#include "core/dpll/stats.hpp"
#include "core/formula/formula.hpp"
#include "core/number/rational.hpp"
#include "core/stop.hpp"

namespace gdlc {

// The value of a formula, or bounds if a limit was met first.
struct Answer {
  Rational lower;
  Rational upper;
  StopReason stopped = StopReason::none;  // why these are only bounds; none if they are equal
  std::vector<Lit> outer;  // one optimal assignment of the outermost block, every variable of it in
                           // order, if that block is existential; after a stop the best one known
  Stats stats;

  bool exact() const { return lower == upper; }
};

// One formula and how to solve it.
class Solver {
 public:
  // Called about every `seconds_between_reports` by the solving thread. What it throws ends the
  // search and comes out of `solve`.
  using OnProgress = std::function<void(const Stats&)>;
  static constexpr double seconds_between_reports = 0.05;

  Solver(Formula formula, const Options& options);

  // Time limit and interrupts reach all work through `stop` alone: it may have served for
  // reading before, so that one limit covers both.
  Answer solve(Stop& stop, const OnProgress& on_progress = {}) const;

 private:
  Formula formula_;
  Options options_;
};

}  // namespace gdlc
