#include "core/asp/variables.hpp"

#include <algorithm>

namespace gdlc::asp {

using Kind = Definition::Kind;

Variables::Variables(const Program& program, const Definitions& definitions, Completion& result)
    : program_(program),
      definitions_(definitions),
      result_(result),
      var_(definitions.definitions.size(), 0),
      lone_(definitions.definitions.size(), false) {
  result_.values.assign(program.atoms() + 1, 0);
  result_.named.push_back(0);
  if (!definitions.contradiction) find_lone_sums();
}

void Variables::name_prefix() {
  for (const Prefixed& one : definitions_.prefix) {
    const Value value = definitions_.find(one.atom);
    if (is_known(value) || has(value)) continue;
    if (!definitions_.contradiction && !definitions_.wanted[at(atom_of(value))]) continue;
    give(one.atom, value);
    result_.prefix.push_back(one);
  }
}

template <class Visit>
void Variables::for_each_atom(Visit visit) const {
  for (const Rule& rule : program_.rules()) {
    for (const Atom atom : program_.head(rule)) visit(atom);
    for (const Atom literal : program_.body(rule)) visit(atom_of(literal));
  }
}

void Variables::name_atoms() {
  for_each_atom([&](Atom atom) {
    const Value value = definitions_.find(atom);
    if (is_known(value) || has(value)) return;
    const auto root = static_cast<std::uint32_t>(atom_of(value));
    if (!definitions_.wanted[root]) return;
    const Definition* definition = definitions_.definition_of(root);
    if (definition == nullptr || definition->kind != Kind::sum) give(atom, value);
  });
}

void Variables::give_to_rest() {
  for (const std::uint32_t node : definitions_.order) {
    if (!definitions_.wanted[node] || var_[node] != 0 || lone_[node]) continue;
    var_[node] = result_.clauses.new_var();
  }
}

void Variables::give(Atom atom, Value value) {
  set(value, result_.clauses.new_var());
  result_.named.push_back(atom);
}

void Variables::need(Atom literal) {
  const Value value = definitions_.find(literal);
  if (is_known(value) || has(value)) return;
  var_[at(atom_of(value))] = result_.clauses.new_var();
}

std::vector<Value> Variables::values_of(const Body& body) const {
  std::vector<Value> values;
  for (const Atom literal : body) values.push_back(value_of(literal));
  return values;
}

// In how many definitions and constraints each representative occurs.
std::vector<std::uint32_t> Variables::count_uses() const {
  std::vector<std::uint32_t> uses(var_.size(), 0);
  const auto count = [&](const Body& body) {
    for (const Atom literal : body) {
      const Value value = definitions_.find(literal);
      if (!is_known(value)) ++uses[at(atom_of(value))];
    }
  };
  for (const std::uint32_t node : definitions_.order) {
    const Definition* definition = definitions_.wanted_definition_of(node);
    if (definition == nullptr) continue;
    for (const Body& body : definition->bodies) count(body);
    for (const Body& body : definition->choices) count(body);
    count(definition->literals);
  }
  for (const auto& bodies : definitions_.demanded) {
    for (const Body& body : bodies) count(body);
  }
  for (const Body& body : definitions_.forbidden) count(body);
  return uses;
}

void Variables::find_lone_sums() {
  const std::vector<std::uint32_t> uses = count_uses();
  for (const Body& body : definitions_.forbidden) {
    const std::size_t root = at(atom_of(body[0]));
    const auto node = static_cast<std::uint32_t>(root);
    const Definition* sum = definitions_.definition_of(node);
    if (body.size() != 1 || sum == nullptr || sum->kind != Kind::sum || uses[root] != 1) continue;
    if (root <= program_.atoms() || definitions_.target_of(node) != body[0]) continue;
    lone_[root] = sum->bound == 2 && std::all_of(sum->weights.begin(), sum->weights.end(),
                                                 [](std::int64_t weight) { return weight == 1; });
  }
}

void Variables::tell_values() {
  result_.named.resize(static_cast<std::size_t>(result_.clauses.count()) + 1, 0);
  for (const Prefixed& one : definitions_.prefix) tell_value(one.atom);
  for_each_atom([&](Atom atom) { tell_value(atom); });
}

void Variables::tell_value(Atom atom) {
  const Value value = value_of(atom);
  result_.values[at(atom)] = value;
  if (value > 0 && !is_known(value) && result_.named[at(value)] == 0) {
    result_.named[at(value)] = atom;
  }
}

}  // namespace gdlc::asp
