#pragma once

#include <cstddef>
#include <cstdint>

#include "core/dpll/node_value.hpp"
#include "core/dpll/window.hpp"
#include "core/formula/literal.hpp"

namespace gdlc {

// A node of the search whose two branches, the values of its variable, are being closed.
template <class Number>
struct Frame {
  Var var;
  bool first_positive;   // the value tried first
  std::uint8_t branch;   // 0, 1: the one entered; 2: both are closed
  bool closed_one;       // `value` holds at least one branch
  bool closed_bound;     // `bound` holds at least one branch
  bool decided;          // `result` is all that is asked for
  std::uint32_t choice;  // of the best branch in `value`
  std::size_t trail_begin;
  Number value;   // of the branches known exactly
  Number weight;  // of the branch entered: forced chance literals, and its own
  double bound;   // of the branches of which a bound was enough
  Window window;  // what is asked
  NodeValue<Number> result;

  // What is decided in a branch, 0 or 1.
  Lit literal(std::uint8_t of_branch) const { return Lit(var, (of_branch == 0) == first_positive); }
};

}  // namespace gdlc
