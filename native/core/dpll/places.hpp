#pragma once

#include "core/dpll/instance.hpp"
#include "core/dpll/propagate.hpp"

namespace gdlc {

// Orders the propagator's places for short keys: one descent to a leaf tells which variables are
// assigned together, and those become neighbours. The variables that it left open go behind their
// neighbours in the formula. Ends early when the propagator is stopped.
//   pre: no level is open, and none is afterwards; a KeyWriter made before is of no use any more
void order_places(const Instance& instance, Propagator& propagator);

}  // namespace gdlc
