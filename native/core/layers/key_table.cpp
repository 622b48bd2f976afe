#include "core/layers/key_table.hpp"

#include <array>

#include "core/errors.hpp"

namespace gdlc::layers {
namespace {

constexpr std::uint64_t number_mask = 0xFFFF'FFFFU;

std::uint64_t hash_of(const std::uint64_t* words, std::size_t step, std::size_t n_words) {
  std::uint64_t hash = 0;
  for (std::size_t word = 0; word < n_words; ++word) {
    hash = (hash ^ words[word * step]) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 32U;
  }
  return hash * 0xD6E8FEB86659FD93U;
}

// All bits of the key take part the most in the upper half; the lower one is kept in the slot.
std::size_t home_of(std::uint64_t hash, std::size_t mask) {
  return static_cast<std::size_t>(hash >> 32U) & mask;
}

}  // namespace

KeyTable::KeyTable(std::size_t n_words) : n_words_(n_words), slots_(2048, 0) {}

void KeyTable::find_or_add(const std::uint64_t* keys, std::span<const std::uint16_t> which,
                           std::uint32_t* out) {
  while (2 * (size() + which.size()) > slots_.size()) grow();
  check(size() + which.size() < number_mask, "layers: 2^32 states at one time");
  switch (n_words_) {
    case 1:
      return find_or_add_batch<1>(keys, which, out);
    case 2:
      return find_or_add_batch<2>(keys, which, out);
    default:
      return find_or_add_batch<0>(keys, which, out);
  }
}

template <std::size_t fixed_words>
void KeyTable::find_or_add_batch(const std::uint64_t* keys, std::span<const std::uint16_t> which,
                                 std::uint32_t* out) {
  const std::size_t n_words = fixed_words == 0 ? n_words_ : fixed_words;
  const std::size_t mask = slots_.size() - 1;
  std::array<std::uint64_t, max_batch> hashes;
  for (std::size_t i = 0; i < which.size(); ++i) {
    hashes[i] = hash_of(keys + which[i], max_batch, n_words);
    __builtin_prefetch(&slots_[home_of(hashes[i], mask)]);
  }
  for (std::size_t i = 0; i < which.size(); ++i) {
    const std::uint64_t slot = slots_[home_of(hashes[i], mask)];
    if (slot != 0) __builtin_prefetch(keys_.data() + ((slot & number_mask) - 1) * n_words);
  }
  for (std::size_t i = 0; i < which.size(); ++i) {
    const std::uint64_t* const words = keys + which[i];
    const std::uint64_t tag = hashes[i] << 32U;
    std::size_t at = home_of(hashes[i], mask);
    while (true) {
      const std::uint64_t slot = slots_[at];
      if (slot == 0) {
        const std::size_t number = keys_.size() / n_words;
        for (std::size_t word = 0; word < n_words; ++word) {
          keys_.push_back(words[word * max_batch]);
        }
        slots_[at] = tag | (number + 1);
        out[i] = static_cast<std::uint32_t>(number);
        break;
      }
      if ((slot & ~number_mask) == tag) {
        const std::size_t number = (slot & number_mask) - 1;
        const std::uint64_t* const own = keys_.data() + number * n_words;
        std::uint64_t difference = 0;
        for (std::size_t word = 0; word < n_words; ++word) {
          difference |= own[word] ^ words[word * max_batch];
        }
        if (difference == 0) {
          out[i] = static_cast<std::uint32_t>(number);
          break;
        }
      }
      at = (at + 1) & mask;
    }
  }
}

void KeyTable::grow() {
  slots_.assign(2 * slots_.size(), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t number = 0; number < size(); ++number) {
    const std::uint64_t hash = hash_of(key(number), 1, n_words_);
    std::size_t at = home_of(hash, mask);
    while (slots_[at] != 0) at = (at + 1) & mask;
    slots_[at] = (hash << 32U) | (number + 1);
  }
}

void KeyTable::close() {
  slots_ = {};
}

std::size_t KeyTable::bytes() const {
  return (keys_.capacity() + slots_.capacity()) * sizeof(std::uint64_t);
}

}  // namespace gdlc::layers
