#pragma once

#include <cstddef>
#include <string>

#include "core/dpll/solver.hpp"

namespace gdlc::app {

// What went wrong, for both forms of output. line = 0: no place in a text.
struct Failure {
  std::string message;
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;
  std::string hint;
};

// `147/1000 = 0.147 (exact)` or `between 1/4 = 0.25 and 1 (bounds: time limit reached)`, and a
// line `choice 1 -2 0` with the outermost existential block where there is one.
std::string answer_text(const Answer& answer);

// The document of `--json`: the same schema for every verb of gdlc.
std::string answer_json(const Answer& answer);
std::string failure_json(const Failure& failure);

// `file:3:1: message`, and a line for the hint.
std::string failure_text(const Failure& failure);

std::string stats_text(const Stats& stats, double seconds);

}  // namespace gdlc::app
