#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "core/game/minimax/task.hpp"
#include "core/number/rational.hpp"

namespace gdlc::game {

// Where a move leads: to the end of the play, or to a state with a number.
class Target {
 public:
  static constexpr std::uint32_t first_state = 128;

  static constexpr Target end(Worth worth) { return Target(worth); }
  static constexpr Target state(std::uint32_t number) { return Target(number + first_state); }

  constexpr bool is_end() const { return code_ < first_state; }
  constexpr std::uint32_t number() const { return code_ - first_state; }  // pre: not is_end
  constexpr Worth worth() const { return static_cast<Worth>(code_); }     // pre: is_end
  constexpr std::uint32_t code() const { return code_; }                  // ends first, then states
  static constexpr Target of_code(std::uint32_t code) { return Target(code); }
  constexpr bool operator==(const Target&) const = default;

 private:
  explicit constexpr Target(std::uint32_t code) : code_(code) {}

  std::uint32_t code_;
};

// What chance makes of a choice of the players: how likely its outcomes are, whatever they are.
struct Shape {
  std::uint32_t steps;                 // 2: one more step without a choice was skipped
  std::uint32_t total;                 // the sum of the weights
  std::vector<std::uint32_t> weights;  // of the outcomes
  auto operator<=>(const Shape&) const = default;
};

// The moves of the states that were expanded. A state's value is the greatest over its groups of
// the least over a group's branches of the mean over a branch's outcomes: where the player chooses
// each branch is a group, where the opponents do all are one.
//
// Kept in runs of words: for each state the number of branches; for each branch its shape, with
// a bit where it begins a group, and the codes of its outcomes.
class MoveGraph {
 public:
  static constexpr std::uint32_t begins_group = std::uint32_t{1} << 31U;

  // The number of a shape; shapes with the same probabilities have one.
  std::uint32_t shape(Shape shape);
  // Stays where it is.
  const Shape& shape(std::uint32_t number) const { return shapes_[number]; }
  std::size_t shapes() const { return shapes_.size(); }

  // Each state has one of these.
  void set_end(std::uint32_t state, Worth worth) { at(state) = ends | worth; }
  // most: so many words will follow at most, one for each branch and one for each target
  void begin(std::uint32_t state, std::uint32_t branches, std::size_t most) {
    if (free_ < most + 1) add_run(most + 1);
    at(state) = place_of_next();
    push(branches);
  }
  // Behind `begin`, branch by branch: its shape, and then as many targets as it has outcomes.
  void add_branch(std::uint32_t shape, bool begins) {
    in_layer_[shape] = true;
    push(shape | (begins ? begins_group : 0));
  }
  void add_target(Target target) { push(target.code()); }

  // What was written since the last call was a layer.
  void end_layer();
  // The least common multiple of the totals of a layer's shapes.
  const Integer& divisor(std::uint32_t layer) const { return divisors_[layer]; }

  bool is_expanded(std::uint32_t state) const {
    return state < places_.size() && places_[state] != unknown;
  }
  bool is_end(std::uint32_t state) const {
    return is_expanded(state) && (places_[state] & ends) != 0;
  }
  Worth worth(std::uint32_t state) const { return static_cast<Worth>(places_[state]); }
  // pre: is_expanded, not is_end
  const std::uint32_t* moves(std::uint32_t state) const {
    return runs_[places_[state] >> 32U].get() + static_cast<std::uint32_t>(places_[state]);
  }

  // Calls visit(shape, begins_group, codes) for each branch.
  template <class Visit>
  void each_branch(std::uint32_t state, Visit visit) const {
    const std::uint32_t* word = moves(state);
    for (std::uint32_t left = *word++; left != 0; --left) {
      const Shape& shape = shapes_[*word & ~begins_group];
      const bool begins = (*word++ & begins_group) != 0;
      visit(shape, begins, std::span<const std::uint32_t>(word, shape.weights.size()));
      word += shape.weights.size();
    }
  }

  std::size_t bytes() const {
    return words_ * sizeof(std::uint32_t) + places_.capacity() * sizeof(std::uint64_t);
  }

 private:
  static constexpr std::uint64_t unknown = ~std::uint64_t{0};
  static constexpr std::uint64_t ends = std::uint64_t{1} << 62U;

  static constexpr std::size_t usual_run = std::size_t{1} << 18U;

  void add_run(std::size_t least);
  std::uint64_t place_of_next() const {
    return (runs_.size() - 1) << 32U | static_cast<std::uint64_t>(next_ - runs_.back().get());
  }
  void push(std::uint32_t word) {
    *next_++ = word;
    --free_;
  }

  std::uint64_t& at(std::uint32_t state) {
    if (state >= places_.size()) places_.resize(std::size_t{state} + 1, unknown);
    return places_[state];
  }

  std::vector<std::unique_ptr<std::uint32_t[]>> runs_;  // filled one after the other; never moved
  std::uint32_t* next_ = nullptr;                       // where the last run is filled,
  std::size_t free_ = 0;                                // ... and how many words of it are left
  std::size_t words_ = 0;                               // of all runs
  std::vector<std::uint64_t> places_;  // of each state: where its moves begin, or an end
  std::deque<Shape> shapes_;
  std::vector<char> in_layer_;     // of each shape: it stands in the layer that is being written
  std::vector<Integer> divisors_;  // of each layer
  std::map<Shape, std::uint32_t> numbers_;
};

}  // namespace gdlc::game
