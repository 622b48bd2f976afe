#include "core/asp/clauses.hpp"

#include <algorithm>

namespace gdlc::asp {
namespace {

// Literals without repetition, in their order. Returns false if one stands beside its opposite.
bool gather(std::span<const Value> literals, Value neutral, std::vector<Value>& found) {
  found.clear();
  for (const Value literal : literals) {
    if (literal == neutral) continue;
    if (literal == -neutral) return false;
    found.push_back(literal);
  }
  constexpr std::size_t few = 16;
  if (found.size() <= few) {
    std::size_t kept = 0;
    for (std::size_t n = 0; n < found.size(); ++n) {
      const auto end = found.begin() + static_cast<std::ptrdiff_t>(kept);
      if (std::find(found.begin(), end, -found[n]) != end) return false;
      if (std::find(found.begin(), end, found[n]) == end) found[kept++] = found[n];
    }
    found.resize(kept);
    return true;
  }
  std::vector<std::pair<Value, std::size_t>> sorted;
  for (std::size_t n = 0; n < found.size(); ++n) sorted.emplace_back(found[n], n);
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    const Value x = std::abs(a.first);
    const Value y = std::abs(b.first);
    return x != y ? x < y : (a.first != b.first ? a.first < b.first : a.second < b.second);
  });
  std::vector<std::size_t> places;
  for (std::size_t n = 0; n < sorted.size(); ++n) {
    if (n > 0 && sorted[n].first == -sorted[n - 1].first) return false;
    if (n == 0 || sorted[n].first != sorted[n - 1].first) places.push_back(sorted[n].second);
  }
  std::sort(places.begin(), places.end());
  for (std::size_t n = 0; n < places.size(); ++n) found[n] = found[places[n]];
  found.resize(places.size());
  return true;
}

// Nodes (first, need): whether the literals from `first` on sum up to `need`.
class Diagram {
 public:
  Diagram(Clauses& clauses, std::vector<std::pair<std::int64_t, Value>> pairs)
      : clauses_(clauses), pairs_(std::move(pairs)), rest_(pairs_.size() + 1, 0) {
    for (std::size_t n = pairs_.size(); n-- > 0;) rest_[n] = rest_[n + 1] + pairs_[n].first;
    nodes_.resize(pairs_.size());
  }

  Value node(std::int64_t need) {
    // Layer by layer: first which nodes there are, then their definitions from the end.
    if (const Value known = find(0, need); known != 0) return known;
    nodes_[0].push_back({need, 0});
    for (std::size_t n = 0; n + 1 < pairs_.size(); ++n) {
      for (const Node& node : nodes_[n]) {
        for (const std::int64_t left : {node.need, node.need - pairs_[n].first}) {
          if (find(n + 1, left) == 0) nodes_[n + 1].push_back({left, 0});
        }
      }
      sort(nodes_[n + 1]);
    }
    for (std::size_t n = pairs_.size(); n-- > 0;) {
      for (Node& node : nodes_[n]) {
        node.value = join(pairs_[n].second, find(n + 1, node.need),
                          find(n + 1, node.need - pairs_[n].first));
      }
    }
    return nodes_[0][0].value;
  }

 private:
  struct Node {
    std::int64_t need;
    Value value;
  };

  static void sort(std::vector<Node>& nodes) {
    std::sort(nodes.begin(), nodes.end(),
              [](const Node& a, const Node& b) { return a.need < b.need; });
    nodes.erase(std::unique(nodes.begin(), nodes.end(),
                            [](const Node& a, const Node& b) { return a.need == b.need; }),
                nodes.end());
  }

  // 0: not certain, and not defined yet.
  Value find(std::size_t first, std::int64_t need) const {
    if (need <= 0) return yes;
    if (rest_[first] < need) return no;
    const auto& nodes = nodes_[first];
    const auto found =
        std::lower_bound(nodes.begin(), nodes.end(), need,
                         [](const Node& node, std::int64_t wanted) { return node.need < wanted; });
    return found != nodes.end() && found->need == need ? found->value : 0;
  }

  // `low`, or the literal and `high`; low implies high.
  Value join(Value literal, Value low, Value high) {
    if (low == high) return low;
    if (low == no && high == yes) return literal;
    if (low == no) {
      const Value both[] = {literal, high};
      return clauses_.conjunction(both);
    }
    const Value var = clauses_.new_var();
    clauses_.add({-low, var});
    clauses_.add({-literal, -high, var});
    clauses_.add({-var, low, literal});
    clauses_.add({-var, high});
    return var;
  }

  Clauses& clauses_;
  std::vector<std::pair<std::int64_t, Value>> pairs_;
  std::vector<std::int64_t> rest_;  // weights from here to the end
  std::vector<std::vector<Node>> nodes_;
};

}  // namespace

void Clauses::add(std::span<const Value> literals) {
  if (!gather(literals, no, clause_)) return;
  flat.insert(flat.end(), clause_.begin(), clause_.end());
  flat.push_back(0);
  ++size;
}

Value Clauses::conjunction(std::span<const Value> literals) {
  std::vector<Value> kept;
  if (!gather(literals, yes, kept)) return no;
  if (kept.empty()) return yes;
  if (kept.size() == 1) return kept[0];
  const Value var = new_var();
  for (const Value literal : kept) add({-var, literal});
  for (Value& literal : kept) literal = -literal;
  kept.insert(kept.begin(), var);
  add(kept);
  return var;
}

Value Clauses::reaches(std::span<const Value> literals, std::span<const std::int64_t> weights,
                       std::int64_t bound) {
  std::vector<std::pair<std::int64_t, Value>> pairs;
  for (std::size_t n = 0; n < literals.size(); ++n) {
    if (literals[n] == yes) bound -= weights[n];
    if (!is_known(literals[n])) pairs.emplace_back(weights[n], literals[n]);
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  return Diagram(*this, std::move(pairs)).node(bound);
}

void Clauses::at_most_one(std::span<const Value> literals) {
  if (literals.size() > pairwise) {
    const std::vector<std::int64_t> ones(literals.size(), 1);
    add({-reaches(literals, ones, 2)});
    return;
  }
  for (std::size_t n = 0; n < literals.size(); ++n) {
    for (std::size_t m = 0; m < n; ++m) add({-literals[m], -literals[n]});
  }
}

}  // namespace gdlc::asp
