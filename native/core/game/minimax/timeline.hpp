#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/game/minimax/unfold.hpp"
#include "core/number/rational.hpp"

namespace gdlc::game {

// Which states plays are in after 0, 1, 2, ... steps. Where each state was met after one number of
// steps only, that is how they were found; otherwise the moves that are known are gone through
// again, step by step, and a state stands in each layer that it belongs to. To expand it again for
// that is not needed: its moves do not depend on the steps left.
class Timeline {
 public:
  // The layers up to `last`; with those of the last no moves are made.
  // throws: Stopped
  Timeline(const Unfolding& unfolding, std::uint32_t last, Stop& stop);

  std::uint32_t last() const { return last_; }
  const std::vector<std::uint32_t>& layer(std::uint32_t depth) const {
    if (depth < layers_.size()) return layers_[depth];
    return period_ == 0 ? nothing_ : layers_[repeated(depth)];
  }
  // A number that the values of all states of all layers are fractions of; nothing where it has
  // more than so many bits.
  std::optional<Integer> denominator(std::size_t most_bits) const;

 private:
  void follow(const Unfolding& unfolding, Stop& stop);
  std::size_t repeated(std::uint32_t depth) const {
    return layers_.size() - period_ + (depth - layers_.size()) % period_;
  }

  std::uint32_t last_;
  std::vector<std::vector<std::uint32_t>> layers_;  // the first ones
  std::vector<std::uint32_t> nothing_;              // what comes behind them,
  std::size_t period_ = 0;                          // ... unless so many of them come again
  std::vector<Integer> divisors_;                   // of each: what chance divides by
};

}  // namespace gdlc::game
