#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/game/machine.hpp"
#include "core/game/minimax/class_program.hpp"
#include "core/game/minimax/frontier.hpp"
#include "core/game/minimax/move_graph.hpp"
#include "core/game/minimax/task.hpp"

namespace gdlc::game {

// Makes the moves of states by the program of their class, 64 states at a time.
class ClassExpansion {
 public:
  ClassExpansion(const Machine& machine, const Task& task, Frontier& frontier, MoveGraph& graph)
      : machine_(machine), task_(task), frontier_(frontier), graph_(graph) {}

  // All moves of up to 64 states of the class. throws: NoValue
  void expand(const ClassProgram& program, const std::uint32_t* states, std::size_t count,
              std::uint32_t depth);

  std::uint64_t transitions() const { return transitions_; }

 private:
  using Word = std::uint64_t;
  static constexpr std::size_t lanes = 64;

  // A next state on its way into the set of states. The look at memory begins when it is put here,
  // and by the time it is taken out the memory has come.
  struct Arrival {
    std::uint64_t hash;
    std::uint32_t place;  // in `targets_`
    std::uint32_t depth;
  };

  void set_shapes(const ClassProgram& program);
  void run(const ClassProgram& program, const std::uint32_t* states, std::size_t count);
  void make_outcome(const ClassProgram::Outcome& outcome, std::size_t number, Word where,
                    const std::uint32_t* states, std::uint32_t depth);
  void push(const Word* state, std::size_t place, std::uint32_t depth);
  void pop();
  void write_down(const ClassProgram& program, std::size_t lane, std::uint32_t state);

  Word get(ClassProgram::Operand operand) const {
    return registers_[operand >> 1U] ^ (Word{0} - (operand & 1U));
  }

  const Machine& machine_;
  const Task& task_;
  Frontier& frontier_;
  MoveGraph& graph_;
  std::vector<Word> registers_;
  std::vector<Word> legal_;               // of each branch
  std::vector<std::uint32_t> shapes_;     // of each branch that is certain
  const ClassProgram* shaped_ = nullptr;  // the program whose shapes these are
  std::vector<Word> possible_;            // of each outcome
  std::vector<std::uint32_t> targets_;    // codes: outcome * lanes + lane
  Word hopeful_ = 0;                      // states from which a move leads on, or ends well
  std::vector<Word> bits_;                // scratch: the computed bits of 64 next states

  static constexpr std::size_t on_the_way = 32;
  std::array<Arrival, on_the_way> arrivals_{};
  std::vector<Word> arriving_;  // their states
  std::size_t first_ = 0;
  std::size_t arrivals_count_ = 0;
  std::uint64_t transitions_ = 0;
};

}  // namespace gdlc::game
