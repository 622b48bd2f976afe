#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/layers/circuit.hpp"
#include "core/layers/cuts.hpp"
#include "core/layers/define.hpp"

namespace gdlc::layers {

// What a branch of a decision diagram leads to.
class Branch {
 public:
  static constexpr Branch dead() { return {}; }  // a constraint is false: worth 0
  static constexpr Branch leaf(std::uint32_t index) { return Branch(2 * index + 2); }
  static constexpr Branch node(std::uint32_t index) { return Branch(2 * index + 3); }

  constexpr Branch() = default;
  constexpr bool is_dead() const { return code_ == 0; }
  constexpr bool is_leaf() const { return code_ != 0 && code_ % 2 == 0; }
  constexpr bool is_node() const { return code_ % 2 == 1; }
  constexpr std::uint32_t index() const { return (code_ - 2) / 2; }
  friend constexpr bool operator==(Branch, Branch) = default;

 private:
  constexpr explicit Branch(std::uint32_t code) : code_(code) {}
  std::uint32_t code_ = 0;
};

// The choices between two times as a decision diagram (Bryant 1986: ordered, and reduced as far as
// the circuits show it), for all states of the first cut at once: what choices lead to is a circuit
// over the state.
struct Diagram {
  struct Node {
    std::uint32_t choice;  // its number
    Branch branches[2];    // if it is false, if it is true
  };
  struct Leaf {
    Edge guard;               // whether no constraint is false
    std::vector<Edge> state;  // the cut at the second time, gate by gate
  };
  Circuit circuit;
  std::vector<Node> nodes;  // each behind those that it leads to
  std::vector<Leaf> leaves;
  Branch root;
};

// One layer to be compiled.
struct Between {
  std::uint32_t begin;                 // times
  std::uint32_t end;                   // > begin
  std::span<const std::uint32_t> cut;  // gates of the cut at `end`
};

// Compiles layers one behind the other; keeps its memory from one to the next.
class DiagramBuilder {
 public:
  DiagramBuilder(const Defined& defined, const Cuts& cuts);

  // What a gate of the cut at the beginning is in the circuit of the next diagrams.
  void set_input(std::uint32_t gate, Edge edge) { image_[gate] = edge; }
  Edge image(std::uint32_t gate) const { return image_[gate]; }

  //   inputs  a circuit with the edges that `set_input` tells of
  // Nothing if it would have more than `most_leaves` leaves.
  std::optional<Diagram> build(const Between& between, const Circuit& inputs,
                               std::size_t most_leaves);
  std::size_t bytes() const { return image_.capacity() * sizeof(Edge); }

 private:
  const Defined& defined_;
  const Cuts& cuts_;
  std::vector<Edge> image_;  // gate -> its edge in the diagram's circuit
};

}  // namespace gdlc::layers
