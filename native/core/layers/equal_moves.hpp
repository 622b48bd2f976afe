#pragma once

#include <cstdint>
#include <vector>

#include "core/layers/folds.hpp"
#include "core/layers/kernel.hpp"

namespace gdlc::layers {

// Branches of a maximum or minimum that may come to the same in many states, as codes of an
// opponent do that mean the same move: leaves, or sums of leaves with the same weights.
class EqualMoves {
 public:
  struct Move {
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    std::vector<std::uint32_t> leaves;
    std::vector<std::uint32_t> own;    // those of them that stand nowhere else
    std::uint32_t sum = none;          // the fold, if it is a sum
    std::vector<std::uint32_t> equal;  // earlier moves that it may be equal to
  };

  EqualMoves(const Folds& folds, std::size_t n_leaves);

  const std::vector<Move>& moves() const { return moves_; }

 private:
  void add_moves_of(const Folds& folds, std::uint32_t index);

  std::vector<int> uses_of_leaf_;
  std::vector<int> uses_of_fold_;
  std::vector<Move> moves_;
};

}  // namespace gdlc::layers
