#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/dpll/reason.hpp"
#include "core/formula/literal.hpp"

namespace gdlc {

// Clauses one behind the other in one array, so that propagation walks along memory. The order of
// the literals in a clause is the propagator's.
//
// Layout of a clause: number of literals; flags and, from bit 2, the number of decision levels it
// had when it was learned; its literals.
class ClauseStore {
 public:
  ClauseRef add(std::span<const Lit> literals, bool has_universal) {
    const auto ref = static_cast<ClauseRef>(words_.size());
    words_.push_back(Lit::from_code(static_cast<std::uint32_t>(literals.size())));
    words_.push_back(Lit::from_code(has_universal ? universal_flag : 0U));
    words_.insert(words_.end(), literals.begin(), literals.end());
    return ref;
  }

  std::span<Lit> literals(ClauseRef ref) {
    return {words_.data() + ref + header, words_[ref].code()};
  }
  std::span<const Lit> literals(ClauseRef ref) const {
    return {words_.data() + ref + header, words_[ref].code()};
  }
  bool has_universal(ClauseRef ref) const { return (flags(ref) & universal_flag) != 0; }
  bool is_dropped(ClauseRef ref) const { return (flags(ref) & dropped_flag) != 0; }
  std::uint32_t n_levels(ClauseRef ref) const { return flags(ref) >> 2U; }
  void set_n_levels(ClauseRef ref, std::uint32_t count) {
    words_[ref + 1] = Lit::from_code((flags(ref) & 3U) | (count << 2U));
  }
  void drop(ClauseRef ref) { words_[ref + 1] = Lit::from_code(flags(ref) | dropped_flag); }

  // The clause behind it, or `end()`.
  ClauseRef next(ClauseRef ref) const { return ref + header + words_[ref].code(); }
  ClauseRef end() const { return static_cast<ClauseRef>(words_.size()); }

  // Closes the gaps of the clauses dropped from `from` on. Calls moved(old, new) for each that is
  // left, in order.
  template <class Moved>
  void compact(ClauseRef from, Moved&& moved) {
    ClauseRef to = from;
    for (ClauseRef ref = from; ref < end();) {
      const ClauseRef behind = next(ref);
      if (!is_dropped(ref)) {
        std::copy(words_.begin() + ref, words_.begin() + behind, words_.begin() + to);
        moved(ref, to);
        to += behind - ref;
      }
      ref = behind;
    }
    words_.resize(to);
  }

  std::size_t bytes() const { return words_.capacity() * sizeof(Lit); }

 private:
  static constexpr ClauseRef header = 2;
  static constexpr std::uint32_t universal_flag = 1;
  static constexpr std::uint32_t dropped_flag = 2;

  std::uint32_t flags(ClauseRef ref) const { return words_[ref + 1].code(); }

  std::vector<Lit> words_;
};

}  // namespace gdlc
