#pragma once

#include <string>
#include <vector>

#include "core/dpll/observer.hpp"
#include "core/dpll/options.hpp"
#include "core/dpll/stats.hpp"
#include "core/formula/formula.hpp"
#include "core/number/rational.hpp"
#include "core/stop.hpp"

namespace gdlc {

// The value of a formula, or bounds if a limit was met first.
struct Answer {
  Rational lower = 0;
  Rational upper = 1;
  // The search came to its end in doubles: the value lies between lower and upper, which are apart
  // by no more than rounding took.
  bool is_float = false;
  StopReason stopped = StopReason::none;  // why these are only bounds; none if the value is known
  std::vector<Lit> outer;  // one optimal assignment of the outermost block, every variable of it in
                           // order, if that block is existential; after a stop the best one known;
                           // of a float one that is worth `lower` at least
  Engine engine = Engine::dpll;  // the one that found all this; never automatic
  // Why the other engine was passed over, if it was thought of.
  std::string engine_reason;
  Stats stats;

  bool exact() const { return lower == upper && !is_float; }
  bool is_complete() const { return exact() || is_float; }
};

// One formula and how to solve it.
class Solver {
 public:
  Solver(Formula formula, const Options& options);

  // Time limit and interrupts reach all work through `stop` alone: it may have served for
  // reading before, so that one limit covers both.
  Answer solve(Stop& stop, Observer& observer) const;
  Answer solve(Stop& stop) const;

 private:
  Formula formula_;
  Options options_;
};

}  // namespace gdlc
