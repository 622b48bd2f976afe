#pragma once

#include <cstdint>

namespace gdlc::layers {

// What a run did; it depends on the formula and the options alone.
struct LayersCounts {
  std::uint64_t layers = 0;
  std::uint64_t states = 0;       // of all times
  std::uint64_t transitions = 0;  // from one to another
  std::uint64_t gates = 0;        // evaluated for each block of states, in all layers
  std::uint64_t key_bits = 0;     // of a state, at most
  std::uint64_t choices = 0;      // variables that are not defined by others
  std::uint64_t undefined = 0;    // those of them in the innermost block
};

}  // namespace gdlc::layers
