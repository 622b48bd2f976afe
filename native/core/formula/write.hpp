#pragma once

#include <string>

#include "core/formula/formula.hpp"

namespace gdlc {

// The one XSSAT text of the formula: the same bytes on every machine, and read_formula gives the
// same formula back. formats/xssat/README.md is the language.
std::string write_formula(const Formula& formula);

}  // namespace gdlc
