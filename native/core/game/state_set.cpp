#include "core/game/state_set.hpp"

#include <algorithm>

namespace gdlc::game {
namespace {

// Source: the finalizer of SplitMix64, Steele, Lea and Flood 2014.
std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

}  // namespace

StateSet::StateSet(std::size_t words_a_state) : width_(words_a_state), slots_(64, absent) {}

std::size_t StateSet::slot_of(const std::uint64_t* state) const {
  std::uint64_t hash = 0;
  for (std::size_t at = 0; at < width_; ++at) hash = mixed(hash + 0x9E3779B97F4A7C15U + state[at]);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(hash) & mask;
  while (slots_[slot] != absent && !std::equal(state, state + width_, words(slots_[slot]))) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

std::uint32_t StateSet::find(const std::uint64_t* state) const {
  return slots_[slot_of(state)];
}

std::uint32_t StateSet::add(const std::uint64_t* state) {
  if (2 * (static_cast<std::size_t>(size_) + 1) > slots_.size()) grow();
  const std::size_t slot = slot_of(state);
  words_.insert(words_.end(), state, state + width_);
  slots_[slot] = size_;
  return size_++;
}

void StateSet::grow() {
  slots_.assign(2 * slots_.size(), absent);
  for (std::uint32_t number = 0; number < size_; ++number) slots_[slot_of(words(number))] = number;
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
