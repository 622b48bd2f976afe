#include "core/layers/outer_choice.hpp"

#include <bit>
#include <optional>

namespace gdlc::layers {
namespace {

// Where the leaf leads from the state; nothing if to none.
std::optional<std::uint32_t> successor(const Successors& successors, std::size_t state,
                                       std::uint32_t leaf) {
  const std::size_t block = state / Lanes::count;
  const std::size_t lane = state % Lanes::count;
  const std::uint32_t* number = successors.numbers(block);
  for (std::uint32_t before = 0; before < leaf; ++before) {
    for (const std::uint64_t part : successors.mask(block, before).parts) {
      number += std::popcount(part);
    }
  }
  const Lanes& mask = successors.mask(block, leaf);
  const std::uint64_t bit = std::uint64_t{1} << (lane / 8);
  for (std::size_t part = 0; part < lane % 8; ++part) number += std::popcount(mask.parts[part]);
  const std::uint64_t own = mask.parts[lane % 8];
  if ((own & bit) == 0) return std::nullopt;
  return number[std::popcount(own & (bit - 1))];
}

// The values of a diagram's nodes at one state.
class NodeValues {
 public:
  NodeValues(const Layer& layer, std::size_t state, const Values& behind, const Instance& instance,
             const Defined& defined, const std::vector<Rational>& weight_of)
      : layer_(layer), state_(state), behind_(behind) {
    for (const Diagram::Node& node : layer.diagram.nodes) {
      Rational low = of(node.branches[0]);
      Rational high = of(node.branches[1]);
      switch (instance.quantifier(defined.choices[node.choice])) {
        case Quantifier::exists:
          values_.push_back(std::max(low, high));
          break;
        case Quantifier::forall:
          values_.push_back(std::min(low, high));
          break;
        case Quantifier::chance:
          values_.push_back(complement(weight_of[node.choice]) * low +
                            weight_of[node.choice] * high);
          break;
      }
    }
  }

  Rational of(Branch branch) const {
    if (branch.is_dead()) return 0;
    if (branch.is_node()) return values_[branch.index()];
    const auto next = successor(layer_.successors, state_, branch.index());
    return next ? behind_.exact(*next) : Rational(0);
  }

 private:
  const Layer& layer_;
  const std::size_t state_;
  const Values& behind_;
  std::vector<Rational> values_;  // node
};

}  // namespace

std::vector<Lit> OuterChoice::choose(const std::vector<Layer>& layers) const {
  // What nothing depends on is true.
  std::vector<bool> truth(defined_.choices.size(), true);
  std::size_t state = 0;
  for (std::size_t at = 0; at < layers.size(); ++at) {
    const Layer& layer = layers[at];
    const NodeValues values(layer, state, kept_.at(at), instance_, defined_, weight_of_);
    Branch branch = layer.diagram.root;
    while (branch.is_node()) {
      const Diagram::Node& node = layer.diagram.nodes[branch.index()];
      const Var var = defined_.choices[node.choice];
      if (instance_.block(var) != 0 || instance_.quantifier(var) != Quantifier::exists) break;
      truth[node.choice] = values.of(node.branches[1]) >= values.of(node.branches[0]);
      branch = node.branches[truth[node.choice] ? 1 : 0];
    }
    if (!branch.is_leaf()) break;
    const auto next = successor(layer.successors, state, branch.index());
    if (!next) break;
    state = *next;
  }

  std::vector<bool> of_gate(defined_.circuit.n_gates(), false);
  for (std::uint32_t choice = 1; choice < truth.size(); ++choice) {
    of_gate[defined_.edges[defined_.choices[choice].number()].gate()] = truth[choice];
  }
  const auto value = [&](Edge edge) { return of_gate[edge.gate()] != edge.negated(); };
  std::vector<Lit> outer;
  for (std::uint32_t gate = 1; gate < of_gate.size(); ++gate) {
    if (!defined_.circuit.is_conjunction(gate)) continue;
    of_gate[gate] = value(defined_.circuit.left(gate)) && value(defined_.circuit.right(gate));
  }
  for (std::uint32_t number = 1; number <= instance_.n_vars(); ++number) {
    const Var var(number);
    if (instance_.block(var) != 0 || instance_.quantifier(var) != Quantifier::exists) break;
    outer.emplace_back(var, value(defined_.edges[number]));
  }
  return outer;
}

}  // namespace gdlc::layers
