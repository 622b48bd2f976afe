#pragma once

#include <cstdint>

namespace gdlc {

// How often each technique had something to do.
struct PreprocessCounts {
  std::uint64_t units = 0;         // variables forced by a clause
  std::uint64_t reduced = 0;       // universal literals dropped from clauses
  std::uint64_t pure = 0;          // variables set because they occur with one sign
  std::uint64_t equated = 0;       // existentials replaced by a literal that they equal
  std::uint64_t failed = 0;        // literals that lead to a conflict
  std::uint64_t subsumed = 0;      // clauses dropped because another implies them
  std::uint64_t strengthened = 0;  // literals dropped because another clause implies the rest
  std::uint64_t eliminated = 0;    // existentials resolved away

  friend bool operator==(const PreprocessCounts&, const PreprocessCounts&) = default;
};

}  // namespace gdlc
