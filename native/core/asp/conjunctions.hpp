#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/asp/clauses.hpp"

namespace gdlc::asp {

// The bodies of definitions as conjunctions of literals: how often each is used, and the literal
// that stands for it.
//   key     the literals, sorted
//   places  a power of two of them, at most half of them taken: open addressing, all keys one
//   behind
//           the other; a node and a vector for each key took twice the time
class Conjunctions {
 public:
  using Key = std::span<const Value>;

  struct Entry {
    std::uint32_t count = 0;  // uses
    bool beside = false;      // some of them have other bodies beside them
    Value literal = 0;        // true exactly if all of the conjunction are; 0: none yet
  };

  void use(Key key, bool beside) {
    Entry& entry = at(key);
    ++entry.count;
    if (beside) entry.beside = true;
  }

  // The first literal that a conjunction gets stays.
  void name(Key key, Value literal) {
    Entry& entry = at(key);
    if (entry.literal == 0) entry.literal = literal;
  }

  Entry find(Key key) const {
    const std::uint32_t found = places_[place_of(key, hash(key))];
    return found == 0 ? Entry() : stored_[found - 1].entry;
  }

 private:
  struct Stored {
    Entry entry;
    std::uint32_t hash;
    std::uint32_t size;
    std::size_t begin;  // in `values_`
  };

  static std::uint32_t hash(Key key) {
    std::uint64_t hash = key.size();
    for (const Value value : key) {
      hash = (hash ^ static_cast<std::uint32_t>(value)) * 0x9E3779B97F4A7C15U;
      hash ^= hash >> 29U;
    }
    return static_cast<std::uint32_t>(hash);
  }

  // Where the key stands, or may be put.
  std::size_t place_of(Key key, std::uint32_t hash) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t place = hash & mask;
    while (places_[place] != 0 && !is(stored_[places_[place] - 1], key, hash)) {
      place = (place + 1) & mask;
    }
    return place;
  }

  bool is(const Stored& stored, Key key, std::uint32_t hash) const {
    if (stored.hash != hash || stored.size != key.size()) return false;
    const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(stored.begin);
    return std::equal(key.begin(), key.end(), begin);
  }

  Entry& at(Key key) {
    const std::uint32_t hashed = hash(key);
    std::size_t place = place_of(key, hashed);
    if (places_[place] == 0) {
      if (2 * (stored_.size() + 1) > places_.size()) {
        grow();
        place = place_of(key, hashed);
      }
      const auto size = static_cast<std::uint32_t>(key.size());
      stored_.push_back({.entry = {}, .hash = hashed, .size = size, .begin = values_.size()});
      values_.insert(values_.end(), key.begin(), key.end());
      places_[place] = static_cast<std::uint32_t>(stored_.size());
    }
    return stored_[places_[place] - 1].entry;
  }

  void grow() {
    places_.assign(2 * places_.size(), 0);
    const std::size_t mask = places_.size() - 1;
    for (std::uint32_t number = 1; number <= stored_.size(); ++number) {
      std::size_t place = stored_[number - 1].hash & mask;
      while (places_[place] != 0) place = (place + 1) & mask;
      places_[place] = number;
    }
  }

  std::vector<std::uint32_t> places_ = std::vector<std::uint32_t>(1024, 0);  // in `stored_`, from 1
  std::vector<Stored> stored_;
  std::vector<Value> values_;
};

}  // namespace gdlc::asp
