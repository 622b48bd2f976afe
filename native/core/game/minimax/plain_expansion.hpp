#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/game/evaluate.hpp"
#include "core/game/machine.hpp"
#include "core/game/minimax/frontier.hpp"
#include "core/game/minimax/move_graph.hpp"
#include "core/game/minimax/task.hpp"

namespace gdlc::game {

// For each role the moves that are legal in a state.
using LegalMoves = std::vector<std::vector<std::uint32_t>>;

// Sets the fluents of `values` to up to 64 states, and derives what follows from them.
void load_states(const Network& network, const StateSet& states, const std::uint32_t* numbers,
                 std::size_t count, Values<std::uint64_t>& values);

// Makes the moves of states, 64 joint moves at a time, by evaluating all rules: for every game, and
// for states that are too few to compile anything for them.
class PlainExpansion {
 public:
  PlainExpansion(const Machine& machine, const Task& task, Frontier& frontier, MoveGraph& graph);

  // All moves of one more state: the player's change slowest, those of chance fastest.
  // legal:  at least one move for each role
  // throws: NoValue
  void add(std::uint32_t state, std::uint32_t depth, const LegalMoves& legal);

  // What was added stands in the graph behind this.
  void finish();

  std::uint64_t transitions() const { return transitions_; }

 private:
  using Word = std::uint64_t;
  static constexpr std::size_t lanes = 64;

  struct Plan {
    std::uint32_t state;
    std::size_t branches;
    std::size_t group;     // branches of a group
    std::size_t outcomes;  // of each branch
  };

  void make_moves();
  void write_down();
  void write_branch(const Target* outcomes, std::size_t count, bool begins);

  const Machine& machine_;
  const Network& network_;
  const Task& task_;
  Frontier& frontier_;
  MoveGraph& graph_;
  Values<Word> values_;
  std::vector<std::uint32_t> order_;  // roles, the player first and chance last
  std::vector<Plan> plans_;           // of states whose moves wait
  std::vector<Target> targets_;       // of their moves, as far as they were made
  std::array<std::uint32_t, lanes> source_{};
  std::array<std::uint32_t, lanes> depth_{};
  std::size_t waiting_ = 0;
  std::vector<std::uint32_t> done_;  // moves with a bit set
  std::vector<Word> move_words_;
  std::vector<Word> block_;  // the next states: word `at` of lane i is block_[at * lanes + i]
  std::uint64_t transitions_ = 0;
};

}  // namespace gdlc::game
