#include "core/game/minimax/symbolic.hpp"

namespace gdlc::game {

bool Symbolic::run(const std::vector<Network::Block>& program) {
  for (const Network::Block& block : program) {
    bool changed = false;
    if (!block.recursive) {
      if (!run(block, changed)) return false;
      continue;
    }
    // In each round at least one more node has its meaning, so there are at most as many rounds.
    std::size_t rounds = 0;
    const std::uint32_t* code = network_.code.data() + block.begin;
    const std::uint32_t* const end = network_.code.data() + block.end;
    while (code != end) {
      wires_[*code++] = never;
      for (std::uint32_t bodies = *code++; bodies != 0; --bodies) code += *code + 1;
      ++rounds;
    }
    do {
      changed = false;
      if (!run(block, changed)) return false;
    } while (changed && rounds-- != 0);
  }
  return true;
}

bool Symbolic::run(const Network::Block& block, bool& changed) {
  const std::uint32_t* code = network_.code.data() + block.begin;
  const std::uint32_t* const end = network_.code.data() + block.end;
  while (code != end) {
    const std::uint32_t node = *code++;
    Ref found = never;
    for (std::uint32_t bodies = *code++; bodies != 0; --bodies) {
      Ref all = always;
      const std::uint32_t* const last = code + 1 + *code;
      for (++code; code != last; ++code) {
        all = circuit_.conjunction(all, get(Ref(*code >> 1U, (*code & 1U) != 0)));
        if (all == never) {
          code = last;
          break;
        }
      }
      found = circuit_.disjunction(found, all);
    }
    changed = changed || !(wires_[node] == found);
    wires_[node] = found;
    if (circuit_.size() > most_gates) return false;
  }
  return true;
}

}  // namespace gdlc::game
