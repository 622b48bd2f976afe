#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/game/explore.hpp"

namespace gdlc::test {

// The states in the order of exploration, by the definition.
struct Naive {
  std::vector<game::State> order;
  std::map<game::State, std::uint32_t> depth;
  std::map<game::State, std::vector<game::State>> next;  // only of the states that make moves
  game::Findings found;
};

Naive explore_one_by_one(const game::Machine& machine, const game::State& start,
                         const game::Question& question, std::uint32_t limit);

// The longest play from a state; -1 if a play comes back to a state
int longest_play(const Naive& made, const game::State& state, std::map<game::State, int>& known);

}  // namespace gdlc::test
