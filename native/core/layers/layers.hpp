#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/formula/formula.hpp"
#include "core/layers/counts.hpp"
#include "core/number/rational.hpp"
#include "core/stop.hpp"

namespace gdlc::layers {

struct LayersOptions {
  bool exact = true;
  bool is_wanted = false;  // also where it does not seem to suit the formula
  std::uint64_t memory_bytes = std::uint64_t{4} << 30U;
  std::string spill_folder;  // for what is only read again at the end; empty: memory
  // A layer's diagram may have so many leaves, and more only for many states: each costs time once.
  std::size_t least_leaves = 64;
  std::size_t most_leaves = 512;
};

struct LayersResult {
  bool is_complete = false;
  std::string refused;  // why there is no value: what the formula is not fit for, or a limit
  Rational lower = 0;   // equal if exact
  Rational upper = 1;
  std::vector<Lit> outer;  // an optimal choice for the first block, if it is existential
  LayersCounts counts;
};

// The value of a formula of which nearly all variables are defined by few choices: all states that
// the choices up to some time can lead to are found, time after time, 512 of them at once, and then
// valued backwards. What a state is follows from the formula: see Cuts.
//
//   poll  asked all along, told what was done so far; true: give up. Then the result is not
//   complete
//         and `refused` empty
LayersResult solve_by_layers(const Formula& formula, const LayersOptions& options, Stop& stop,
                             const std::function<bool(const LayersCounts&)>& poll);

}  // namespace gdlc::layers
