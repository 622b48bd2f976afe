#pragma once

#include <vector>

#include "core/asp/program.hpp"

namespace gdlc::asp {

// The components of atoms that support each other in a circle without `not`, each sorted; an atom
// that supports itself is one. Empty: the program is tight. Linear.
std::vector<std::vector<Atom>> positive_loops(const Program& program);

}  // namespace gdlc::asp
