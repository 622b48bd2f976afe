#pragma once

#include <optional>
#include <vector>

#include "core/game/minimax/circuit.hpp"
#include "core/game/network.hpp"

namespace gdlc::game {

// The rules of a game evaluated on wires of a circuit, as `Values` evaluates them on bits.
class Symbolic {
 public:
  // A circuit that grows beyond this is given up.
  static constexpr std::size_t most_gates = std::size_t{1} << 20U;

  Symbolic(const Network& network, Circuit& circuit)
      : network_(network), circuit_(circuit), wires_(network.nodes, never) {
    wires_[0] = always;
  }

  Ref get(Ref ref) const {
    const Ref wire = circuit_.known(wires_[ref.node()]);
    return ref.negative() ? wire.negated() : wire;
  }
  void set(std::uint32_t node, Ref wire) { wires_[node] = wire; }

  // pre: the fluents are set. Returns whether the circuit stayed small enough.
  bool derive_from_state() { return run(network_.state_program); }
  // pre: `derive_from_state` was called, and the moves are set.
  bool derive_from_moves() { return run(network_.move_program); }

 private:
  bool run(const std::vector<Network::Block>& program);
  bool run(const Network::Block& block, bool& changed);

  const Network& network_;
  Circuit& circuit_;
  std::vector<Ref> wires_;
};

}  // namespace gdlc::game
