#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace gdlc::game {

// Strongly connected components, each after all that it points to.
//   successors(node, found)  puts the nodes that a node points to into `found`
//   visit(members)           is called once for each component
// Only nodes with wanted[node] are looked at. Linear; no recursion.
// Source: Tarjan, Depth-first search and linear graph algorithms (1972).
template <class Successors, class Visit>
void components(std::size_t nodes, const std::vector<bool>& wanted, Successors successors,
                Visit visit) {
  struct Open {
    std::uint32_t node;
    std::vector<std::uint32_t> left;  // successors still to be seen
  };
  std::vector<std::uint32_t> number(nodes, 0);  // 0: not met
  std::vector<std::uint32_t> low(nodes, 0);
  std::vector<bool> on_path(nodes, false);
  std::vector<std::uint32_t> path;
  std::vector<Open> work;
  std::uint32_t count = 0;
  const auto enter = [&](std::uint32_t node) {
    number[node] = low[node] = ++count;
    path.push_back(node);
    on_path[node] = true;
    work.push_back({node, {}});
    successors(node, work.back().left);
  };
  for (std::uint32_t root = 0; root < nodes; ++root) {
    if (!wanted[root] || number[root] != 0) continue;
    enter(root);
    while (!work.empty()) {
      const std::uint32_t node = work.back().node;
      if (!work.back().left.empty()) {
        const std::uint32_t successor = work.back().left.back();
        work.back().left.pop_back();
        if (!wanted[successor]) continue;
        if (number[successor] == 0) {
          enter(successor);
        } else if (on_path[successor]) {
          low[node] = std::min(low[node], number[successor]);
        }
        continue;
      }
      work.pop_back();
      if (!work.empty()) {
        const std::uint32_t parent = work.back().node;
        low[parent] = std::min(low[parent], low[node]);
      }
      if (low[node] != number[node]) continue;
      std::size_t begin = path.size();
      do {
        --begin;
        on_path[path[begin]] = false;
      } while (path[begin] != node);
      visit(std::span<const std::uint32_t>(path.data() + begin, path.size() - begin));
      path.resize(begin);
    }
  }
}

}  // namespace gdlc::game
