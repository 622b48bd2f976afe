#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gdlc::layers {

// The states of one time, each once, numbered in the order in which they came.
//   key    `n_words` words, compared in full: a hash alone is not trusted
//   value  its number, below 2^32
//   cost   two lines of memory a look-up, asked for long before they are read
class KeyTable {
 public:
  static constexpr std::size_t max_batch = 512;

  explicit KeyTable(std::size_t n_words);

  std::size_t n_words() const { return n_words_; }
  std::size_t size() const { return keys_.size() / n_words_; }
  const std::uint64_t* key(std::size_t number) const { return &keys_[number * n_words_]; }

  // The number of each key of a batch; those not yet there are added.
  //   keys   words; word w of key p is keys[w * max_batch + p]
  //   which  the keys asked for, at most max_batch
  //   out    their numbers, in the order of `which`
  void find_or_add(const std::uint64_t* keys, std::span<const std::uint16_t> which,
                   std::uint32_t* out);

  // What is only needed for look-ups is given back.
  void close();
  std::size_t bytes() const;

 private:
  template <std::size_t fixed_words>  // 0: any number
  void find_or_add_batch(const std::uint64_t* keys, std::span<const std::uint16_t> which,
                         std::uint32_t* out);
  void grow();

  std::size_t n_words_;
  std::vector<std::uint64_t> keys_;   // state after state
  std::vector<std::uint64_t> slots_;  // upper half of the hash, number + 1; 0 is free
};

}  // namespace gdlc::layers
