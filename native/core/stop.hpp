#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace gdlc {

enum class StopReason : std::uint8_t { none, time, memory, interrupt };

// One request to stop, shared by all who work on one task. The first reason stays.
class Stop {
 public:
  // From any thread and from a signal handler: it only writes an atomic.
  void interrupt() noexcept { interrupted_.store(true, std::memory_order_relaxed); }

  // Counts from now; the worker's thread only.
  void set_timeout(double seconds);

  // Asked by the worker; reads the clock, so ask once in a few thousand steps.
  bool requested();

  // By the worker itself, when it holds too much memory.
  void out_of_memory();

  StopReason reason() const { return reason_; }

 private:
  using Clock = std::chrono::steady_clock;

  std::atomic<bool> interrupted_{false};
  std::optional<Clock::time_point> deadline_;
  StopReason reason_ = StopReason::none;
};

// Thrown by a pass that has no partial answer, such as reading.
struct Stopped {
  StopReason reason;
};

}  // namespace gdlc
