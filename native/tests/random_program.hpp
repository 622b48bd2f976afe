#pragma once

#include <cstdint>
#include <vector>

#include "core/asp/complete.hpp"
#include "core/asp/program.hpp"
#include "random_formula.hpp"

namespace gdlc::test {

struct ProgramShape {
  std::uint32_t max_atoms = 6;
  std::uint32_t max_rules = 10;
  bool tight = true;    // no atom supports itself without `not`; negative loops in any case
  bool bounds = false;  // on choices
};

// A ground program that a pass could meet: facts, rules, free choices, constraints and sums, with
// repeated and opposite literals, atoms without a rule, bounds that hold or fail in any case.
asp::Program random_program(Random& random, const ProgramShape& shape);

// Some atoms of the program in ascending levels, which may have gaps.
std::vector<asp::Prefixed> random_prefix(const asp::Program& program, Random& random,
                                         std::uint32_t max_atoms);

// Any of the 32.
asp::Savings random_savings(Random& random);

// The same rules in another order, with the literals of ordinary bodies in another order.
asp::Program shuffled(const asp::Program& program, Random& random);

}  // namespace gdlc::test
