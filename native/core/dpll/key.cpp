#include "core/dpll/key.hpp"

namespace gdlc {
namespace {

enum Kind : std::uint64_t { dead = 0, as_at_start = 1, mixed = 2 };

}  // namespace

KeyWriter::Word KeyWriter::word_at(const Propagator& propagator, std::size_t index) {
  const std::uint64_t live = propagator.live_words()[index];
  const std::uint64_t assigned = propagator.assigned_words()[index];
  const std::uint64_t positive = propagator.positive_words()[index];
  return {live & (~assigned | positive), live & assigned};
}

KeyWriter::KeyWriter(const Propagator& propagator) {
  const std::size_t n_words = propagator.live_words().size();
  start_.reserve(n_words);
  for (std::size_t index = 0; index < n_words; ++index) {
    start_.push_back(word_at(propagator, index));
  }
}

void KeyWriter::put_run(std::uint64_t kind, std::uint64_t length) {
  std::uint64_t rest = length * 4 + kind;
  while (rest >= 0x80) {
    key_.push_back(static_cast<std::uint8_t>(rest | 0x80U));
    rest >>= 7U;
  }
  key_.push_back(static_cast<std::uint8_t>(rest));
}

void KeyWriter::put_word(std::uint64_t word) {
  const std::size_t mask_at = key_.size();
  key_.push_back(0);
  unsigned mask = 0;
  for (unsigned byte = 0; byte < 8; ++byte) {
    const auto value = static_cast<std::uint8_t>(word >> (8 * byte));
    if (value == 0) continue;
    mask |= 1U << byte;
    key_.push_back(value);
  }
  key_[mask_at] = static_cast<std::uint8_t>(mask);
}

const std::vector<std::uint8_t>& KeyWriter::write(const Propagator& propagator) {
  key_.clear();
  const auto kind_of = [&](std::size_t index, const Word& word) {
    if (word == Word{0, 0}) return dead;
    return word == start_[index] ? as_at_start : mixed;
  };
  // The last run, mostly of what lies ahead, needs no bytes: all keys have equally many words.
  std::size_t begin = 0;
  const std::size_t n_words = start_.size();
  while (begin < n_words) {
    const Kind kind = kind_of(begin, word_at(propagator, begin));
    std::size_t end = begin + 1;
    while (end < n_words && kind_of(end, word_at(propagator, end)) == kind) ++end;
    if (end == n_words && kind != mixed) {
      key_.push_back(static_cast<std::uint8_t>(kind));  // a run of length 0: up to the end
      break;
    }
    put_run(kind, end - begin);
    if (kind == mixed) {
      for (std::size_t index = begin; index < end; ++index) {
        const Word word = word_at(propagator, index);
        put_word(word.low);
        put_word(word.high);
      }
    }
    begin = end;
  }
  return key_;
}

}  // namespace gdlc
