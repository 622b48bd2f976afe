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

// The same on every machine, so that runs repeat: words through the finalizer of splitmix64
// (Steele, Lea, Flood 2014).
inline std::uint64_t hash_of(Key key) {
  std::uint64_t hash = key.size();
  for (std::size_t at = 0; at < key.size(); at += 8) {
    std::uint64_t word = 0;
    for (std::size_t byte = at; byte < std::min(at + 8, key.size()); ++byte) {
      word |= std::uint64_t{key[byte]} << (8 * (byte - at));
    }
    hash = (hash ^ word) + 0x9E3779B97F4A7C15U;
    hash = (hash ^ (hash >> 30U)) * 0xBF58476D1CE4E5B9U;
    hash = (hash ^ (hash >> 27U)) * 0x94D049BB133111EBU;
    hash ^= hash >> 31U;
  }
  return hash;
}

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

  const Value* find(std::uint64_t hash, Key key) {
    const Value* const value = newer_.find(hash, key);
    if (value != nullptr) return value->known == Known::nothing ? nullptr : value;
    const Value* const old = older_.find(hash, key);
    if (old == nullptr || old->known == Known::nothing) return nullptr;
    return store(hash, key, Value(*old));
  }

  // A value that is there for the key is replaced. Null if there is no room.
  const Value* store(std::uint64_t hash, Key key, Value value) {
    std::uint32_t index = newer_.replace(hash, key, value);
    if (index == absent) {
      if (newer_.bytes_after(key, value) > max_bytes_ / 2) {
        sweep();
        // A lowered bound can leave a half that is too large to be kept.
        if (older_.bytes() > max_bytes_ / 2) older_ = Half();
        if (newer_.bytes_after(key, value) > max_bytes_ / 2) return nullptr;
      }
      index = newer_.add(hash, key, std::move(value));
    }
    if (is_logging_) log_.push_back(index);
    return &newer_.value(index);
  }

  // While it is on, what is stored can be taken back.
  void set_logging(bool on) {
    is_logging_ = on;
    if (on) return;
    log_.clear();
    is_log_whole_ = true;
  }
  std::size_t log_size() const { return log_.size(); }

  // Takes out all that was stored since the log had this size.
  void take_back(std::size_t log_size) {
    if (is_log_whole_) {
      for (std::size_t at = log_size; at < log_.size(); ++at) newer_.clear(log_[at]);
      log_.resize(log_size);
    } else {
      newer_ = Half();
      older_ = Half();
      log_.clear();
    }
  }

  // Lowers the bound; entries go only when the next ones come.
  void set_max_bytes(std::size_t max_bytes) { max_bytes_ = max_bytes; }

  std::size_t n_entries() const { return newer_.n_entries() + older_.n_entries(); }
  std::size_t bytes() const { return newer_.bytes() + older_.bytes(); }
  std::uint64_t n_sweeps() const { return n_sweeps_; }

 private:
  static constexpr std::uint32_t absent = UINT32_MAX;

  struct Entry {
    std::uint64_t hash;
    const std::uint8_t* key;  // null: free
    std::uint32_t key_bytes;
    std::uint32_t value;  // its index
  };

  // An open table of entries, linear probing, at most two thirds full.
  class Half {
   public:
    const Value* find(std::uint64_t hash, Key key) const {
      const std::uint32_t index = index_of(hash, key);
      return index == absent ? nullptr : &values_[index];
    }
    const Value& value(std::uint32_t index) const { return values_[index]; }

    std::uint32_t replace(std::uint64_t hash, Key key, const Value& value) {
      const std::uint32_t index = index_of(hash, key);
      if (index != absent) set(index, value);
      return index;
    }

    void clear(std::uint32_t index) { set(index, {Number(0), 0, Known::nothing, 0}); }

    std::uint32_t add(std::uint64_t hash, Key key, Value value) {
      if (must_grow()) grow();
      value_bytes_ += heap_bytes(value.number);
      values_.push_back(std::move(value));
      const auto index = static_cast<std::uint32_t>(values_.size() - 1);
      place({hash, keys_.add(key), static_cast<std::uint32_t>(key.size()), index});
      return index;
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
    void set(std::uint32_t index, const Value& value) {
      value_bytes_ -= heap_bytes(values_[index].number);
      value_bytes_ += heap_bytes(value.number);
      values_[index] = value;
    }
    std::uint32_t index_of(std::uint64_t hash, Key key) const {
      if (entries_.empty()) return absent;
      const std::size_t mask = entries_.size() - 1;
      for (std::size_t at = hash & mask; entries_[at].key != nullptr; at = (at + 1) & mask) {
        const Entry& entry = entries_[at];
        if (entry.hash == hash && key.size() == entry.key_bytes &&
            std::memcmp(key.data(), entry.key, key.size()) == 0) {
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

  void sweep() {
    older_ = std::exchange(newer_, Half());
    ++n_sweeps_;
    if (!log_.empty()) is_log_whole_ = false;
    log_.clear();
  }

  std::size_t max_bytes_;
  Half newer_;
  Half older_;
  std::uint64_t n_sweeps_ = 0;
  bool is_logging_ = false;
  bool is_log_whole_ = true;        // no sweep came between
  std::vector<std::uint32_t> log_;  // what was stored in the newer half, by index
};

}  // namespace gdlc
