#pragma once

#include <cstdint>
#include <vector>

#include "core/layers/kernel.hpp"
#include "core/layers/key_table.hpp"

namespace gdlc::layers {

// What a bit of the keys is in all states: constant, or another bit, or the negation of either.
struct Column {
  static constexpr std::uint32_t constant = ~std::uint32_t{0};
  std::uint32_t same_as = constant;  // the first bit that it is equal or opposite to
  bool negated = false;              // of a constant: its truth
};

// Word `word` of the keys of 512 states from `first` on, a row for each bit. States that there are
// none of repeat the last one.
void load_rows(const KeyTable& states, std::size_t first, std::size_t word, const Kernel& kernel,
               Lanes* rows);

// By a comparison of all states, in full.
// pre: there is a state
std::vector<Column> compare_columns(const KeyTable& states, std::uint32_t n_bits,
                                    const Kernel& kernel);

}  // namespace gdlc::layers
