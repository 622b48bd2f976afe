#pragma once

#include <cstdint>
#include <vector>

#include "core/game/explore.hpp"
#include "core/game/minimax/move_graph.hpp"
#include "core/game/state_set.hpp"

namespace gdlc::game {

// Thrown for a state that has no value under the objective.
struct NoValue {
  enum class Why : std::uint8_t { both_choose, goals };

  Why why;
  Sighting where;
};

// The bytes of a state whose words are given, and back.
// throws: std::invalid_argument for a state of another size
State state_of(const std::uint64_t* words, std::size_t bytes);
std::vector<std::uint64_t> words_of(const State& state, const Machine& machine);

// The states that are not terminal and from which moves may be made, each once, with the least
// number of steps that lead to it.
class Frontier {
 public:
  Frontier(std::size_t words_a_state, std::uint32_t horizon)
      : states_(words_a_state), horizon_(horizon) {}

  const StateSet& states() const { return states_; }
  std::uint32_t horizon() const { return horizon_; }
  std::uint32_t depth(std::uint32_t state) const { return depth_[state]; }  // the least so far

  // A state that is not terminal is reached after `depth` steps. Where no steps are left it is
  // worth nothing and not kept. Until its layer is asked for a state may come closer.
  Target arrive(const std::uint64_t* state, std::uint64_t hash, std::uint32_t depth) {
    if (depth >= horizon_) return Target::end(0);
    std::uint32_t number = states_.find(state, hash);
    if (number == StateSet::absent) {
      number = states_.add(state, hash);
      depth_.push_back(depth);
      put(number, depth);
    } else if (depth_[number] != depth) {
      is_graded_ = false;
      if (depth < depth_[number]) {
        depth_[number] = depth;
        put(number, depth);
      }
    }
    return Target::state(number);
  }

  // The states that no less than `depth` steps lead to. pre: all nearer ones made their moves
  std::vector<std::uint32_t> layer(std::uint32_t depth) const;
  bool has_layer(std::uint32_t depth) const { return depth < layers_.size(); }

  // Whether every state was met after one number of steps only.
  bool is_graded() const { return is_graded_; }

 private:
  void put(std::uint32_t number, std::uint32_t depth) {
    if (layers_.size() <= depth) layers_.resize(std::size_t{depth} + 1);
    layers_[depth].push_back(number);
  }

  StateSet states_;
  std::uint32_t horizon_;
  std::vector<std::uint32_t> depth_;                // of each state
  std::vector<std::vector<std::uint32_t>> layers_;  // a state that came closer stands in two
  bool is_graded_ = true;
};

}  // namespace gdlc::game
