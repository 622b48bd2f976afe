#include "core/game/minimax/circuit.hpp"

#include <utility>

namespace gdlc::game {
namespace {

std::uint32_t code(Ref ref) {
  return 2 * ref.node() + (ref.negative() ? 1U : 0U);
}

}  // namespace

Circuit::Circuit() : gates_{{always, always}}, known_{always}, slots_(1024, 0) {}

Ref Circuit::input() {
  const Ref made(static_cast<std::uint32_t>(gates_.size()), false);
  gates_.push_back({always, always});
  known_.push_back(made);
  return made;
}

Ref Circuit::conjunction(Ref one, Ref other) {
  one = known(one);
  other = known(other);
  if (one == never || other == never || one == other.negated()) return never;
  if (one == always || one == other) return other;
  if (other == always) return one;
  // A gate beside one of its own wires says no more than one of both.
  for (int turn = 0; turn < 2; ++turn, std::swap(one, other)) {
    if (!is_gate(one.node())) continue;
    const Ref a = known(left(one.node()));
    const Ref b = known(right(one.node()));
    if (!one.negative()) {
      if (a == other || b == other) return one;
      if (a == other.negated() || b == other.negated()) return never;
    } else {
      if (a == other.negated() || b == other.negated()) return other;
      if (a == other) return conjunction(other, b.negated());
      if (b == other) return conjunction(other, a.negated());
    }
  }
  if (code(other) < code(one)) std::swap(one, other);
  const std::size_t slot = slot_of(one, other);
  if (slots_[slot] != 0) return known(Ref(slots_[slot], false));
  const Ref made(static_cast<std::uint32_t>(gates_.size()), false);
  gates_.push_back({one, other});
  known_.push_back(made);
  slots_[slot] = made.node();
  if (2 * ++used_ > slots_.size()) grow();
  return made;
}

void Circuit::assume(Ref holds) {
  std::vector<Ref> pending{holds};
  while (!pending.empty()) {
    const Ref ref = known(pending.back());
    pending.pop_back();
    if (ref.node() == 0) continue;
    known_[ref.node()] = ref.negative() ? never : always;
    if (ref.negative() || !is_gate(ref.node())) continue;
    pending.push_back(left(ref.node()));
    pending.push_back(right(ref.node()));
  }
}

std::size_t Circuit::slot_of(Ref one, Ref other) const {
  const std::uint64_t key = std::uint64_t{code(one)} << 32U | code(other);
  const std::uint64_t hash = key * 0x9E3779B97F4A7C15U;
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(hash >> 29U) & mask;
  while (slots_[slot] != 0 &&
         !(gates_[slots_[slot]].left == one && gates_[slots_[slot]].right == other)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

void Circuit::grow() {
  std::vector<std::uint32_t> old(2 * slots_.size(), 0);
  old.swap(slots_);
  for (const std::uint32_t node : old) {
    if (node != 0) slots_[slot_of(gates_[node].left, gates_[node].right)] = node;
  }
}

}  // namespace gdlc::game
