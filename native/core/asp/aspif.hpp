#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/asp/program.hpp"
#include "core/stop.hpp"

namespace gdlc::asp {

// Read aspif, the ground format between gringo and clasp, that shows all its atoms.
//   steps   primes in names become steps (see with_step)
// Atoms without a name get one of the form _aux(n). Facts that gringo only names come first.
// throws: ParseError for what has no place in a quantified program, or a cut text; Stopped
// Source: Gebser, Kaminski, Kaufmann, Ostrowski, Schaub, Wanko: Theory Solving Made Easy with
// Clingo 5 (ICLP 2016, technical communications), appendix A.
Program read_aspif(std::string_view text, bool steps, Stop& stop);

// aspif for clasp.
//   shown   the atoms whose names clasp prints in a model
// throws: FormulaError for a choice with bounds, which aspif has not
std::string write_aspif(const Program& program, std::span<const Atom> shown);

}  // namespace gdlc::asp
