#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game/network.hpp"

namespace gdlc::game {

// The values of all nodes in several states at once: bit i of each word belongs to state i.
// Word is an unsigned integer; one state alone fits into the smallest.
template <class Word>
class Values {
 public:
  explicit Values(const Network& network) : network_(network), words_(network.nodes, Word{0}) {
    words_[0] = ones;
  }

  Word get(Ref ref) const { return flip(words_[ref.node()], ref.negative() ? 1U : 0U); }
  void set(std::uint32_t node, Word word) { words_[node] = word; }

  // pre: the fluents are set.
  void derive_from_state() { run(network_.state_program); }

  // pre: `derive_from_state` was called, and the moves are set.
  void derive_from_moves() { run(network_.move_program); }

 private:
  static constexpr Word ones = static_cast<Word>(~Word{0});

  static constexpr Word flip(Word word, std::uint32_t negative) {
    return static_cast<Word>(word ^ static_cast<Word>(Word{0} - static_cast<Word>(negative)));
  }

  void run(const std::vector<Network::Block>& program) {
    for (const Network::Block& block : program) {
      if (!block.recursive) {
        run(block);
        continue;
      }
      const std::uint32_t* code = network_.code.data() + block.begin;
      const std::uint32_t* const end = network_.code.data() + block.end;
      while (code != end) {
        words_[*code] = 0;
        code = behind(code);
      }
      while (run(block)) {
      }
    }
  }

  static const std::uint32_t* behind(const std::uint32_t* code) {
    ++code;
    for (std::uint32_t bodies = *code++; bodies != 0; --bodies) code += *code + 1;
    return code;
  }

  // Returns whether a value changed.
  bool run(const Network::Block& block) {
    const std::uint32_t* code = network_.code.data() + block.begin;
    const std::uint32_t* const end = network_.code.data() + block.end;
    Word* const words = words_.data();
    Word changed = 0;
    while (code != end) {
      const std::uint32_t node = *code++;
      Word found = 0;
      for (std::uint32_t bodies = *code++; bodies != 0; --bodies) {
        Word all = ones;
        const std::uint32_t* const last = code + 1 + *code;
        for (++code; code != last; ++code) {
          all = static_cast<Word>(all & flip(words[*code >> 1U], *code & 1U));
          if (all == 0) {  // measured: pays in single states and, a little, in many at once
            code = last;
            break;
          }
        }
        found = static_cast<Word>(found | all);
      }
      changed = static_cast<Word>(changed | (words[node] ^ found));
      words[node] = found;
    }
    return changed != 0;
  }

  const Network& network_;
  std::vector<Word> words_;
};

}  // namespace gdlc::game
