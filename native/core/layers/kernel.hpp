#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace gdlc::layers {

// A gate's values in 512 states at once. State number 8 * i + b has bit i of part b: so 64 words
// that lie one behind the other, the keys of the states, become 64 bits of 8 parts by transposing.
struct alignas(64) Lanes {
  static constexpr std::size_t count = 512;
  std::array<std::uint64_t, 8> parts{};
};

// out = (left, or its negation) and (right, or its negation)
struct Instruction {
  std::uint32_t out;
  std::uint32_t left;
  std::uint32_t right;
  bool not_left;
  bool not_right;
};

// Where a bit of a state is found: a slot or its negation.
struct Bit {
  std::uint32_t slot;
  bool negated;
};

// The loops over all lanes, compiled for what the processor at hand can do. All kernels compute the
// same.
struct Kernel {
  const char* name;
  void (*run)(std::span<const Instruction> code, Lanes* slots);
  // rows[r] = the bit; at most 64 of them, the rest is set to false
  void (*gather)(std::span<const Bit> bits, const Lanes* slots, Lanes* rows);
  // Of the lanes asked about, those in which all rows are equal.
  Lanes (*equal)(const Lanes* left, const Lanes* right, std::size_t n_rows, const Lanes& asked);
  // 8 matrices of 64 x 64 bits, side by side: bit c of part b of row r <-> bit r of part b of row c
  void (*transpose)(Lanes* rows);
};

// The fastest that runs here.
const Kernel& best_kernel();
// All that run here, the portable one first.
std::span<const Kernel* const> kernels();

}  // namespace gdlc::layers
