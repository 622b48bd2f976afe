#pragma once

#include <cstdint>
#include <string>

#include "core/dpll/options.hpp"
#include "core/formula/formula.hpp"
#include "random_formula.hpp"

namespace gdlc::test {

// A formula and how to solve it, both made from a seed.
struct SolverCase {
  Formula formula;
  Options options;
};

SolverCase solver_case(std::uint64_t seed);

// All features switched on or off at random; now and then a cache that holds but a few values.
Options random_options(Random& random);

// Those that differ from the default, as on the command line.
std::string options_text(const Options& options);

// What is wrong with the answer, and with the choice it names, by enumeration; empty if nothing is.
std::string find_wrong_answer(const Formula& formula, const Options& options);

}  // namespace gdlc::test
