#include "core/layers/circuit.hpp"

#include <utility>

namespace gdlc::layers {
namespace {

std::size_t hash_of(Edge left, Edge right) {
  const std::uint64_t both = (std::uint64_t{left.code()} << 32U) | right.code();
  const std::uint64_t mixed = both * 0x9E3779B97F4A7C15U;
  return static_cast<std::size_t>(mixed ^ (mixed >> 29U));
}

}  // namespace

Circuit::Circuit() : gates_(1), slots_(64, 0) {}

Edge Circuit::input() {
  gates_.emplace_back();
  return {n_gates() - 1, false};
}

Edge Circuit::conjoin(Edge left, Edge right) {
  while (true) {
    if (left > right) std::swap(left, right);
    if (left.is_constant()) return left == Edge::constant(true) ? right : left;
    if (left == right) return left;
    if (left == !right) return Edge::constant(false);
    const Simpler simpler = simplify(left, right);
    if (!simpler.is_found) return find_or_add(left, right);
    if (!simpler.is_pair) return simpler.left;
    left = simpler.left;
    right = simpler.right;
  }
}

Circuit::Simpler Circuit::simplify(Edge left, Edge right) const {
  Simpler simpler;
  if (is_conjunction(left.gate())) simpler = simplify_by_one(left, right);
  if (!simpler.is_found && is_conjunction(right.gate())) simpler = simplify_by_one(right, left);
  if (!simpler.is_found && is_conjunction(left.gate()) && is_conjunction(right.gate())) {
    simpler = simplify_by_both(left, right);
  }
  return simpler;
}

Circuit::Simpler Circuit::simplify_by_one(Edge pair, Edge other) const {
  const Edge one = left(pair.gate());
  const Edge two = right(pair.gate());
  if (!pair.negated()) {
    if (other == one || other == two) return {true, false, pair, {}};
    if (other == !one || other == !two) return {true, false, Edge::constant(false), {}};
    return {};
  }
  if (other == !one || other == !two) return {true, false, other, {}};
  if (other == one) return {true, true, other, !two};
  if (other == two) return {true, true, other, !one};
  return {};
}

Circuit::Simpler Circuit::simplify_by_both(Edge left_pair, Edge right_pair) const {
  if (left_pair.negated() && !right_pair.negated()) std::swap(left_pair, right_pair);
  const Edge of_left[] = {left(left_pair.gate()), right(left_pair.gate())};
  const Edge of_right[] = {left(right_pair.gate()), right(right_pair.gate())};
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      const bool same = of_left[i] == of_right[j];
      const bool opposite = of_left[i] == !of_right[j];
      if (!left_pair.negated() && !right_pair.negated()) {
        if (opposite) return {true, false, Edge::constant(false), {}};
        if (same) return {true, true, left_pair, of_right[1 - j]};
      } else if (!left_pair.negated()) {
        if (opposite) return {true, false, left_pair, {}};
        if (same) return {true, true, left_pair, !of_right[1 - j]};
      } else if (same && of_left[1 - i] == !of_right[1 - j]) {
        return {true, false, !of_left[i], {}};
      }
    }
  }
  return {};
}

Edge Circuit::find_or_add(Edge left, Edge right) {
  if (2 * gates_.size() >= slots_.size()) grow();
  std::size_t slot = hash_of(left, right) & (slots_.size() - 1);
  while (slots_[slot] != 0) {
    const Gate& gate = gates_[slots_[slot]];
    if (gate.left == left && gate.right == right) return {slots_[slot], false};
    slot = (slot + 1) & (slots_.size() - 1);
  }
  slots_[slot] = n_gates();
  gates_.push_back({left, right});
  return {n_gates() - 1, false};
}

void Circuit::grow() {
  std::vector<std::uint32_t> larger(2 * slots_.size(), 0);
  for (const std::uint32_t gate : slots_) {
    if (gate == 0) continue;
    std::size_t slot = hash_of(gates_[gate].left, gates_[gate].right) & (larger.size() - 1);
    while (larger[slot] != 0) slot = (slot + 1) & (larger.size() - 1);
    larger[slot] = gate;
  }
  slots_ = std::move(larger);
}

std::size_t Circuit::bytes() const {
  return gates_.capacity() * sizeof(Gate) + slots_.capacity() * sizeof(std::uint32_t);
}

}  // namespace gdlc::layers
