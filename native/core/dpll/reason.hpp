#pragma once

#include <cstdint>

namespace gdlc {

// How a round of propagation ends.
//   zero     a clause is false, or can only be made true by the opponent: the residual formula is
//            worth 0
//   stopped  given up in the middle: the state can only be undone or dropped
enum class Outcome : std::uint8_t { open, zero, stopped };

// Where a clause lies in a ClauseStore.
using ClauseRef = std::uint32_t;
inline constexpr ClauseRef no_clause = UINT32_MAX;
inline constexpr ClauseRef assumed = UINT32_MAX - 1;  // no clause either: see Propagator::assume

}  // namespace gdlc
