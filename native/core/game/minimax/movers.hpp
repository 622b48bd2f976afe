#pragma once

#include <cstdint>
#include <vector>

namespace gdlc::game {

// Who moves in a state: for each role its only legal move, or `chooses`. States with the same
// movers are expanded by the same program.
using Movers = std::vector<std::uint32_t>;
inline constexpr std::uint32_t chooses = 0xFFFFFFFFU;

// States with the same movers, and what they have in common.
struct StateClass {
  Movers movers;
  std::vector<std::uint32_t> states;
  std::vector<std::uint64_t> all;  // the bits that hold in every state
  std::vector<std::uint64_t> any;  // the bits that hold in some
};

}  // namespace gdlc::game
