#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/layers/folds.hpp"
#include "core/layers/kernel.hpp"
#include "core/layers/key_table.hpp"
#include "core/layers/program.hpp"
#include "core/layers/tape.hpp"

namespace gdlc::layers {

// Where each leaf of a layer's diagram leads from each state: to a state of the next time or to
// none. There is none where
//   - a constraint is false, which is worth 0;
//   - it belongs to a move that is left out, since an earlier one of the same maximum or minimum
//     leads to the same.
// Under a minimum it makes a difference which: `lanes_of_fold` tells.
class Successors {
 public:
  Successors(std::size_t n_leaves, std::size_t n_folds, const std::string& spill_folder)
      : n_leaves_(n_leaves), n_folds_(n_folds), tape_(spill_folder) {}

  std::size_t n_leaves() const { return n_leaves_; }
  std::size_t n_blocks() const { return blocks_.size(); }
  // Of the 512 states from 512 * block on, those at which the leaf leads somewhere.
  const Lanes& mask(std::size_t block, std::size_t leaf) const {
    return masks_[block * n_leaves_ + leaf];
  }
  // Of a minimum: where a constraint is false at one of its leaves. Of a sum: where it is left out.
  const Lanes& lanes_of_fold(std::size_t block, std::size_t fold) const {
    return of_folds_[block * n_folds_ + fold];
  }
  // Of a block: the numbers of the next states, leaf by leaf, each in the order of the mask's parts
  // and of the bits in a part.
  const std::uint32_t* numbers(std::size_t block) const { return blocks_[block]; }

  void begin_block() {
    blocks_.push_back(room_ = tape_.reserve(n_leaves_ * Lanes::count));
    of_folds_.resize(of_folds_.size() + n_folds_);
  }
  Lanes& last_lanes_of_fold(std::size_t fold) {
    return of_folds_[of_folds_.size() - n_folds_ + fold];
  }
  // Room for the numbers of a leaf; the leaves come in their order.
  std::uint32_t* add(const Lanes& mask, std::size_t count) {
    masks_.push_back(mask);
    std::uint32_t* const begin = room_;
    room_ += count;
    return begin;
  }
  void end_block() { tape_.commit(static_cast<std::size_t>(room_ - blocks_.back())); }

  std::size_t n_transitions() const { return tape_.size(); }
  std::size_t bytes_in_memory() const {
    return tape_.bytes_in_memory() + (masks_.capacity() + of_folds_.capacity()) * sizeof(Lanes) +
           blocks_.capacity() * sizeof(std::uint32_t*);
  }

 private:
  std::size_t n_leaves_;
  std::size_t n_folds_;
  Tape tape_;
  std::vector<Lanes> masks_;            // block after block, leaf after leaf
  std::vector<Lanes> of_folds_;         // block after block, fold after fold
  std::vector<std::uint32_t*> blocks_;  // begin of each block's numbers
  std::uint32_t* room_ = nullptr;
};

// Runs a program for the first states, all or fewer; adds what they lead to.
//   folds         of the program's diagram
//   skips_equals  whether moves that lead where an earlier one does are left out
//   poll          asked after each block; false: give up
void expand(const KeyTable& states, std::size_t n_states, std::uint32_t n_bits,
            const Program& program, const Folds& folds, bool skips_equals, const Kernel& kernel,
            KeyTable& next, Successors& successors, const std::function<bool()>& poll);

}  // namespace gdlc::layers
