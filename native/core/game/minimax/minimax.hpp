#pragma once

#include <cstdint>
#include <optional>

#include "core/game/machine.hpp"
#include "core/game/minimax/frontier.hpp"
#include "core/game/minimax/layered.hpp"
#include "core/game/minimax/task.hpp"
#include "core/stop.hpp"

namespace gdlc::game {

struct MinimaxOptions {
  bool is_exact = true;  // rationals; otherwise intervals of doubles
  bool prune = true;     // leave out what cannot change the value; what is wrong there is not told
  bool table = true;     // know states again
  // Programs are made for classes of at least so many states, more where the rules are long.
  std::size_t compile_from = 64;
  // With pruning: so many transitions layer by layer before depth first is tried.
  std::uint64_t first_transitions = 200'000;
  // So many transitions for each look at a state depth first. It takes as long as some 1,000, and
  // all looks are to take a small part of the time.
  std::uint64_t transitions_a_look = 8000;
};

struct MinimaxResult {
  Choices choices;
  bool is_known = false;            // otherwise `choices` are bounds: a stop came first
  bool has_replies = false;         // somewhere both sides choose, and the opponents saw the move
  std::optional<NoValue> no_value;  // a state of the game has none; then nothing else counts
  std::optional<Sighting> stuck;    // a state that is not terminal and in which a role cannot move

  // What was done.
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t layers = 0;
  std::uint64_t programs = 0;
  std::uint64_t bytes = 0;
  std::uint64_t looks = 0;  // at states, depth first
};

// The value of a state by expected minimax, in one of two ways.
//
// Layer by layer, all states forward and their values backward: no state is missed, and 64 are
// worked on at once. Depth first: states that cannot change the value are left out, and a state
// costs a hundred times as much. With pruning both take turns: small games are done in layers
// before anything else; then, each time the transitions have doubled, depth first goes on with what
// it remembers, for a small part of the time. So games in which pruning leaves little are found
// soon, and others are hardly slower.
//
// pre:    the machine's roles are set; numbers in the task exist
// throws: std::invalid_argument for a state of another size
MinimaxResult minimax(const Machine& machine, const Task& task, const State& start,
                      const MinimaxOptions& options, Stop& stop);

}  // namespace gdlc::game
