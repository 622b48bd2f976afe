#pragma once

#include <cstdint>
#include <vector>

#include "core/game/machine.hpp"
#include "core/game/minimax/task.hpp"
#include "core/number/rational.hpp"

namespace gdlc::test {

// Expected minimax by the definition: recursion, state by state, nothing remembered.
class OneByOne {
 public:
  OneByOne(const game::Machine& machine, const game::Task& task) : machine_(machine), task_(task) {}

  Rational value(const game::State& state, std::uint32_t steps);

  // Of each move of the player; of the state, if he has no choice.
  std::vector<Rational> choices(const game::State& state, std::uint32_t steps);

  bool met_wrong_goals = false;
  bool met_stuck = false;
  bool met_both = false;
  std::uint64_t states = 0;  // looked at

 private:
  Rational mean(const game::State& state, const std::vector<std::vector<std::uint32_t>>& legal,
                std::uint32_t mine, const std::vector<std::uint32_t>& theirs, std::uint32_t steps);
  Rational least(const game::State& state, const std::vector<std::vector<std::uint32_t>>& legal,
                 std::uint32_t mine, std::size_t role, std::vector<std::uint32_t>& theirs,
                 std::uint32_t steps);

  const game::Machine& machine_;
  const game::Task& task_;
};

}  // namespace gdlc::test
