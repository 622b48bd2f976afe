#pragma once

#include <cstdint>
#include <vector>

#include "core/asp/complete.hpp"
#include "core/asp/program.hpp"

namespace gdlc::test {

// The atoms that hold: bit n - 1 for atom n.
using Model = std::uint32_t;

inline bool holds(Model model, asp::Atom literal) {
  const bool in = (model >> (asp::atom_of(literal) - 1) & 1U) != 0;
  return in == (literal > 0);
}

// All stable models by the definition: each set of atoms that is the least model of its reduct and
// breaks no constraint and no bound. In ascending order. Cost: 2^atoms; pre: at most 16 of them.
// Source: Gelfond and Lifschitz 1988; Simons, Niemela and Soininen 2002 for choices and sums.
std::vector<Model> stable_models(const asp::Program& program);

// A quarter of something: exact as a double, and 0 or 1 for some atoms.
inline double probability_of(asp::Atom atom) {
  return (atom % 5) / 4.0;
}

// The value of the stable models under a prefix, by trying all assignments.
double value_of(const std::vector<Model>& models, const std::vector<asp::Prefixed>& prefix);

}  // namespace gdlc::test
