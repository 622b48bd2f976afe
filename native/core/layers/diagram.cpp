#include "core/layers/diagram.hpp"

#include <string>
#include <unordered_map>
#include <utility>

namespace gdlc::layers {
namespace {

// One build: goes through the choices depth first and evaluates the gates of each time for the
// choices made so far. Two ways to the same edges for all gates that are needed later have one
// node.
class Build {
 public:
  Build(const Defined& defined, const Cuts& cuts, const Between& between, std::size_t most_leaves,
        std::vector<Edge>& image, Diagram& diagram)
      : defined_(defined),
        cuts_(cuts),
        between_(between),
        most_leaves_(most_leaves),
        image_(image),
        diagram_(diagram),
        needed_(between.end - between.begin + std::size_t{1}) {
    std::vector<std::uint32_t> so_far;
    for (std::uint32_t time = between.begin + 1; time <= between.end; ++time) {
      so_far = cuts.cut_at(time, so_far, time - 1);
      needed_[time - between.begin] = so_far;
    }
  }

  bool run() {
    diagram_.root = visit(between_.begin, Edge::constant(true));
    return !is_too_large_;
  }

 private:
  static constexpr std::size_t visits_per_leaf = 64;

  Branch visit(std::uint32_t time, Edge guard) {
    if (is_too_large_) return Branch::dead();
    if (++n_visits_ > visits_per_leaf * most_leaves_) is_too_large_ = true;
    std::string key = key_of(time, guard);
    if (const auto known = branches_.find(key); known != branches_.end()) return known->second;
    const Branch branch = time == between_.end ? add_leaf(guard) : decide(time + 1, guard);
    branches_.emplace(std::move(key), branch);
    return branch;
  }

  Branch decide(std::uint32_t choice, Edge guard) {
    Branch branches[2];
    for (const bool truth : {false, true}) {
      Edge all = guard;
      set_gates(choice, truth);
      for (const Edge constraint : cuts_.constraints_at(choice)) {
        all = diagram_.circuit.conjoin(all, image_of(constraint));
      }
      if (all != Edge::constant(false)) branches[truth ? 1 : 0] = visit(choice, all);
    }
    if (branches[0] == branches[1]) return branches[0];
    diagram_.nodes.push_back({choice, {branches[0], branches[1]}});
    return Branch::node(static_cast<std::uint32_t>(diagram_.nodes.size() - 1));
  }

  void set_gates(std::uint32_t choice, bool truth) {
    for (const std::uint32_t gate : cuts_.gates_at(choice)) {
      if (defined_.circuit.is_conjunction(gate)) {
        image_[gate] = diagram_.circuit.conjoin(image_of(defined_.circuit.left(gate)),
                                                image_of(defined_.circuit.right(gate)));
      } else {
        image_[gate] = Edge::constant(truth);
      }
    }
  }

  Branch add_leaf(Edge guard) {
    if (diagram_.leaves.size() >= most_leaves_) {
      is_too_large_ = true;
      return Branch::dead();
    }
    Diagram::Leaf leaf{guard, {}};
    leaf.state.reserve(between_.cut.size());
    for (const std::uint32_t gate : between_.cut) leaf.state.push_back(image_[gate]);
    diagram_.leaves.push_back(std::move(leaf));
    return Branch::leaf(static_cast<std::uint32_t>(diagram_.leaves.size() - 1));
  }

  Edge image_of(Edge edge) const {
    return edge.is_constant() ? edge : image_[edge.gate()] ^ edge.negated();
  }

  // All that the rest of the layer and later ones can depend on. What was known before the layer is
  // the same for all.
  std::string key_of(std::uint32_t time, Edge guard) const {
    std::string key;
    const auto put = [&](std::uint32_t number) {
      key.append(reinterpret_cast<const char*>(&number), sizeof number);
    };
    put(time);
    put(guard.code());
    for (const std::uint32_t gate : needed_[time - between_.begin]) put(image_[gate].code());
    return key;
  }

  const Defined& defined_;
  const Cuts& cuts_;
  const Between& between_;
  const std::size_t most_leaves_;
  std::vector<Edge>& image_;
  Diagram& diagram_;
  std::vector<std::vector<std::uint32_t>> needed_;  // time -> gates of the layer needed later
  std::unordered_map<std::string, Branch> branches_;
  std::size_t n_visits_ = 0;
  bool is_too_large_ = false;
};

}  // namespace

DiagramBuilder::DiagramBuilder(const Defined& defined, const Cuts& cuts)
    : defined_(defined), cuts_(cuts), image_(defined.circuit.n_gates()) {}

std::optional<Diagram> DiagramBuilder::build(const Between& between, const Circuit& inputs,
                                             std::size_t most_leaves) {
  Diagram diagram;
  diagram.circuit = inputs;
  Build build(defined_, cuts_, between, most_leaves, image_, diagram);
  if (!build.run()) return std::nullopt;
  return diagram;
}

}  // namespace gdlc::layers
