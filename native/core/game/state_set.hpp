#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gdlc::game {

// Distinct states, numbered in the order in which they came. A state is a run of 64-bit words.
//
// A slot holds a part of the state's hash beside its number: states are compared, in full, only
// where that part is equal, so that most looks cost one access to memory, which `prefetch` begins.
class StateSet {
 public:
  explicit StateSet(std::size_t words_a_state);

  std::size_t width() const { return width_; }  // words of a state
  std::uint32_t size() const { return size_; }
  const std::uint64_t* words(std::uint32_t number) const { return words_.data() + number * width_; }

  static constexpr std::uint32_t absent = 0xFFFFFFFFU;

  // The number of a state; `absent` if it was not added yet.
  std::uint32_t find(const std::uint64_t* state) const { return find(state, hash(state)); }
  std::uint32_t find(const std::uint64_t* state, std::uint64_t hash) const {
    return slots_[slot_of(state, hash)].number;
  }

  // Returns the new number.
  // pre: the state is absent; there are less than 2^32 - 1 states
  std::uint32_t add(const std::uint64_t* state) { return add(state, hash(state)); }
  std::uint32_t add(const std::uint64_t* state, std::uint64_t hash);

  std::uint64_t hash(const std::uint64_t* state) const {
    std::uint64_t hash = 0;
    for (std::size_t at = 0; at < width_; ++at) hash = mixed(hash + step + state[at]);
    return hash;
  }

  // Ask for the memory that a look for this hash needs.
  void prefetch(std::uint64_t hash) const {
    __builtin_prefetch(slots_.data() + (static_cast<std::size_t>(hash) & (slots_.size() - 1)));
  }

  // Ask for the words of a state that may have this hash. pre: `prefetch` was called for it
  void prefetch_words(std::uint64_t hash) const {
    const Slot& slot = slots_[static_cast<std::size_t>(hash) & (slots_.size() - 1)];
    if (slot.number != absent) __builtin_prefetch(words(slot.number));
  }

  std::size_t bytes() const {
    return words_.capacity() * sizeof(std::uint64_t) + slots_.capacity() * sizeof(Slot);
  }

 private:
  struct Slot {
    std::uint32_t number = absent;
    std::uint32_t low = 0;  // of the hash; enough to place the number anew in a larger table
  };

  static constexpr std::uint64_t step = 0x9E3779B97F4A7C15U;

  // Source: the finalizer of SplitMix64, Steele, Lea and Flood 2014.
  static std::uint64_t mixed(std::uint64_t value) {
    value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
    value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
    return value ^ (value >> 31U);
  }

  std::size_t slot_of(const std::uint64_t* state, std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    const auto low = static_cast<std::uint32_t>(hash);
    std::size_t slot = low & mask;
    while (slots_[slot].number != absent &&
           (slots_[slot].low != low ||
            !std::equal(state, state + width_, words(slots_[slot].number)))) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
  void grow();

  std::size_t width_;
  std::uint32_t size_ = 0;            // states held
  std::vector<std::uint64_t> words_;  // of all states, one behind the other
  std::vector<Slot> slots_;  // by hash, linear probing; at most half are used; at most 2^32
};

// 64 states as words for each fluent, and back: bit i of word j becomes bit j of word i.
// Source: Warren, Hacker's Delight, 2nd edition, section 7-3.
void transpose(std::uint64_t* block);

}  // namespace gdlc::game
