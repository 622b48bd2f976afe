#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/layers/expand.hpp"
#include "core/layers/folds.hpp"

namespace gdlc::layers {

// The values of all states of a layer, from those of the states that they lead to.
//   Arithmetic  see arithmetic.hpp
//   weights     of all terms of all folds, one behind the other
//   ones        fold -> what it is if it is worth 1
//   zero        worth nothing
//   poll        asked after each block; false: give up
template <class Arithmetic>
class Evaluation {
 public:
  using Value = typename Arithmetic::Value;
  using Weight = typename Arithmetic::Weight;

  Evaluation(const Folds& folds, std::vector<Weight> weights, std::vector<Value> ones,
             const Successors& successors, const std::vector<Value>& next, const Value& zero)
      : folds_(folds),
        weights_(std::move(weights)),
        ones_(std::move(ones)),
        successors_(successors),
        next_(next),
        zero_(zero),
        of_folds_(folds.folds.size(), std::vector<Value>(Lanes::count, zero)),
        begins_(successors.n_leaves()) {}

  // Empty if it gave up.
  std::vector<Value> run(std::size_t n_states, const std::function<bool()>& poll) {
    std::vector<Value> values;
    values.reserve(n_states);
    std::vector<Value> of_root(Lanes::count, zero_);
    for (std::size_t block = 0; block < successors_.n_blocks(); ++block) {
      const std::size_t first = block * Lanes::count;
      find_begins(block);
      std::size_t term = 0;
      for (std::size_t index = 0; index < folds_.folds.size(); ++index) {
        evaluate(index, block, term);
      }
      std::fill(of_root.begin(), of_root.end(), zero_);
      for_all(folds_.root, block,
              [&](std::size_t lane, const Value& value) { of_root[lane] = value; });
      const std::size_t count = std::min(n_states - first, Lanes::count);
      values.insert(values.end(), of_root.begin(),
                    of_root.begin() + static_cast<std::ptrdiff_t>(count));
      if (!poll()) return {};
    }
    return values;
  }

 private:
  void find_begins(std::size_t block) {
    const std::uint32_t* begin = successors_.numbers(block);
    for (std::size_t leaf = 0; leaf < begins_.size(); ++leaf) {
      begins_[leaf] = begin;
      for (const std::uint64_t part : successors_.mask(block, leaf).parts) {
        begin += std::popcount(part);
      }
    }
  }

  void evaluate(std::size_t index, std::size_t block, std::size_t& term) {
    const Fold& fold = folds_.folds[index];
    std::vector<Value>& result = of_folds_[index];
    const bool is_minimum = fold.quantifier == Quantifier::forall;
    std::fill(result.begin(), result.end(), is_minimum ? ones_[index] : zero_);
    for (const Fold::Term& part : fold.terms) {
      const Weight& weight = weights_[term++];
      switch (fold.quantifier) {
        case Quantifier::exists:
          for_all(part.branch, block, [&](std::size_t lane, const Value& value) {
            Arithmetic::keep_max(result[lane], Arithmetic::product(value, weight));
          });
          break;
        case Quantifier::forall:
          for_all(part.branch, block, [&](std::size_t lane, const Value& value) {
            Arithmetic::keep_min(result[lane], Arithmetic::product(value, weight));
          });
          break;
        case Quantifier::chance:
          for_all(part.branch, block, [&](std::size_t lane, const Value& value) {
            Arithmetic::add(result[lane], value, weight);
          });
          break;
      }
    }
    if (!is_minimum) return;
    for_lanes(successors_.lanes_of_fold(block, index),
              [&](std::size_t lane) { result[lane] = zero_; });
  }

  template <class Visit>
  static void for_lanes(const Lanes& mask, Visit visit) {
    for (std::size_t part = 0; part < mask.parts.size(); ++part) {
      for (std::uint64_t bits = mask.parts[part]; bits != 0; bits &= bits - 1) {
        visit(8 * static_cast<std::size_t>(std::countr_zero(bits)) + part);
      }
    }
  }

  // Calls visit(lane, value) for the lanes in which the branch leads somewhere.
  template <class Visit>
  void for_all(Branch branch, std::size_t block, Visit visit) const {
    if (branch.is_node()) {
      const std::vector<Value>& values = of_folds_[branch.index()];
      if (folds_.folds[branch.index()].quantifier == Quantifier::chance) {
        Lanes mask = successors_.lanes_of_fold(block, branch.index());
        for (std::uint64_t& part : mask.parts) part = ~part;
        for_lanes(mask, [&](std::size_t lane) { visit(lane, values[lane]); });
      } else {
        for (std::size_t lane = 0; lane < Lanes::count; ++lane) visit(lane, values[lane]);
      }
    } else if (branch.is_leaf()) {
      const std::uint32_t* number = begins_[branch.index()];
      for_lanes(successors_.mask(block, branch.index()),
                [&](std::size_t lane) { visit(lane, next_[*number++]); });
    }
  }

  const Folds& folds_;
  const std::vector<Weight> weights_;
  const std::vector<Value> ones_;
  const Successors& successors_;
  const std::vector<Value>& next_;
  const Value zero_;
  std::vector<std::vector<Value>> of_folds_;  // fold -> lane -> value
  std::vector<const std::uint32_t*> begins_;  // leaf -> its numbers in the block
};

}  // namespace gdlc::layers
