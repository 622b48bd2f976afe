#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace gdlc::asp {

// A literal over the variables of clauses, or what it is known to be. Minus negates all of them.
using Value = std::int32_t;
inline constexpr Value yes = std::numeric_limits<Value>::max();
inline constexpr Value no = -yes;

inline bool is_known(Value value) {
  return value == yes || value == no;
}

// Clauses under construction.
class Clauses {
 public:
  Value new_var() { return ++count_; }
  std::int32_t count() const { return count_; }

  // Adds a clause: nothing if one of its literals is true or it is a tautology.
  void add(std::span<const Value> literals);
  void add(std::initializer_list<Value> literals) {
    add(std::span<const Value>(literals.begin(), literals.size()));
  }

  // A literal that is true exactly if all the given ones are; a new variable if it must be.
  //   shape   n > 1 literals -> 1 variable, n + 1 clauses
  Value conjunction(std::span<const Value> literals);

  // A literal that is true exactly if the weights of the true literals sum up to the bound.
  //   shape   n literals, bound b -> at most n*b variables and 4 clauses each: a decision diagram
  //           over the literals, greatest weights first, equal nodes shared
  // Every auxiliary variable is defined in both directions, so that the literals leave nothing
  // open; most published encodings define in one.
  // Source: the diagrams of Een and Sorensson, Translating pseudo-Boolean constraints into SAT,
  // JSAT 2006; the sum is monotone, so that a node needs four clauses, not six.
  Value reaches(std::span<const Value> literals, std::span<const std::int64_t> weights,
                std::int64_t bound);

  // Forbid that two of the literals are true.
  //   shape   n literals -> n(n-1)/2 clauses up to `pairwise`, else O(n) variables and clauses
  void at_most_one(std::span<const Value> literals);
  static constexpr std::size_t pairwise = 24;

  // All literals, a 0 behind each clause.
  std::vector<std::int32_t> flat;
  std::size_t size = 0;  // clauses

 private:
  std::int32_t count_ = 0;
  std::vector<Value> clause_;
};

}  // namespace gdlc::asp
