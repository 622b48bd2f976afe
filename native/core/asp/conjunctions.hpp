#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/asp/clauses.hpp"

namespace gdlc::asp {

// The bodies of definitions as conjunctions of literals: how often each is used, and the literal
// that stands for it.
class Conjunctions {
 public:
  using Key = std::vector<Value>;  // sorted

  struct Entry {
    std::uint32_t count = 0;  // uses
    bool beside = false;      // some of them have other bodies beside them
    Value literal = 0;        // true exactly if all of the conjunction are; 0: none yet
  };

  static Key key(std::vector<Value> literals) {
    std::sort(literals.begin(), literals.end());
    return literals;
  }

  void use(Key key, bool beside) {
    Entry& entry = entries_[std::move(key)];
    ++entry.count;
    if (beside) entry.beside = true;
  }

  // The first literal that a conjunction gets stays.
  void name(Key key, Value literal) {
    Entry& entry = entries_[std::move(key)];
    if (entry.literal == 0) entry.literal = literal;
  }

  Entry find(const Key& key) const {
    const auto found = entries_.find(key);
    return found == entries_.end() ? Entry() : found->second;
  }

 private:
  struct Hash {
    std::size_t operator()(const Key& key) const {
      std::uint64_t hash = key.size();
      for (const Value value : key) {
        hash = (hash ^ static_cast<std::uint32_t>(value)) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 29U;
      }
      return hash;
    }
  };

  std::unordered_map<Key, Entry, Hash> entries_;
};

}  // namespace gdlc::asp
