#pragma once

#include <cstdint>

#include "core/dpll/bounds.hpp"
#include "core/dpll/stats.hpp"

namespace gdlc {

enum class Phase : std::uint8_t { layers, prepare, search };

// `layers`, or `prepare` and `search` of dpll.
const char* name_of(Phase phase);

// Who looks on while a formula is solved; told by the solving thread. What it throws ends the work
// and comes out of `Solver::solve`.
class Observer {
 public:
  static constexpr double seconds_between_reports = 0.05;

  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  virtual void begin(Phase) {}

  // During the search, about every `seconds_between_reports`; `Stats` are those so far, and the
  // bounds the best so far: none is worse than the one told before.
  virtual void progress(const Stats&, const Bounds&) {}
};

}  // namespace gdlc
