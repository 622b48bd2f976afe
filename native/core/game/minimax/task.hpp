#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game/lanes.hpp"

namespace gdlc::game {

// What a terminal state is worth, in hundredths.
using Worth = std::uint8_t;
inline constexpr Worth full_worth = 100;

// Whose value is asked for, and of what. Roles and goals are told by their numbers.
struct Task {
  static constexpr Worth no_worth = 255;  // of a goal that has no place in this objective

  struct Goal {
    std::uint32_t goal;
    Worth worth;
  };

  std::uint32_t player = 0;
  std::optional<std::uint32_t> chance;  // the role `random`
  std::vector<Goal> goals;              // the player's, by ascending worth
  bool one_goal = false;                // several at once, or one without worth, have no value
  bool replies = false;                 // where both sides choose, the opponents see the player's
                                        // move; otherwise such a state has no value
  std::uint32_t horizon = 0;

  // All worths times this are whole.
  std::uint32_t divisor() const {
    for (const Goal& goal : goals) {
      if (goal.worth != 0 && goal.worth != full_worth) return full_worth;
    }
    return 1;
  }
};

// The worth of 64 terminal states.
struct Worths {
  std::array<Worth, 64> of{};
  std::uint64_t above_0 = 0;  // where it is more than nothing
  std::uint64_t wrong = 0;    // the goals of these contradict the objective

  // holds(i): where goal i of the task holds
  template <class Holds>
  Worths(const Task& task, std::uint64_t terminal, Holds holds) {
    std::uint64_t one = 0;
    for (std::size_t at = 0; at < task.goals.size(); ++at) {
      const std::uint64_t here = holds(at) & terminal;
      const Worth worth = task.goals[at].worth;
      if (task.one_goal) wrong |= worth == Task::no_worth ? here : one & here;
      one |= here;
      if (worth != 0) above_0 |= here;
      each_lane(here, [&](std::size_t lane) { of[lane] = worth; });
    }
  }
};

}  // namespace gdlc::game
