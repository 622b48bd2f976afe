#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/layers/counts.hpp"
#include "core/preprocess/counts.hpp"

namespace gdlc {

// What a run did. The same formula and options give the same numbers, unless a limit stopped it:
// no times are among them.
struct Stats {
  std::uint64_t vars = 0;          // that occur in a clause
  std::uint64_t clauses = 0;       // in normal form
  std::uint64_t decisions = 0;     // branches entered
  std::uint64_t propagations = 0;  // literals forced
  std::uint64_t conflicts = 0;     // branches closed with 0 by propagation
  std::uint64_t learned = 0;       // clauses learned from conflicts
  std::uint64_t cutoffs = 0;       // nodes left with a bound
  std::uint64_t leaves = 0;        // nodes with existential variables only
  std::uint64_t assumed = 0;       // literals found to be pure while searching
  std::uint64_t products = 0;      // nodes that fell into parts
  std::uint64_t cache_hits = 0;
  std::uint64_t cache_misses = 0;
  std::uint64_t cache_entries = 0;  // held at the end
  std::uint64_t cache_bytes = 0;    // held at the end
  std::uint64_t cache_sweeps = 0;   // times the older half was dropped
  std::uint64_t max_depth = 0;      // open decisions
  PreprocessCounts preprocess;
  layers::LayersCounts layers;
  std::uint64_t vars_left = 0;  // of what preprocessing leaves
  std::uint64_t clauses_left = 0;

  std::array<std::pair<std::string_view, std::uint64_t>, 33> rows() const {
    return {{{"vars", vars},
             {"clauses", clauses},
             {"decisions", decisions},
             {"propagations", propagations},
             {"conflicts", conflicts},
             {"learned", learned},
             {"cutoffs", cutoffs},
             {"leaves", leaves},
             {"assumed", assumed},
             {"products", products},
             {"cache_hits", cache_hits},
             {"cache_misses", cache_misses},
             {"cache_entries", cache_entries},
             {"cache_bytes", cache_bytes},
             {"cache_sweeps", cache_sweeps},
             {"max_depth", max_depth},
             {"units", preprocess.units},
             {"reduced", preprocess.reduced},
             {"pure", preprocess.pure},
             {"equated", preprocess.equated},
             {"failed", preprocess.failed},
             {"subsumed", preprocess.subsumed},
             {"strengthened", preprocess.strengthened},
             {"eliminated", preprocess.eliminated},
             {"vars_left", vars_left},
             {"clauses_left", clauses_left},
             {"layers", layers.layers},
             {"states", layers.states},
             {"transitions", layers.transitions},
             {"gates", layers.gates},
             {"key_bits", layers.key_bits},
             {"choices", layers.choices},
             {"undefined", layers.undefined}}};
  }
};

}  // namespace gdlc
