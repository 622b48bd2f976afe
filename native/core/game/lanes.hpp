#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace gdlc::game {

// Calls visit(lane) for each bit that is set, lowest first.
template <class Visit>
void each_lane(std::uint64_t word, Visit visit) {
  for (; word != 0; word &= word - 1) visit(static_cast<std::size_t>(std::countr_zero(word)));
}

constexpr std::uint64_t bit(std::size_t lane) {
  return std::uint64_t{1} << lane;
}

}  // namespace gdlc::game
