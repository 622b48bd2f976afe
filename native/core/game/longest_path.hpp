#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace gdlc::game {

// The arcs of a graph that is explored in the order of its nodes' numbers.
struct Successors {
  std::vector<std::uint32_t> count;    // of the arcs of each node; nodes behind the last have none
  std::vector<std::uint32_t> targets;  // of all arcs, by source

  // pre: no arc of a greater source was added
  void add(std::uint32_t source, std::uint32_t target) {
    if (count.size() <= source) count.resize(std::size_t{source} + 1, 0);
    ++count[source];
    targets.push_back(target);
  }
};

// The number of arcs of the longest way from node 0; nothing if a way comes back to a node.
//
// pre:  each node can be reached from node 0
// Cost: linear; nodes are taken when all that lead to them were (Kahn 1962)
std::optional<std::uint32_t> longest_path(const Successors& successors, std::uint32_t nodes);

}  // namespace gdlc::game
