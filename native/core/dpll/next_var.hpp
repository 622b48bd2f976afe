#pragma once

#include <cstddef>
#include <cstdint>

#include "core/dpll/instance.hpp"
#include "core/dpll/propagate.hpp"
#include "core/errors.hpp"

namespace gdlc {

// The first open and live variable of the prefix from `from` on. pre: there is one.
inline Var next_var(const Instance& instance, const Propagator& propagator, std::size_t from) {
  for (auto number = static_cast<std::uint32_t>(from); number <= instance.n_vars(); ++number) {
    const Var var(number);
    if (propagator.is_open(var) && propagator.is_live(var)) return var;
  }
  throw InternalError("search: an unsatisfied clause without an open variable");
}

}  // namespace gdlc
