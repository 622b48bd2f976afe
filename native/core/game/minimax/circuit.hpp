#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game/network.hpp"

namespace gdlc::game {

// Conjunctions of two, with negation on the wires: what the rules say of a whole set of states at
// once, where some fluents and moves are known. Equal gates are made once, and what follows from
// constants is not made at all.
//
// Source: Kuehlmann et al., Robust Boolean reasoning for equivalence checking and functional
// property verification (2002), for structural hashing and the rules over two levels.
class Circuit {
 public:
  Circuit();

  Ref input();
  Ref conjunction(Ref one, Ref other);
  Ref disjunction(Ref one, Ref other) {
    return conjunction(one.negated(), other.negated()).negated();
  }

  // Everything made from now on may rely on this, and on what follows from it through conjunctions.
  void assume(Ref holds);

  // What became of a wire under the assumptions.
  Ref known(Ref ref) const {
    const Ref now = known_[ref.node()];
    return ref.negative() ? now.negated() : now;
  }

  std::size_t size() const { return gates_.size(); }
  bool is_gate(std::uint32_t node) const { return gates_[node].left != gates_[node].right; }
  Ref left(std::uint32_t node) const { return gates_[node].left; }    // pre: is_gate
  Ref right(std::uint32_t node) const { return gates_[node].right; }  // pre: is_gate

 private:
  struct Gate {  // equal wires: an input or the constant
    Ref left;
    Ref right;
  };

  std::size_t slot_of(Ref one, Ref other) const;
  void grow();

  std::vector<Gate> gates_;
  std::vector<Ref> known_;            // of each node: itself, or a constant
  std::vector<std::uint32_t> slots_;  // gates by their wires; 0: free
  std::size_t used_ = 0;
};

}  // namespace gdlc::game
