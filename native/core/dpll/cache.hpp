#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/dpll/node_value.hpp"
#include "core/number/rational.hpp"

namespace gdlc {

using Key = std::span<const std::uint8_t>;

// Keys of any length, in chunks: growing moves nothing.
class KeyStore {
 public:
  // Where the copy of the key lies.
  const std::uint8_t* add(Key key) {
    if (key.size() > left_) {
      left_ = chunk_for(key);
      chunks_.push_back(std::make_unique<std::uint8_t[]>(left_));
      next_ = chunks_.back().get();
      bytes_ += left_;
    }
    std::uint8_t* const begin = next_;
    std::memcpy(begin, key.data(), key.size());
    next_ += key.size();
    left_ -= key.size();
    return begin;
  }
  std::size_t bytes() const { return bytes_; }
  std::size_t bytes_after(Key key) const {
    return key.size() > left_ ? bytes_ + chunk_for(key) : bytes_;
  }

 private:
  // Each chunk is an eighth of what is held, so that a small cache wastes little.
  std::size_t chunk_for(Key key) const {
    constexpr std::size_t most = std::size_t{1} << 20U;
    return std::max(key.size(), std::min(most, std::max<std::size_t>(256, bytes_ / 8)));
  }

  std::vector<std::unique_ptr<std::uint8_t[]>> chunks_;
  std::uint8_t* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t bytes_ = 0;
};

// Values of residual formulas met in this run.
//   key    the states of all variables (see KeyWriter), compared in full: a hash is not trusted
//   value  exact or a bound; with it the optimal choice at the outermost block, where that is asked
// When half of the bytes allowed are used up, the entries become the older half, and the older half
// before them is dropped; an entry that is found there moves to the newer half.
template <class Number>
class Cache {
 public:
  using Value = NodeValue<Number>;

  explicit Cache(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  // `key()` gives the Key; it is asked only where the hash is met.
  template <class MakeKey>
  const Value* find(std::uint64_t hash, MakeKey&& key) {
    if (const Value* value = newer_.find(hash, key)) return value;
    const Value* const value = older_.find(hash, key);
    if (value == nullptr) return nullptr;
    return store(hash, key(), Value(*value));
  }

  // A value that is there for the key is replaced. Null if there is no room.
  const Value* store(std::uint64_t hash, Key key, Value value) {
    if (const Value* const kept = newer_.replace(hash, key, value)) return kept;
    if (newer_.bytes_after(key, value) > max_bytes_ / 2) {
      older_ = std::exchange(newer_, Half());
      ++n_sweeps_;
      // A lowered bound can leave a half that is too large to be kept.
      if (older_.bytes() > max_bytes_ / 2) older_ = Half();
      if (newer_.bytes_after(key, value) > max_bytes_ / 2) return nullptr;
    }
    return newer_.add(hash, key, std::move(value));
  }

  // Lowers the bound; entries go only when the next ones come.
  void set_max_bytes(std::size_t max_bytes) { max_bytes_ = max_bytes; }

  std::size_t n_entries() const { return newer_.n_entries() + older_.n_entries(); }
  std::size_t bytes() const { return newer_.bytes() + older_.bytes(); }
  std::uint64_t n_sweeps() const { return n_sweeps_; }

 private:
  struct Entry {
    std::uint64_t hash;
    const std::uint8_t* key;  // null: free
    std::uint32_t key_bytes;
    std::uint32_t value;  // its index
  };

  // An open table of entries, linear probing, at most two thirds full.
  class Half {
   public:
    template <class MakeKey>
    const Value* find(std::uint64_t hash, MakeKey&& make_key) const {
      const std::size_t index = index_of(hash, make_key);
      return index == absent ? nullptr : &values_[index];
    }

    const Value* replace(std::uint64_t hash, Key key, const Value& value) {
      const std::size_t index = index_of(hash, [&] { return key; });
      if (index == absent) return nullptr;
      value_bytes_ -= heap_bytes(values_[index].number);
      value_bytes_ += heap_bytes(value.number);
      values_[index] = value;
      return &values_[index];
    }

    const Value* add(std::uint64_t hash, Key key, Value value) {
      if (must_grow()) grow();
      value_bytes_ += heap_bytes(value.number);
      values_.push_back(std::move(value));
      place({hash, keys_.add(key), static_cast<std::uint32_t>(key.size()),
             static_cast<std::uint32_t>(values_.size() - 1)});
      return &values_.back();
    }

    std::size_t n_entries() const { return values_.size(); }
    std::size_t bytes() const {
      return keys_.bytes() + entries_.capacity() * sizeof(Entry) +
             values_.capacity() * sizeof(Value) + value_bytes_;
    }

    std::size_t bytes_after(Key key, const Value& value) const {
      const bool grows = must_grow();
      const std::size_t n_entries = grows ? next_size() : entries_.size();
      const std::size_t n_values = grows ? n_entries * 2 / 3 + 1 : values_.capacity();
      return keys_.bytes_after(key) + n_entries * sizeof(Entry) + n_values * sizeof(Value) +
             value_bytes_ + heap_bytes(value.number);
    }

   private:
    static constexpr std::size_t absent = SIZE_MAX;

    template <class MakeKey>
    std::size_t index_of(std::uint64_t hash, MakeKey&& make_key) const {
      if (entries_.empty()) return absent;
      const std::size_t mask = entries_.size() - 1;
      for (std::size_t at = hash & mask; entries_[at].key != nullptr; at = (at + 1) & mask) {
        const Entry& entry = entries_[at];
        if (entry.hash != hash) continue;
        const Key key = make_key();
        if (key.size() == entry.key_bytes && std::memcmp(key.data(), entry.key, key.size()) == 0) {
          return entry.value;
        }
      }
      return absent;
    }
    bool must_grow() const { return 3 * (values_.size() + 1) > 2 * entries_.size(); }
    std::size_t next_size() const { return entries_.empty() ? 16 : 2 * entries_.size(); }
    void place(const Entry& entry) {
      const std::size_t mask = entries_.size() - 1;
      std::size_t at = entry.hash & mask;
      while (entries_[at].key != nullptr) at = (at + 1) & mask;
      entries_[at] = entry;
    }
    void grow() {
      std::vector<Entry> old(next_size());
      old.swap(entries_);
      values_.reserve(entries_.size() * 2 / 3 + 1);
      for (const Entry& entry : old) {
        if (entry.key != nullptr) place(entry);
      }
    }

    std::vector<Entry> entries_;  // a power of two of them
    std::vector<Value> values_;
    KeyStore keys_;
    std::size_t value_bytes_ = 0;  // of numbers too large for their object
  };

  std::size_t max_bytes_;
  Half newer_;
  Half older_;
  std::uint64_t n_sweeps_ = 0;
};

}  // namespace gdlc
