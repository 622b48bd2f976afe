#pragma once

#include <chrono>
#include <string_view>
#include <vector>

#include "app/print.hpp"
#include "core/dpll/observer.hpp"

namespace gdlc::app {

// Tells on stderr what is going on, and how long each phase took. Times and progress go nowhere
// else, so that two runs print the same answer.
class Narrator : public Observer {
 public:
  // The first phase, reading, begins now. Not talkative: keeps times only.
  explicit Narrator(bool is_talkative);

  void begin(Phase phase) override;
  // A line when the bounds have become better, at most one a second.
  void progress(const Stats& stats, const Bounds& bounds) override;

  // The last phase ends now.
  const std::vector<Seconds>& phases();

 private:
  using Clock = std::chrono::steady_clock;

  void end();

  bool is_talkative_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_line_ = begin_ + std::chrono::seconds(1);
  Bounds told_;
  std::vector<Seconds> phases_;
};

}  // namespace gdlc::app
