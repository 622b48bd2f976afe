#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gdlc::game {

// Distinct states, numbered in the order in which they came. A state is a run of 64-bit words.
class StateSet {
 public:
  explicit StateSet(std::size_t words_a_state);

  std::uint32_t size() const { return size_; }
  const std::uint64_t* words(std::uint32_t number) const { return words_.data() + number * width_; }

  static constexpr std::uint32_t absent = 0xFFFFFFFFU;

  // The number of a state; `absent` if it was not added yet.
  std::uint32_t find(const std::uint64_t* state) const;

  // Returns the new number.
  // pre: the state is absent; there are less than 2^32 - 1 states
  std::uint32_t add(const std::uint64_t* state);

 private:
  std::size_t slot_of(const std::uint64_t* state) const;
  void grow();

  std::size_t width_;                 // words of a state
  std::uint32_t size_ = 0;            // states held
  std::vector<std::uint64_t> words_;  // of all states, one behind the other
  std::vector<std::uint32_t> slots_;  // numbers by hash, linear probing; at most half are used
};

// 64 states as words for each fluent, and back: bit i of word j becomes bit j of word i.
// Source: Warren, Hacker's Delight, 2nd edition, section 7-3.
void transpose(std::uint64_t* block);

}  // namespace gdlc::game
