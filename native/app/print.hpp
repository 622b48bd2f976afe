#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// What the value of a game's formula is besides the answer, by the notes in it; empty for none.
std::string note_of(const Formula& formula);

// `147/1000 = 0.147 (exact)`, `0.333333333333333 +- 1e-15 (float)` or `between 1/4 = 0.25 and 1
// (bounds: time limit reached)`, and a line `choice 1 -2 0` with the outermost existential block
// where there is one.
std::string answer_text(const Answer& answer, const std::string& note);

// The document of `--json`: the same schema for every verb of gdlc.
std::string answer_json(const Answer& answer, const std::string& note);

// The lines of the Model Counting Competition (Fichte, Hecher and Hamiti 2021: "The Model Counting
// Competition 2020"; `arb frac` as its weighted tracks have it since), with `ssat` as the type.
std::string answer_mcc(const Answer& answer, const std::string& note);

std::string failure_json(const Failure& failure);

// `file:3:1: message`, and a line for the hint.
std::string failure_text(const Failure& failure);

using Seconds = std::pair<std::string_view, double>;  // what was done, in how long

std::string stats_text(const Stats& stats, const std::vector<Seconds>& phases);

}  // namespace gdlc::app
