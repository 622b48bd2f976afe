#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/dpll/propagate.hpp"

namespace gdlc {

// Writes the key of the residual formula: the states (dead; live and open, true or false) of all
// variables, as bytes. Equal keys mean equal residual formulas, and the other way round.
//
// In a formula that is structured by time, variables far behind are dead and variables far ahead
// are as at the start. Runs of words of either kind cost a byte or two; of the words in between
// only the bytes that are not zero are stored.
class KeyWriter {
 public:
  // The state now becomes what "as at the start" means.
  explicit KeyWriter(const Propagator& propagator);

  // The key of the state now; valid until the next call. Cost: one look at every 64 variables.
  const std::vector<std::uint8_t>& write(const Propagator& propagator);

 private:
  struct Word {
    std::uint64_t low;   // live, and open or true
    std::uint64_t high;  // live and assigned
    friend bool operator==(const Word&, const Word&) = default;
  };
  static Word word_at(const Propagator& propagator, std::size_t index);
  void put_run(std::uint64_t kind, std::uint64_t length);
  void put_word(std::uint64_t word);

  std::vector<Word> start_;
  std::vector<std::uint8_t> key_;
};

}  // namespace gdlc
