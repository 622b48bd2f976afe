#include "core/stop.hpp"

#include <algorithm>

namespace gdlc {

void Stop::set_timeout(double seconds) {
  // A clock counts nanoseconds in 64 bits: beyond some centuries a limit is none.
  const double most = 1e9;
  if (!(seconds < most)) {
    deadline_.reset();
    return;
  }
  const std::chrono::duration<double> wait(std::max(seconds, 0.0));
  deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(wait);
}

bool Stop::requested() {
  if (reason_ != StopReason::none) return true;
  if (interrupted_.load(std::memory_order_relaxed)) {
    reason_ = StopReason::interrupt;
  } else if (deadline_ && Clock::now() >= *deadline_) {
    reason_ = StopReason::time;
  }
  return reason_ != StopReason::none;
}

void Stop::out_of_memory() {
  if (reason_ == StopReason::none) reason_ = StopReason::memory;
}

}  // namespace gdlc
