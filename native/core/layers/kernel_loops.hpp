// Included by kernel_*.cpp, each compiled with other instructions allowed: everything here is local
// to the file that includes it.

#include "core/layers/kernel.hpp"

namespace gdlc::layers {
namespace {

void run_code(std::span<const Instruction> code, Lanes* slots) {
  for (const Instruction& step : code) {
    const std::uint64_t flip_left = step.not_left ? ~std::uint64_t{0} : 0;
    const std::uint64_t flip_right = step.not_right ? ~std::uint64_t{0} : 0;
    const Lanes& left = slots[step.left];
    const Lanes& right = slots[step.right];
    Lanes out;
    for (std::size_t part = 0; part < out.parts.size(); ++part) {
      out.parts[part] = (left.parts[part] ^ flip_left) & (right.parts[part] ^ flip_right);
    }
    slots[step.out] = out;
  }
}

void gather_bits(std::span<const Bit> bits, const Lanes* slots, Lanes* rows) {
  for (std::size_t row = 0; row < bits.size(); ++row) {
    const std::uint64_t flip = bits[row].negated ? ~std::uint64_t{0} : 0;
    Lanes out = slots[bits[row].slot];
    for (std::uint64_t& part : out.parts) part ^= flip;
    rows[row] = out;
  }
  for (std::size_t row = bits.size(); row < 64; ++row) rows[row] = Lanes();
}

Lanes equal_lanes(const Lanes* left, const Lanes* right, std::size_t n_rows, const Lanes& asked) {
  Lanes equal = asked;
  for (std::size_t row = 0; row < n_rows; ++row) {
    for (std::size_t part = 0; part < equal.parts.size(); ++part) {
      equal.parts[part] &= ~(left[row].parts[part] ^ right[row].parts[part]);
    }
    if (row % 8 != 7) continue;
    std::uint64_t any = 0;
    for (const std::uint64_t part : equal.parts) any |= part;
    if (any == 0) break;
  }
  return equal;
}

// Exchanges the upper right with the lower left quarters of all squares of a size (Warren 2002,
// "Hacker's Delight", section 7-3).
template <unsigned size>
void exchange(Lanes* rows) {
  constexpr std::uint64_t mask = ~std::uint64_t{0} / ((std::uint64_t{1} << size) + 1);
  for (std::size_t block = 0; block < 64; block += std::size_t{2} * size) {
    for (std::size_t row = block; row < block + size; ++row) {
      Lanes upper = rows[row];
      Lanes lower = rows[row + size];
      for (std::size_t part = 0; part < upper.parts.size(); ++part) {
        const std::uint64_t change = ((upper.parts[part] >> size) ^ lower.parts[part]) & mask;
        lower.parts[part] ^= change;
        upper.parts[part] ^= change << size;
      }
      rows[row] = upper;
      rows[row + size] = lower;
    }
  }
}

void transpose_rows(Lanes* rows) {
  exchange<32>(rows);
  exchange<16>(rows);
  exchange<8>(rows);
  exchange<4>(rows);
  exchange<2>(rows);
  exchange<1>(rows);
}

}  // namespace
}  // namespace gdlc::layers
