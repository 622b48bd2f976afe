// Equal definitions become one: see definitions.hpp.

#include <algorithm>

#include "core/asp/definitions.hpp"

namespace gdlc::asp {

using Kind = Definition::Kind;

std::size_t KeyHash::operator()(const Key& key) const {
  std::uint64_t hash = key.size();
  for (const std::int64_t word : key) {
    hash = (hash ^ static_cast<std::uint64_t>(word)) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29U;
  }
  return hash;
}

// What a definition says; `opposite`: it is that of the opposite.
Key Definitions::key_of(const Definition& definition, bool& opposite) {
  Key key;
  std::size_t size = 2 + 2 * definition.literals.size();
  for (const Body& body : definition.bodies) size += body.size() + 1;
  key.reserve(size);
  opposite = false;
  if (definition.kind == Kind::sum) {
    key.assign({2, definition.bound});
    for (std::size_t n = 0; n < definition.literals.size(); ++n) {
      key.push_back(definition.literals[n]);
      key.push_back(definition.weights[n]);
    }
  } else if (std::all_of(definition.bodies.begin(), definition.bodies.end(),
                         [](const Body& body) { return body.size() == 1; })) {
    // One of several literals: not all of their opposites.
    key.push_back(0);
    opposite = true;
    for (const Body& body : definition.bodies) key.push_back(-body[0]);
    std::sort(key.begin() + 1, key.end());
  } else {
    key.push_back(definition.bodies.size() == 1 ? 0 : 1);
    for (const Body& body : definition.bodies) {
      key.insert(key.end(), body.begin(), body.end());
      key.push_back(0);
    }
    if (definition.bodies.size() == 1) key.pop_back();
  }
  return key;
}

// Give a node to the class of another with the same definition.
void Definitions::share(std::uint32_t node, Value target) {
  Definition& definition = definitions[node];
  bool opposite = false;
  const auto [known, is_new] = known_.try_emplace(key_of(definition, opposite));
  Sharer& sharer = known->second;
  const Value literal = opposite ? -target : target;
  const Value other = is_new ? 0 : find(sharer.literal);
  const bool stale = is_new || is_known(other) || owner_[at(atom_of(other))] != sharer.node;
  // What stands first in the order keeps its definition.
  const bool later = !stale && position_[at(atom_of(other))] > position_[at(atom_of(target))];
  if (later) work_.wait(sharer.node);
  if (stale || later) {
    if (!is_new) shares_[sharer.node] = nullptr;
    sharer = {literal, node};
    shares_[node] = &*known;
    return;
  }
  if (other == literal) return;
  const std::size_t root = at(atom_of(target));
  owner_[root] = 0;
  if (merge(literal, other)) {
    definition.kind = Kind::moved;
  } else {
    owner_[root] = node;
    work_.wait(node);
  }
}

// A definition that is looked at again may turn out to be another.
void Definitions::stop_sharing(std::uint32_t node) {
  if (shares_[node] == nullptr) return;
  known_.erase(known_.find(shares_[node]->first));
  shares_[node] = nullptr;
}

}  // namespace gdlc::asp
