#include "core/game/state_set.hpp"

namespace gdlc::game {

StateSet::StateSet(std::size_t words_a_state) : width_(words_a_state), slots_(64) {}

std::uint32_t StateSet::add(const std::uint64_t* state, std::uint64_t hash) {
  if (2 * (static_cast<std::size_t>(size_) + 1) > slots_.size()) grow();
  const std::size_t slot = slot_of(state, hash);
  words_.insert(words_.end(), state, state + width_);
  slots_[slot] = {size_, static_cast<std::uint32_t>(hash)};
  return size_++;
}

void StateSet::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& held : old) {
    if (held.number == absent) continue;
    std::size_t slot = held.low & mask;
    while (slots_[slot].number != absent) slot = (slot + 1) & mask;
    slots_[slot] = held;
  }
}

void transpose(std::uint64_t* block) {
  std::uint64_t mask = 0x00000000FFFFFFFFU;
  for (std::size_t half = 32; half != 0; half /= 2, mask ^= mask << half) {
    for (std::size_t row = 0; row < 64; row = ((row | half) + 1) & ~half) {
      const std::uint64_t moved = ((block[row] >> half) ^ block[row | half]) & mask;
      block[row] ^= moved << half;
      block[row | half] ^= moved;
    }
  }
}

}  // namespace gdlc::game
