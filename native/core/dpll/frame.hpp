#pragma once

#include <cstddef>
#include <cstdint>

#include "core/dpll/cut.hpp"
#include "core/dpll/node_value.hpp"
#include "core/dpll/window.hpp"
#include "core/formula/literal.hpp"

namespace gdlc {

// A node of the search that is open: either a decision, whose two branches are being closed, or a
// product, whose parts are.
template <class Number>
struct Frame {
  bool is_product = false;

  Var var;
  bool first_positive = true;  // the value tried first
  bool closed_one = false;     // `value` holds at least one branch
  bool closed_bound = false;   // `bound` holds at least one branch
  bool settled = false;        // `value` is the node's, whatever the other branch is worth
  bool decided = false;        // `result` is all that is asked for
  bool is_first_zero = false;  // the first branch is worth 0, and its reason is known
  bool has_key = false;
  std::uint8_t branch = 0;   // 0, 1: the one entered; 2: both are closed
  std::uint32_t choice = 0;  // of the best branch in `value`; of a product: of its closed parts
  std::uint32_t first = 0;   // the first open variable, if the search does not look for parts
  Cut::Known known;          // if keys are cuts
  std::size_t trail_begin = 0;
  std::size_t parts_begin = 0;    // its part or parts, if the search looks for parts
  std::size_t parts_end = 0;      // of a product: those not yet closed
  std::size_t key_begin = 0;      // in the stack of keys
  std::size_t reason_begin = 0;   // in the stack of reasons: of the first branch
  std::uint64_t cache_begin = 0;  // of a product: what was stored before it

  Number value = Number(0);   // of the branches known exactly; of a product: of its closed parts
  Number weight = Number(1);  // of the branch entered: chance literals decided and forced
  double bound = 0;           // of the branches of which a bound was enough
  Window window;              // what is asked
  NodeValue<Number> result;

  // What is decided in a branch, 0 or 1.
  Lit literal(std::uint8_t of_branch) const { return Lit(var, (of_branch == 0) == first_positive); }
};

}  // namespace gdlc
