#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/dpll/instance.hpp"
#include "core/layers/circuit.hpp"

namespace gdlc::layers {

// A formula as a circuit over the variables that somebody decides:
//   the matrix of the formula is true  <=>  all constraints are,
// whatever the choices are, and with the best values for all other variables.
//
// Choices are numbered 1, 2, ... in the order of the prefix. Time t is when choices 1..t are known.
struct Defined {
  Circuit circuit;
  std::vector<std::uint32_t> time;  // gate -> the first time at which its value is known
  std::vector<Var> choices;         // number -> var; [0] unused
  std::vector<Edge> edges;          // var -> what it is made of
  std::vector<Edge> constraints;
  std::uint32_t n_undefined = 0;  // choices in the last block: of nobody but the solver
};

// Every existential variable that clauses over known variables leave no choice is defined by them,
// as soon as they are known; the clauses become gates (Tseitin 1968, backwards). An existential
// variable that nothing defines when its block is over is a choice, as all others are.
//
//   poll  asked now and then; true: give up, the result is of no use
//   cost  linear in the literals, times the branches that it takes to see that clauses define
Defined define(const Instance& instance, const std::function<bool()>& poll);

}  // namespace gdlc::layers
