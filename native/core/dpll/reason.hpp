#pragma once

#include <cstdint>

namespace gdlc {

enum class Truth : std::uint8_t { open, yes, no };

// How a round of propagation ends.
//   zero     a clause is false, or a universal was forced: the residual formula is worth 0
//   stopped  given up in the middle: the state can only be undone or dropped
enum class Outcome : std::uint8_t { open, zero, stopped };

// Why a literal was assigned: a clause of the formula, a learned one, or a decision.
class Reason {
 public:
  Reason() = default;
  static Reason clause(std::uint32_t index) { return Reason(2 * std::uint64_t{index} + 1); }
  static Reason learned(std::uint32_t index) { return Reason(2 * std::uint64_t{index} + 2); }
  bool is_decision() const { return code_ == 0; }
  bool is_learned() const { return code_ != 0 && code_ % 2 == 0; }
  std::uint32_t index() const { return static_cast<std::uint32_t>((code_ - 1) / 2); }
  friend bool operator==(Reason, Reason) = default;

 private:
  explicit Reason(std::uint64_t code) : code_(code) {}
  std::uint64_t code_ = 0;
};

}  // namespace gdlc
