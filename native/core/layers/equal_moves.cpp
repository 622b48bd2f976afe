#include "core/layers/equal_moves.hpp"

#include <algorithm>
#include <utility>

namespace gdlc::layers {
namespace {

// More are not compared: where somebody has so many moves they differ.
constexpr std::size_t most_moves = 32;

}  // namespace

EqualMoves::EqualMoves(const Folds& folds, std::size_t n_leaves)
    : uses_of_leaf_(n_leaves, 0), uses_of_fold_(folds.folds.size(), 0) {
  for (const Fold& fold : folds.folds) {
    for (const Fold::Term& term : fold.terms) {
      ++(term.branch.is_leaf() ? uses_of_leaf_ : uses_of_fold_)[term.branch.index()];
    }
  }
  for (std::uint32_t index = 0; index < folds.folds.size(); ++index) {
    if (folds.folds[index].quantifier != Quantifier::chance) add_moves_of(folds, index);
  }
}

void EqualMoves::add_moves_of(const Folds& folds, std::uint32_t index) {
  const Fold& fold = folds.folds[index];
  if (fold.terms.size() > most_moves) return;
  std::vector<std::pair<std::size_t, std::vector<Rational>>> shapes;  // move, its weights
  for (const Fold::Term& term : fold.terms) {
    Move move;
    std::vector<Rational> weights;
    if (term.branch.is_leaf()) {
      move.leaves.push_back(term.branch.index());
    } else {
      move.sum = term.branch.index();
      const Fold& sum = folds.folds[move.sum];
      const bool is_flat =
          std::all_of(sum.terms.begin(), sum.terms.end(),
                      [](const Fold::Term& part) { return part.branch.is_leaf(); });
      if (sum.quantifier != Quantifier::chance || !is_flat || uses_of_fold_[move.sum] != 1)
        continue;
      for (const Fold::Term& part : sum.terms) {
        move.leaves.push_back(part.branch.index());
        weights.push_back(part.weight);
      }
    }
    for (const std::uint32_t leaf : move.leaves) {
      if (uses_of_leaf_[leaf] == 1) move.own.push_back(leaf);
    }
    if (move.own.empty()) continue;
    for (const auto& [other, other_weights] : shapes) {
      if (other_weights == weights) move.equal.push_back(static_cast<std::uint32_t>(other));
    }
    shapes.emplace_back(moves_.size(), std::move(weights));
    moves_.push_back(std::move(move));
  }
}

}  // namespace gdlc::layers
