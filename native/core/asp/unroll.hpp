#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>

#include "core/asp/program.hpp"
#include "core/stop.hpp"

namespace gdlc::asp {

// Which predicates carry a step in an unrolled game; all others are the same in all states.
struct Timing {
  std::unordered_set<std::string> state;  // depend on the state at most; `legal` among them
  std::unordered_set<std::string> moves;  // depend on the moves too
};

// The rules of a game step by step, as a grounder finds them that is given the rules of each step:
// an atom is there if it may hold at its step, and what is certain at a step is evaluated away. The
// grounder meets the rules once, not at each step.
//   once     ground rules for any state: `_init(F)` and `_next(F)` hold for the fluents of the
//            first and the next state, `true(F)` and `does(R,A)` are free choices
//   horizon  states at steps 1..horizon+1, moves at steps 1..horizon
// The step is the last argument: `true(F,T)`; `_next(F)` at step T is `true(F,T+1)`. Moves are free
// choices among the legal ones. States go on after a terminal one.
//   nothing  an atom depends on its own negation: such rules want a grounder
// Cost: size of `once` times steps. Throws Stopped.
std::optional<Program> unroll(const Program& once, const Timing& timing, std::uint32_t horizon,
                              Stop& stop);

}  // namespace gdlc::asp
