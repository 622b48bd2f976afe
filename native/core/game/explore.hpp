#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/game/machine.hpp"
#include "core/stop.hpp"

namespace gdlc::game {

// What is looked for. Roles and goals are told by their numbers, by who can read their names.
struct Question {
  std::uint32_t player = 0;
  std::optional<std::uint32_t> chance;  // the role `random`: its choice is nobody's
  std::vector<std::uint32_t> goals;     // the player's goal facts
  std::vector<std::uint32_t> wrong;     // those whose value is no number from 0 to 100
  std::vector<std::uint32_t> winning;   // those that meet the objective
};

// Where to end. All of them count, so that the same limits always find the same.
struct ExploreLimits {
  static constexpr std::uint32_t no_depth = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t depth = no_depth;  // states so deep are looked at, but make no moves
  std::uint32_t states = no_depth;
  std::uint64_t transitions = std::numeric_limits<std::uint64_t>::max();
};

// A state that has what was looked for, the first one in the order of exploration: no other is
// less deep.
struct Sighting {
  State state;
  std::uint32_t depth = 0;
  std::uint32_t role = 0;  // the one that is stuck, or that chooses beside the player
};

struct Findings {
  std::optional<Sighting> stuck;  // not terminal, and a role has no legal move
  std::optional<Sighting> both;   // the player has a choice, and another role beside `random`
  std::optional<Sighting> goals;  // terminal, and the player has several goals, or a wrong one
  std::optional<Sighting> won;    // terminal, and the player has a winning goal

  std::uint64_t states = 0;       // distinct ones that were met
  std::uint64_t terminal = 0;     // of these, as far as they were looked at
  std::uint64_t transitions = 0;  // joint moves that were made
  std::uint32_t deepest = 0;      // the depth of the last state that was met
  std::int64_t depth_done = -1;   // all states so deep or less were met, and made all their moves
  bool cut_by_depth = false;      // some play goes on behind the depth
  bool limited = false;           // states or transitions were too many: some were not met
  std::optional<std::uint32_t> longest;  // moves of the longest play; only if nothing was cut, and
                                         // no play comes back to a state
};

// All states that plays lead to, breadth first, 64 states or 64 joint moves at a time.
//
// A state that is stuck makes no moves, and neither does one as deep as the limit: what it is
// worth does not depend on its moves, so that `stuck` and `both` are not asked of it.
//
// Cost:   S states of F fluents and T joint moves: T / 64 evaluations of the network, about
//         S (F / 8 + 16) + 4 T bytes. Equal successors of one state are kept once.
// pre:    the machine's roles are set; numbers in the question exist
// throws: std::invalid_argument for a state of another size; Stopped
Findings explore(const Machine& machine, const State& start, const Question& question,
                 const ExploreLimits& limits, Stop& stop);

}  // namespace gdlc::game
