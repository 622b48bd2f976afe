#include "core/layers/program.hpp"

#include <map>
#include <utility>

namespace gdlc::layers {
namespace {

class Compiler {
 public:
  Compiler(const Diagram& diagram, const KeyLayout& layout, std::uint32_t n_bits)
      : diagram_(diagram),
        layout_(layout),
        slot_(diagram.circuit.n_gates(), none),
        uses_left_(diagram.circuit.n_gates(), 0) {
    slot_[0] = 0;
    for (std::uint32_t bit = 0; bit < n_bits; ++bit) slot_[1 + std::size_t{bit}] = 1 + bit;
    program_.n_slots = 1 + n_bits;
  }

  Program run() {
    bits_of_key();
    count_uses();
    for (std::size_t leaf = 0; leaf < diagram_.leaves.size(); ++leaf) {
      const auto begin = static_cast<std::uint32_t>(program_.code.size());
      Program::Leaf result;
      for_all_outputs(leaf, [&](Edge edge) { compute(edge.gate()); });
      result.begin = begin;
      result.end = static_cast<std::uint32_t>(program_.code.size());
      result.guard = bit_of(diagram_.leaves[leaf].guard);
      for (const std::uint32_t place : place_of_bit_) {
        const Edge edge = diagram_.leaves[leaf].state[place];
        result.key.push_back(bit_of(edge ^ layout_.places[place].negated));
      }
      for_all_outputs(leaf, [&](Edge edge) { release(edge.gate()); });
      program_.leaves.push_back(std::move(result));
    }
    return std::move(program_);
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  void bits_of_key() {
    place_of_bit_.assign(layout_.n_bits, none);
    for (std::uint32_t place = 0; place < layout_.places.size(); ++place) {
      const KeyBit& key = layout_.places[place];
      if (key.bit != KeyBit::constant && place_of_bit_[key.bit] == none) {
        place_of_bit_[key.bit] = place;
      }
    }
  }

  template <class Visit>
  void for_all_outputs(std::size_t leaf, Visit visit) const {
    visit(diagram_.leaves[leaf].guard);
    for (const std::uint32_t place : place_of_bit_) visit(diagram_.leaves[leaf].state[place]);
  }

  bool is_computed(std::uint32_t gate) const { return diagram_.circuit.is_conjunction(gate); }

  // How often each gate is read: by others that are needed, and as an output.
  void count_uses() {
    for (std::size_t leaf = 0; leaf < diagram_.leaves.size(); ++leaf) {
      for_all_outputs(leaf, [&](Edge edge) { ++uses_left_[edge.gate()]; });
    }
    for (std::uint32_t gate = diagram_.circuit.n_gates(); gate-- > 1;) {
      if (uses_left_[gate] == 0 || !is_computed(gate)) continue;
      ++uses_left_[diagram_.circuit.left(gate).gate()];
      ++uses_left_[diagram_.circuit.right(gate).gate()];
    }
  }

  // What it is made of first; without recursion, since circuits may be deep.
  void compute(std::uint32_t gate) {
    stack_.assign(1, gate);
    while (!stack_.empty()) {
      const std::uint32_t next = stack_.back();
      if (slot_[next] != none) {
        stack_.pop_back();
        continue;
      }
      const Edge left = diagram_.circuit.left(next);
      const Edge right = diagram_.circuit.right(next);
      const bool is_ready = slot_[left.gate()] != none && slot_[right.gate()] != none;
      if (!is_ready) {
        if (slot_[right.gate()] == none) stack_.push_back(right.gate());
        if (slot_[left.gate()] == none) stack_.push_back(left.gate());
        continue;
      }
      stack_.pop_back();
      const std::uint32_t left_slot = slot_[left.gate()];
      const std::uint32_t right_slot = slot_[right.gate()];
      release(left.gate());
      release(right.gate());
      slot_[next] = free_slot();
      program_.code.push_back(
          {slot_[next], left_slot, right_slot, left.negated(), right.negated()});
    }
  }

  std::uint32_t free_slot() {
    if (free_.empty()) return program_.n_slots++;
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    return slot;
  }

  void release(std::uint32_t gate) {
    if (!is_computed(gate) || --uses_left_[gate] != 0) return;
    free_.push_back(slot_[gate]);
  }

  Bit bit_of(Edge edge) const { return {slot_[edge.gate()], edge.negated()}; }

  const Diagram& diagram_;
  const KeyLayout& layout_;
  Program program_;
  std::vector<std::uint32_t> slot_;          // gate -> its slot while it is needed
  std::vector<std::uint32_t> uses_left_;     // gate
  std::vector<std::uint32_t> place_of_bit_;  // bit -> one of the places that it stands for
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> stack_;  // of compute
};

}  // namespace

KeyLayout layout_of(const Diagram& diagram) {
  KeyLayout layout;
  if (diagram.leaves.empty()) return layout;
  const std::size_t n_places = diagram.leaves.front().state.size();
  layout.places.resize(n_places);
  std::map<std::vector<Edge>, std::uint32_t> bits;  // edges at all leaves, the first not negated
  std::vector<Edge> edges(diagram.leaves.size());
  for (std::size_t place = 0; place < n_places; ++place) {
    const bool negated = diagram.leaves.front().state[place].negated();
    bool is_constant = true;
    for (std::size_t leaf = 0; leaf < edges.size(); ++leaf) {
      edges[leaf] = diagram.leaves[leaf].state[place] ^ negated;
      is_constant = is_constant && edges[leaf] == Edge::constant(false);
    }
    KeyBit& key = layout.places[place];
    key.negated = negated;
    if (is_constant) continue;
    key.bit = bits.try_emplace(edges, layout.n_bits).first->second;
    if (key.bit == layout.n_bits) ++layout.n_bits;
  }
  return layout;
}

Program compile(const Diagram& diagram, const KeyLayout& layout, std::uint32_t n_bits) {
  return Compiler(diagram, layout, n_bits).run();
}

}  // namespace gdlc::layers
