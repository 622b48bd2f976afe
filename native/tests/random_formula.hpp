#pragma once

#include <cstdint>

#include "core/formula/formula.hpp"

namespace gdlc::test {

// A small generator of our own: std::mt19937 is the same everywhere, its distributions are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  std::uint32_t below(std::uint32_t bound);  // pre: bound > 0
  bool chance(std::uint32_t percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

// A formula with at most max_vars variables that a reader could have met: short clauses, units,
// duplicates, tautologies, now and then an empty clause, probabilities 0 and 1 among others.
Formula random_formula(Random& random, std::uint32_t max_vars);

}  // namespace gdlc::test
