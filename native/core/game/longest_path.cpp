#include "core/game/longest_path.hpp"

#include <algorithm>

namespace gdlc::game {

std::optional<std::uint32_t> longest_path(const Successors& successors, std::uint32_t nodes) {
  std::vector<std::size_t> first(std::size_t{nodes} + 1, 0);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const bool has_arcs = node < successors.count.size();
    first[node + 1] = first[node] + (has_arcs ? successors.count[node] : 0);
  }
  std::vector<std::uint32_t> missing(nodes, 0);  // sources that were not taken yet
  for (const std::uint32_t target : successors.targets) ++missing[target];
  if (nodes == 0 || missing[0] != 0) return std::nullopt;
  std::vector<std::uint32_t> length(nodes, 0);
  std::vector<std::uint32_t> taken{0};
  for (std::size_t at = 0; at < taken.size(); ++at) {
    const std::uint32_t node = taken[at];
    for (std::size_t arc = first[node]; arc < first[node + 1]; ++arc) {
      const std::uint32_t target = successors.targets[arc];
      length[target] = std::max(length[target], length[node] + 1);
      if (--missing[target] == 0) taken.push_back(target);
    }
  }
  if (taken.size() != nodes) return std::nullopt;
  return *std::max_element(length.begin(), length.end());
}

}  // namespace gdlc::game
