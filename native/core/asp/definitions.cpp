#include "core/asp/definitions.hpp"

#include <algorithm>

#include "core/errors.hpp"
#include "core/game/components.hpp"

namespace gdlc::asp {

using Kind = Definition::Kind;

Definitions::Definitions(const Program& of_program, const std::vector<Prefixed>& its_prefix,
                         const Savings& its_savings, Stop& stop)
    : program(of_program), prefix(its_prefix), savings(its_savings), stop_(stop) {
  build();
}

void Definitions::build() {
  const std::size_t atoms = program.atoms();
  definitions.resize(atoms + 1);
  place_.resize(atoms + 1);
  for (const Prefixed& one : prefix) place_[at(one.atom)] = {one.level, one.quantifier};
  std::vector<bool> derived(atoms + 1, false);
  std::vector<bool> chosen(atoms + 1, false);
  const std::vector<bool> facts = program.facts();
  for (const Rule& rule : program.rules()) {
    if (rule.is_fact()) continue;
    Body body;
    if (rule.is_sum()) {
      body.push_back(sum_node(rule));
    } else {
      body.assign(program.body(rule).begin(), program.body(rule).end());
    }
    const auto heads = program.head(rule);
    if (heads.empty() && !rule.choice) forbidden.push_back(std::move(body));
    for (std::size_t n = 0; n < heads.size(); ++n) {
      const std::size_t head = at(heads[n]);
      derived[head] = true;
      if (rule.choice) chosen[head] = true;
      auto& bodies = rule.choice ? definitions[head].choices : definitions[head].bodies;
      if (n + 1 < heads.size()) {
        bodies.push_back(body);
      } else {
        bodies.push_back(std::move(body));
      }
    }
  }
  const std::size_t nodes = definitions.size();
  place_.resize(nodes);
  parent_.resize(nodes);
  owner_.resize(nodes);
  stamp_.assign(2 * nodes, 0);
  for (std::size_t node = 1; node < nodes; ++node) {
    parent_[node] = static_cast<Value>(node);
    owner_[node] = static_cast<std::uint32_t>(node);
    if (node > atoms) continue;
    Definition& definition = definitions[node];
    const bool certain = facts[node] || !derived[node];
    definition.kind = certain ? Kind::open : (chosen[node] ? Kind::choice : Kind::plain);
    if (!certain) continue;
    definition.bodies.clear();
    definition.choices.clear();
    const auto literal = static_cast<Atom>(node);
    if (place_[node].quantifier == Quantifier::exists) {
      parent_[node] = facts[node] ? yes : no;
    } else {  // its other branch is worth 0
      forbidden.push_back({facts[node] ? -literal : literal});
    }
  }
  implied_.assign(2 * nodes, {});
  shares_.assign(nodes, nullptr);
  work_.start(nodes);
  std::vector<std::uint32_t> found;
  for (std::uint32_t node = 1; node < nodes; ++node) {
    found.clear();
    for_each_dependency(node, found);
    for (const std::uint32_t other : found) work_.add_user(other, node);
  }
}

Atom Definitions::sum_node(const Rule& rule) {
  const auto body = program.body(rule);
  const auto weights = program.weights(rule);
  Key key = {rule.bound};
  for (std::size_t n = 0; n < body.size(); ++n) {
    key.push_back(body[n]);
    key.push_back(weights[n]);
  }
  const auto [known, is_new] = sums_.emplace(std::move(key), 0);
  if (is_new) {
    known->second = static_cast<Atom>(definitions.size());
    Definition sum;
    sum.kind = Kind::sum;
    sum.literals.assign(body.begin(), body.end());
    sum.weights.assign(weights.begin(), weights.end());
    sum.bound = rule.bound;
    definitions.push_back(std::move(sum));
  }
  return known->second;
}

Value Definitions::find_far(Atom literal) const {
  const Value root = find(literal > 0 ? parent_[at(literal)] : -parent_[at(-literal)]);
  parent_[at(atom_of(literal))] = literal > 0 ? root : -root;
  return root;
}

bool Definitions::merge(Value one, Value other) {
  if (one == other) return true;
  if (one == -other) {
    contradiction = true;
    return true;
  }
  if (is_known(one)) std::swap(one, other);
  if (is_known(other)) return assert_literal(other == yes ? one : -one);
  const auto outside = [&](Value a, Value b) {
    const Place& x = place_[at(atom_of(a))];
    const Place& y = place_[at(atom_of(b))];
    if (x.level != y.level) return x.level < y.level;
    if ((x.quantifier == Quantifier::exists) != (y.quantifier == Quantifier::exists)) {
      return x.quantifier != Quantifier::exists;
    }
    // Atoms before sums: they have names. Else those first met.
    return atom_of(a) < atom_of(b);
  };
  if (outside(other, one)) std::swap(one, other);
  const std::size_t outer = at(atom_of(one));
  const std::size_t inner = at(atom_of(other));
  if (place_[inner].quantifier != Quantifier::exists) return false;
  parent_[inner] = other > 0 ? one : -one;
  check(owner_[outer] == 0 || owner_[inner] == 0, "lean: two definitions of one class");
  if (owner_[outer] == 0) owner_[outer] = owner_[inner];
  if (circular_[inner]) circular_[outer] = true;
  work_.merge(outer, inner);
  if (owner_[outer] != 0) work_.wait(owner_[outer]);
  changed_ = true;
  ++saved["equal"];
  return true;
}

bool Definitions::assert_literal(Value literal) {
  if (literal == yes) return true;
  if (literal == no) {
    contradiction = true;
    return true;
  }
  const std::size_t node = at(atom_of(literal));
  if (place_[node].quantifier != Quantifier::exists) return false;
  const std::uint32_t owner = owner_[node];
  if (owner != 0 && definitions[owner].kind == Kind::sum) return false;
  parent_[node] = literal > 0 ? yes : no;
  work_.touch(node);
  changed_ = true;
  return true;
}

void Definitions::for_each_dependency(std::uint32_t node, std::vector<std::uint32_t>& found) const {
  const Definition& definition = definitions[node];
  const auto put = [&](Atom literal) {
    const Value value = find(literal);
    if (!is_known(value)) found.push_back(static_cast<std::uint32_t>(atom_of(value)));
  };
  for (const auto* bodies : {&definition.bodies, &definition.choices}) {
    for (const Body& body : *bodies) {
      for (const Atom literal : body) put(literal);
    }
  }
  for (const Atom literal : definition.literals) put(literal);
}

void Definitions::order_nodes() {
  const std::size_t nodes = definitions.size();
  order.clear();
  const std::vector<bool> before = std::move(circular_);
  circular_.assign(nodes, false);
  position_.assign(nodes, 0);
  std::vector<bool> representative(nodes, false);
  for (std::size_t node = 1; node < nodes; ++node) {
    representative[node] = find(static_cast<Atom>(node)) == static_cast<Value>(node);
  }
  const auto successors = [&](std::uint32_t node, std::vector<std::uint32_t>& found) {
    if (owner_[node] != 0) for_each_dependency(owner_[node], found);
  };
  std::vector<std::uint32_t> found;
  game::components(nodes, representative, successors, [&](std::span<const std::uint32_t> members) {
    bool circular = members.size() > 1;
    if (!circular) {
      found.clear();
      successors(members[0], found);
      circular = std::find(found.begin(), found.end(), members[0]) != found.end();
    }
    for (const std::uint32_t member : members) {
      circular_[member] = circular;
      position_[member] = static_cast<std::uint32_t>(order.size());
      order.push_back(member);
    }
  });
  if (before.empty()) return;
  for (const std::uint32_t node : order) {
    if (circular_[node] == before[node]) continue;
    work_.touch(node);
    if (owner_[node] != 0) work_.wait(owner_[node]);
  }
}

void Definitions::reduce() {
  constexpr int most_rounds = 50;
  for (int round = 0; round < most_rounds; ++round) {
    if (stop_.requested()) throw Stopped{stop_.reason()};
    changed_ = false;
    // Merging closes no circles, and keeps an order without them.
    const bool has_circles = std::find(circular_.begin(), circular_.end(), true) != circular_.end();
    if (round == 0 || has_circles) order_nodes();
    for (const std::uint32_t node : order) {
      const bool merged = parent_[node] != static_cast<Value>(node);  // in this round
      if (merged || owner_[node] == 0 || !work_.take(owner_[node])) continue;
      is_changed_ = false;
      reduce_node(node);
      if (is_changed_) work_.touch(node);
    }
    // Definitions of classes that turned out certain are obligations now.
    for (std::uint32_t node = 1; node < definitions.size(); ++node) {
      const Value target = find(static_cast<Atom>(node));
      if (is_known(target)) settle_known(node, target);
    }
    reduce_constraints();
    if (!changed_ || contradiction) break;
  }
  order_nodes();
}

void Definitions::mark_cone() {
  const std::size_t nodes = definitions.size();
  // The innermost level that a class depends on.
  std::vector<std::int64_t> deepest(nodes, 0);
  std::vector<std::uint32_t> pending;
  wanted.assign(nodes, false);
  const auto want = [&](Atom literal) {
    const Value value = find(literal);
    if (is_known(value) || wanted[at(atom_of(value))]) return;
    wanted[at(atom_of(value))] = true;
    pending.push_back(static_cast<std::uint32_t>(atom_of(value)));
  };
  std::vector<std::uint32_t> found;
  for (const std::uint32_t node : order) {
    const Place& place = place_[node];
    const std::uint32_t owner = owner_[node];
    const Kind kind = owner == 0 ? Kind::open : definitions[owner].kind;
    const auto literal = static_cast<Atom>(node);
    if (kind == Kind::open) {
      deepest[node] = place.level;
      if (!savings.cone) want(literal);
      continue;
    }
    found.clear();
    for_each_dependency(owner, found);
    for (const std::uint32_t other : found) deepest[node] = std::max(deepest[node], deepest[other]);
    const bool in_prefix = place.level != innermost;
    const bool guesses =
        in_prefix && (place.quantifier != Quantifier::exists ||
                      (deepest[node] > place.level &&
                       (kind != Kind::choice || !definitions[owner].bodies.empty())));
    if (circular_[node] || guesses || !savings.cone) want(literal);
    if (kind == Kind::choice) deepest[node] = std::max(deepest[node], place.level);
  }
  for (const Body& body : forbidden) {
    for (const Atom literal : body) want(literal);
  }
  for (const auto& bodies : demanded) {
    for (const Body& body : bodies) {
      for (const Atom literal : body) want(literal);
    }
  }
  // The best choice in the outermost block is a part of the answer.
  for (const Prefixed& one : prefix) {
    if (one.level != prefix[0].level || one.quantifier != Quantifier::exists) break;
    want(one.atom);
  }
  while (!pending.empty()) {
    const std::uint32_t node = pending.back();
    pending.pop_back();
    if (owner_[node] == 0) continue;
    found.clear();
    for_each_dependency(owner_[node], found);
    for (const std::uint32_t other : found) want(static_cast<Atom>(other));
  }
  for (const std::uint32_t node : order) {
    if (!wanted[node]) ++saved["cone"];
  }
}

}  // namespace gdlc::asp
