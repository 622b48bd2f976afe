#pragma once

#include <cstdint>
#include <optional>

#include "core/formula/formula.hpp"
#include "core/number/rational.hpp"
#include "core/preprocess/choice_record.hpp"
#include "core/preprocess/counts.hpp"
#include "core/stop.hpp"

namespace gdlc {

// What to make use of. Units are always propagated: all the rest stands on that.
struct PreprocessOptions {
  bool reduce = true;     // universal literals behind which their clause has none but universals
  bool pure = true;       // variables that occur with one sign
  bool equate = true;     // literals that imply each other
  bool probe = true;      // literals that lead to a conflict
  bool subsume = true;    // clauses that others imply, wholly or but for a literal
  bool eliminate = true;  // existentials by resolution
  // Bytes to be held beside the formula; more is a reason to stop.
  std::optional<std::uint64_t> memory_limit = std::nullopt;
};

// A smaller formula, and how it stands to the one that it was made from:
//   value(original) == factor * value(formula), exactly
// Variables keep their numbers and the prefix its order; those that are gone occur in no clause.
struct Preprocessed {
  Formula formula;                // without names and notes
  Rational factor = 1;            // of the chance literals that were forced
  std::optional<Rational> value;  // of the original, where nothing is left to search
  ChoiceRecord choice;            // leads from choices in `formula` to choices in the original
  PreprocessCounts counts;
};

// Simplifies a formula until nothing changes or it was effort enough. Effort is counted, not timed:
// the same formula and options give the same result, unless `stop` is requested. Then whatever was
// done so far is handed over, which is as true as the whole.
Preprocessed preprocess(const Formula& formula, const PreprocessOptions& options, Stop& stop);

}  // namespace gdlc
