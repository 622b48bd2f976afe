#pragma once

#include <cstdint>
#include <vector>

#include "core/game/minimax/circuit.hpp"
#include "core/game/minimax/class_program.hpp"

namespace gdlc::game {

// The moves of a class of states as wires of a circuit, before they become a program.
struct Unrolled {
  // A state after some moves.
  struct Next {
    std::vector<Ref> fluents;
    Ref possible = always;
    std::uint32_t weight = 1;
    Ref terminal = never;
    std::vector<Ref> goals;  // as in the task; empty where `terminal` never holds
  };

  // A joint choice of the players; the fields are those of a branch of the program.
  struct Choice {
    Ref legal;
    std::uint32_t group;
    bool is_certain;
    std::uint32_t steps;
    std::uint64_t moves;
    std::vector<Next> outcomes;
  };

  Circuit circuit;
  std::vector<Ref> fluents;           // of the states of the class
  std::vector<std::uint32_t> inputs;  // those that differ among them
  std::vector<Choice> choices;
};

// The program, with registers for those gates that it needs.
ClassProgram emit(const Unrolled& unrolled);

}  // namespace gdlc::game
