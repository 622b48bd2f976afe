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

// A formula of which units and reduction alone decide little, so that conflicts are met deep in a
// search: clauses of two to four different variables, of which the innermost is no universal, and
// an existential block at the end. Has at least four variables. pre: max_vars >= 4
Formula entangled_formula(Random& random, std::uint32_t max_vars);

}  // namespace gdlc::test
