#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/game/evaluate.hpp"
#include "core/game/machine.hpp"

namespace gdlc::game {

// The random numbers of one play: they depend on the seed and the play's number alone.
// Source: SplitMix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators"
// (2014).
class PlayRandom {
 public:
  PlayRandom() = default;
  PlayRandom(std::uint64_t seed, std::uint64_t play) : state_(mix(mix(seed) + play)) {}

  // Uniform in 0..count-1; a value is too frequent by at most count / 2^64.
  std::uint32_t below(std::uint32_t count);

 private:
  static std::uint64_t mix(std::uint64_t value);
  std::uint64_t state_ = 0;
};

enum class PlayEnd : std::uint8_t { running, terminal, limit, stuck };

// Random plays, 64 at a time: each has one bit of the words that the network is evaluated on.
// In each state each role picks one of its legal moves, uniformly; a role with one move needs no
// random number. A play ends in a terminal state, after `max_steps` moves, or where a role is
// stuck.
class Playouts {
 public:
  static constexpr std::int32_t no_goal = std::numeric_limits<std::int32_t>::min();
  static constexpr std::int32_t several_goals = no_goal + 1;

  // What is known of the plays; those that ended have an end.
  struct Results {
    std::vector<std::uint32_t> steps;
    std::vector<PlayEnd> end;
    std::vector<std::int32_t> goals;  // play * roles + role; of plays that reached a terminal state
  };

  // Over all states in which moves were made, for each role.
  struct Branching {
    std::uint64_t legal = 0;  // sum of the numbers of legal moves
    std::uint32_t most = 0;
  };

  // plays are numbered from `first`
  // pre: the machine outlives this, and its roles are set
  Playouts(const Machine& machine, std::uint64_t seed, std::uint64_t first, std::size_t plays,
           std::uint32_t max_steps);

  // Goes on for about so many moves in all. Returns whether all plays have ended.
  bool run(std::uint64_t moves);

  const Results& results() const { return results_; }
  const std::vector<Branching>& branching() const { return branching_; }
  std::uint64_t states() const { return states_; }  // in which moves were made
  std::size_t ended() const { return ended_; }

 private:
  using Word = std::uint64_t;
  static constexpr std::size_t lanes = 64;

  struct Lane {
    PlayRandom random;
    std::size_t play = 0;
    std::uint32_t steps = 0;
  };

  Word begin_plays(Word free);
  void end_play(std::size_t lane, PlayEnd how);
  void record_goals(std::size_t lane);
  Word choose_moves(Word moving);
  void advance(Word fresh);

  const Machine& machine_;
  const Network& network_;
  Values<Word> values_;
  std::uint64_t seed_;
  std::uint64_t first_;
  std::size_t begun_ = 0;
  std::size_t ended_ = 0;
  std::uint32_t max_steps_;
  std::array<Lane, lanes> lane_;
  Word active_ = 0;                                      // lanes with a play
  std::array<std::vector<std::uint32_t>, lanes> legal_;  // scratch: one role's legal moves
  std::vector<std::uint32_t> done_;                      // moves with a bit set
  std::vector<Word> move_words_;                         // of the moves being chosen
  std::vector<Word> next_;                               // scratch: the next states
  Results results_;
  std::vector<Branching> branching_;
  std::uint64_t states_ = 0;
};

}  // namespace gdlc::game
