#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/layers/diagram.hpp"
#include "core/layers/kernel.hpp"

namespace gdlc::layers {

// Where a gate of the cut is found in the key of a state: constant, or a bit or its negation.
struct KeyBit {
  static constexpr std::uint32_t constant = ~std::uint32_t{0};
  std::uint32_t bit = constant;
  bool negated = false;  // of a constant: its truth
};

// The keys of the states at one time: `places` for the gates of the cut, one by one.
struct KeyLayout {
  std::uint32_t n_bits = 0;
  std::vector<KeyBit> places;
};

// Gates that are the same at all leaves need no bit of their own, nor those that are constant.
KeyLayout layout_of(const Diagram& diagram);

// A diagram's circuit as straight-line code, leaf by leaf; slots are used again.
//   slot 0      false
//   slot 1 + k  bit k of the key of the state
struct Program {
  struct Leaf {
    std::uint32_t begin;  // in `code`
    std::uint32_t end;
    Bit guard;
    std::vector<Bit> key;  // bits of the keys behind the layer
  };
  std::vector<Instruction> code;
  std::vector<Leaf> leaves;
  std::uint32_t n_slots = 0;
};

// pre: input number k of the diagram's circuit stands for bit k of the key, k < n_bits
Program compile(const Diagram& diagram, const KeyLayout& layout, std::uint32_t n_bits);

}  // namespace gdlc::layers
