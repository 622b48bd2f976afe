// Reductions of definitions and constraints: see definitions.hpp.

#include <algorithm>

#include "core/asp/definitions.hpp"
#include "core/errors.hpp"

namespace gdlc::asp {

using Kind = Definition::Kind;

namespace {

constexpr std::size_t most_implied = 32;   // literals remembered for each literal
constexpr std::size_t most_absorbed = 64;  // bodies compared with each other
constexpr std::size_t most_looked = 8;     // bodies of a definition looked for inside another body

bool includes(const Body& body, const Body& part) {
  return std::includes(body.begin(), body.end(), part.begin(), part.end());
}

}  // namespace

Definitions::Fate Definitions::reduce_body(Body& body, bool imply) {
  ++now_;
  std::size_t kept = 0;
  for (const Atom literal : body) {
    const Value value = find(literal);
    if (value != literal) is_changed_ = true;
    if (value == yes) continue;
    if (value == no || stamp_[index_of(-value)] == now_) return Fate::fails;
    if (stamp_[index_of(value)] == now_) continue;
    stamp_[index_of(value)] = now_;
    body[kept++] = value;
  }
  if (kept != body.size()) is_changed_ = true;
  body.resize(kept);
  const auto drop = [&](Atom literal) {
    is_changed_ = true;
    stamp_[index_of(literal)] = 0;
    ++saved["imply"];
  };
  if (imply && body.size() > 1) {
    for (const Atom literal : body) {
      if (stamp_[index_of(literal)] != now_) continue;
      for (const Atom old : implied_[index_of(literal)]) {
        const Value implied = find(old);
        if (implied == yes || implied == literal) continue;
        if (implied == no || stamp_[index_of(-implied)] == now_) return Fate::fails;
        if (stamp_[index_of(implied)] == now_) drop(implied);
      }
    }
    for (const Atom literal : body) {
      const std::uint32_t owner = owner_[at(atom_of(literal))];
      if (stamp_[index_of(literal)] != now_ || owner == 0) continue;
      if (definitions[owner].kind != Kind::plain || circular_[at(atom_of(literal))]) continue;
      if (!implied_by_definition(literal)) continue;
      if (find(static_cast<Atom>(owner)) != literal) return Fate::fails;
      drop(literal);
    }
    std::erase_if(body, [&](Atom literal) { return stamp_[index_of(literal)] != now_; });
  }
  std::sort(body.begin(), body.end());
  return body.empty() ? Fate::holds : Fate::open;
}

// Whether a body of the literal's definition is a part of the body at hand.
bool Definitions::implied_by_definition(Atom literal) {
  const std::vector<Body>& bodies = definitions[owner_[at(atom_of(literal))]].bodies;
  if (bodies.size() > most_looked) return false;
  return std::any_of(bodies.begin(), bodies.end(), [&](const Body& part) {
    return std::all_of(part.begin(), part.end(), [&](Atom needed) {
      const Value value = find(needed);
      return value == yes || (value != no && value != literal && value != -literal &&
                              stamp_[index_of(value)] == now_);
    });
  });
}

// Returns whether one of the bodies holds.
bool Definitions::reduce_bodies(std::vector<Body>& bodies, bool imply) {
  const std::size_t before = bodies.size();
  std::size_t kept = 0;
  for (std::size_t n = 0; n < bodies.size(); ++n) {
    switch (reduce_body(bodies[n], imply)) {
      case Fate::holds:
        return true;
      case Fate::fails:
        break;
      case Fate::open:
        if (kept != n) bodies[kept] = std::move(bodies[n]);
        ++kept;
    }
  }
  bodies.resize(kept);
  absorb(bodies);
  if (bodies.size() != before) is_changed_ = true;
  return false;
}

void Definitions::absorb(std::vector<Body>& bodies) {
  std::sort(bodies.begin(), bodies.end(), [](const Body& a, const Body& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  if (bodies.size() > most_absorbed) return;
  std::size_t kept = 0;
  for (std::size_t n = 0; n < bodies.size(); ++n) {
    const auto end = bodies.begin() + static_cast<std::ptrdiff_t>(kept);
    if (std::any_of(bodies.begin(), end,
                    [&](const Body& part) { return includes(bodies[n], part); })) {
      continue;
    }
    if (kept != n) bodies[kept] = std::move(bodies[n]);
    ++kept;
  }
  bodies.resize(kept);
}

void Definitions::reduce_node(std::uint32_t node) {
  const std::uint32_t owner = owner_[node];
  Definition& definition = definitions[owner];
  const Value target = find(static_cast<Atom>(owner));
  stop_sharing(owner);
  if (definition.kind == Kind::open) return forget_implications(node);
  if (definition.kind == Kind::sum) return reduce_sum(owner, target);
  if (definition.kind == Kind::choice) {
    const bool imply = savings.imply && !circular_[node];
    if (reduce_bodies(definition.bodies, imply)) {
      definition.bodies.assign(1, {});
      definition.kind = Kind::plain;
    } else if (reduce_bodies(definition.choices, imply)) {
      definition.choices.assign(1, {});
      if (definition.bodies.empty()) {
        return be_open(owner);
      }
    }
    if (definition.choices.empty()) definition.kind = Kind::plain;
    note_implications(owner, target);
    if (definition.kind == Kind::choice) return;
  }
  if (definition.kind == Kind::plain) reduce_plain(owner, target);
}

void Definitions::reduce_plain(std::uint32_t node, Value target) {
  Definition& definition = definitions[node];
  const std::size_t root = at(atom_of(target));
  const bool holds = reduce_bodies(definition.bodies, savings.imply && !circular_[root]);
  if (holds || definition.bodies.empty()) {
    definition.kind = Kind::moved;
    owner_[root] = 0;
    const Value known = holds ? target : -target;
    if (!assert_literal(known)) forbidden.push_back({-known});
    return;
  }
  note_implications(node, target);
  if (!savings.equal) return;
  if (definition.bodies.size() == 1 && definition.bodies[0].size() == 1) {
    const Value other = definition.bodies[0][0];
    if (other == target) {  // it supports its own negation's negation: a free choice
      return be_open(node);
    }
    owner_[root] = 0;
    if (merge(target, other)) {
      definition.kind = Kind::moved;
    } else {
      owner_[root] = node;
    }
    return;
  }
  share(node, target);
}

// Its literal says nothing any more, which those who use it see next time.
void Definitions::be_open(std::uint32_t node) {
  definitions[node].kind = Kind::open;
  is_changed_ = true;
  work_.wait(node);
}

void Definitions::reduce_sum(std::uint32_t node, Value target) {
  Definition& sum = definitions[node];
  std::map<Atom, std::int64_t> weights;  // of each node; negative literals have been turned
  std::map<Atom, std::int64_t> opposite;
  for (std::size_t n = 0; n < sum.literals.size(); ++n) {
    const Value value = find(sum.literals[n]);
    if (value == yes) sum.bound -= sum.weights[n];
    if (is_known(value)) continue;
    (value > 0 ? weights : opposite)[atom_of(value)] += sum.weights[n];
  }
  // One of a literal and its opposite holds.
  for (auto& [atom, weight] : weights) {
    const auto other = opposite.find(atom);
    if (other == opposite.end()) continue;
    const std::int64_t both = std::min(weight, other->second);
    sum.bound -= both;
    weight -= both;
    other->second -= both;
  }
  sum.literals.clear();
  sum.weights.clear();
  std::int64_t total = 0;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  const auto put = [&](Atom literal, std::int64_t weight) {
    if (weight == 0) return;
    sum.literals.push_back(literal);
    sum.weights.push_back(weight);
    total += weight;
    least = std::min(least, weight);
  };
  for (const auto& [atom, weight] : weights) put(atom, weight);
  for (const auto& [atom, weight] : opposite) put(-atom, weight);
  const bool none = sum.bound > total;
  if (sum.bound <= 0 || none || least >= sum.bound || total - least < sum.bound) {
    // Certain, one of the literals, or all of them.
    sum.bodies.clear();
    if (sum.bound <= 0) {
      sum.bodies.emplace_back();
    } else if (!none && least >= sum.bound) {
      for (const Atom literal : sum.literals) sum.bodies.push_back({literal});
    } else if (!none) {
      sum.bodies.push_back(sum.literals);
    }
    sum.literals.clear();
    sum.weights.clear();
    sum.kind = Kind::plain;
    changed_ = true;
    is_changed_ = true;
    return reduce_plain(node, target);
  }
  if (savings.equal) share(node, target);
}

// What the definition of a certain class asks for.
void Definitions::settle_known(std::uint32_t node, Value target) {
  Definition& definition = definitions[node];
  if (definition.kind != Kind::plain && definition.kind != Kind::choice) return;
  if (target == no) {
    for (Body& body : definition.bodies) forbidden.push_back(std::move(body));
  } else {
    std::vector<Body> bodies = std::move(definition.bodies);
    for (Body& body : definition.choices) bodies.push_back(std::move(body));
    demanded.push_back(std::move(bodies));
  }
  definition.bodies.clear();
  definition.choices.clear();
  definition.kind = Kind::moved;
  changed_ = true;
}

void Definitions::reduce_constraints() {
  // Demands may turn into prohibitions, and these into certain literals.
  std::size_t kept = 0;
  for (std::size_t n = 0; n < demanded.size(); ++n) {
    if (reduce_bodies(demanded[n], savings.imply)) continue;
    if (demanded[n].empty()) contradiction = true;
    if (demanded[n].size() == 1) {
      for (const Atom literal : demanded[n][0]) forbidden.push_back({-literal});
      changed_ = true;
      continue;
    }
    if (kept != n) demanded[kept] = std::move(demanded[n]);
    ++kept;
  }
  demanded.resize(kept);
  kept = 0;
  for (std::size_t n = 0; n < forbidden.size(); ++n) {
    const Fate fate = reduce_body(forbidden[n], savings.imply);
    if (fate == Fate::holds) contradiction = true;
    if (fate != Fate::open) continue;
    if (forbidden[n].size() == 1 && savings.units && assert_literal(-forbidden[n][0])) {
      ++saved["units"];
      continue;
    }
    if (kept != n) forbidden[kept] = std::move(forbidden[n]);
    ++kept;
  }
  forbidden.resize(kept);
  std::sort(forbidden.begin(), forbidden.end(), [](const Body& a, const Body& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  forbidden.erase(std::unique(forbidden.begin(), forbidden.end()), forbidden.end());
}

void Definitions::note_implications(std::uint32_t node, Value target) {
  if (!savings.imply) return;
  if (circular_[at(atom_of(target))]) {
    return forget_implications(static_cast<std::uint32_t>(atom_of(target)));
  }
  const Definition& definition = definitions[node];
  if (definition.bodies.empty() && definition.choices.empty()) return;
  const Body& first = (definition.bodies.empty() ? definition.choices : definition.bodies)[0];
  Body common = first;
  for (const auto* bodies : {&definition.bodies, &definition.choices}) {
    for (const Body& body : *bodies) {
      if (&body == &first) continue;
      const auto other = [&](Atom literal) {
        return !std::binary_search(body.begin(), body.end(), literal);
      };
      std::erase_if(common, other);
    }
  }
  close(target, common);
  Body opposites;
  for (const Body& body : definition.bodies) {
    if (body.size() == 1) opposites.push_back(-body[0]);
  }
  close(-target, opposites);
}

// Note what a literal implies, directly and by what is implied in turn.
void Definitions::close(Atom literal, const Body& direct) {
  std::vector<Atom>& all = closed_;
  all = direct;
  for (const Atom one : direct) {
    for (const Atom next : implied_[index_of(one)]) {
      if (all.size() >= most_implied) break;
      if (std::find(all.begin(), all.end(), next) == all.end()) all.push_back(next);
    }
  }
  if (all.size() > most_implied) all.resize(most_implied);
  std::vector<Atom>& known = implied_[index_of(literal)];
  if (all == known) return;
  known = all;
  is_changed_ = true;
}

void Definitions::forget_implications(std::uint32_t representative) {
  const auto literal = static_cast<Atom>(representative);
  for (const Atom one : {literal, -literal}) {
    std::vector<Atom>& known = implied_[index_of(one)];
    if (known.empty()) continue;
    known.clear();
    is_changed_ = true;
  }
}

}  // namespace gdlc::asp
