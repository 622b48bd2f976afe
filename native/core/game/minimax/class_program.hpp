#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/game/machine.hpp"
#include "core/game/minimax/circuit.hpp"
#include "core/game/minimax/movers.hpp"
#include "core/game/minimax/task.hpp"

namespace gdlc::game {

// The moves of a class of states as a straight run of conjunctions, for 64 states at once.
//
// What is the same in all states of the class is folded in, each choice of the players is unrolled,
// and so are the moves of chance. Where a choice leads to a state in which only chance moves,
// freely and always in the same way, that step is unrolled as well and the state between is never
// looked at: it has one predecessor, so there is nothing to share. Outcomes with equal next states
// are one outcome.
struct ClassProgram {
  // A register and whether it is negated: 2 * register + 1. Register 0 holds ones.
  using Operand = std::uint32_t;

  struct Gate {
    Operand left;
    Operand right;
  };

  // A bit of the next state that must be computed.
  struct Bit {
    std::uint32_t at;
    Operand value;
  };

  struct Outcome {
    Operand possible;
    std::uint32_t weight;
    Operand terminal;
    std::vector<Operand> goals;       // as in the task; empty where `terminal` never holds
    std::vector<std::uint64_t> keep;  // the next state: these bits of the state,
    std::vector<std::uint64_t> ones;  // ... these bits,
    std::vector<Bit> bits;            // ... and these
  };

  struct Branch {
    Operand legal;
    std::uint32_t group;  // one for each move of the player
    bool is_certain;      // its outcomes are possible wherever it is legal
    std::uint32_t steps;  // 1 or 2
    std::uint32_t begin;  // its outcomes
    std::uint32_t end;
    std::uint64_t moves;  // joint moves that it stands for, for the statistics
  };

  std::vector<std::uint32_t> inputs;  // the fluents in registers 1, 2, ...
  std::vector<Gate> gates;            // in the registers behind them
  std::vector<Branch> branches;
  std::vector<Outcome> outcomes;
};

// pre:    in no state of the class is the play over, and in each every role has a legal move
// skip:   whether the step of chance behind the players' may be unrolled, too
// Returns nothing where the program would be too large.
std::optional<ClassProgram> compile(const Machine& machine, const Task& task,
                                    const StateClass& states, bool skip);

}  // namespace gdlc::game
