// The clauses of reduced definitions.

#include <algorithm>
#include <cstdlib>

#include "core/asp/conjunctions.hpp"
#include "core/asp/definitions.hpp"

namespace gdlc::asp {
namespace {

using Kind = Definition::Kind;
using Clause = std::vector<Value>;

constexpr std::size_t most_partial = 64;  // clauses that one definition may be multiplied out to

class Emitter {
 public:
  Emitter(const Program& program, const Definitions& definitions, const Savings& savings)
      : program_(program),
        definitions_(definitions),
        savings_(savings),
        var_(definitions.definitions.size(), 0) {
    result_.values.assign(program.atoms() + 1, 0);
    result_.named.push_back(0);
  }

  Completion run() {
    if (definitions_.contradiction) {
      result_.clauses.add({});
      name_prefix();
      finish();
      return std::move(result_);
    }
    name_prefix();
    find_lone_sums();
    name_atoms();
    for (const std::uint32_t node : definitions_.order) sum(node);
    give_vars_to_rest();
    index_bodies();
    for (const std::uint32_t node : definitions_.order) {
      const Definition* definition = open_definition(node);
      if (definition == nullptr || definition->kind == Kind::sum) continue;
      define(value_of(definitions_.target_of(node)), *definition);
    }
    for (const auto& bodies : definitions_.demanded) one_of({}, bodies);
    for (const Body& body : definitions_.forbidden) forbid(body);
    finish();
    return std::move(result_);
  }

 private:
  const Definition* open_definition(std::uint32_t node) const {
    return definitions_.wanted[node] ? definitions_.definition_of(node) : nullptr;
  }

  void name_prefix() {
    for (const Prefixed& one : definitions_.prefix) {
      const Value value = definitions_.find(one.atom);
      if (is_known(value)) continue;
      const std::size_t root = at(atom_of(value));
      const bool wanted = definitions_.contradiction || definitions_.wanted[root];
      if (!wanted || var_[root] != 0) continue;
      give_var(one.atom, value);
      result_.prefix.push_back(one);
    }
  }

  void give_var(Atom atom, Value value) {
    const Value var = result_.clauses.new_var();
    var_[at(atom_of(value))] = value > 0 ? var : -var;
    result_.named.push_back(atom);
  }

  template <class Visit>
  void for_each_atom(Visit visit) const {
    for (const Rule& rule : program_.rules()) {
      for (const Atom atom : program_.head(rule)) visit(atom);
      for (const Atom literal : program_.body(rule)) visit(atom_of(literal));
    }
  }

  // In the order of the text. A sum is named once its diagram is there.
  void name_atoms() {
    for_each_atom([&](Atom atom) {
      const Value value = definitions_.find(atom);
      if (is_known(value)) return;
      const auto root = static_cast<std::uint32_t>(atom_of(value));
      if (!definitions_.wanted[root] || var_[root] != 0) return;
      const Definition* definition = definitions_.definition_of(root);
      if (definition == nullptr || definition->kind != Kind::sum) give_var(atom, value);
    });
  }

  // Sums that have turned out to be one of some literals, or all of them.
  void give_vars_to_rest() {
    for (const std::uint32_t node : definitions_.order) {
      if (!definitions_.wanted[node] || var_[node] != 0 || lone_[node]) continue;
      var_[node] = result_.clauses.new_var();
    }
  }

  // Sums that only say that two of the literals must not hold need no literal of their own.
  void find_lone_sums() {
    std::vector<std::uint32_t> uses(var_.size(), 0);
    const auto count = [&](const Body& body) {
      for (const Atom literal : body) {
        const Value value = definitions_.find(literal);
        if (!is_known(value)) ++uses[at(atom_of(value))];
      }
    };
    for (const std::uint32_t node : definitions_.order) {
      const Definition* definition = open_definition(node);
      if (definition == nullptr) continue;
      for (const Body& body : definition->bodies) count(body);
      for (const Body& body : definition->choices) count(body);
      count(definition->literals);
    }
    for (const auto& bodies : definitions_.demanded) {
      for (const Body& body : bodies) count(body);
    }
    for (const Body& body : definitions_.forbidden) count(body);
    lone_.assign(var_.size(), false);
    for (const Body& body : definitions_.forbidden) {
      const std::size_t root = at(atom_of(body[0]));
      const Definition* sum = definitions_.definition_of(static_cast<std::uint32_t>(root));
      if (body.size() != 1 || sum == nullptr || sum->kind != Kind::sum || uses[root] != 1) continue;
      if (root <= program_.atoms() ||
          definitions_.target_of(static_cast<std::uint32_t>(root)) != body[0])
        continue;
      lone_[root] = sum->bound == 2 && std::all_of(sum->weights.begin(), sum->weights.end(),
                                                   [](std::int64_t weight) { return weight == 1; });
    }
  }

  void sum(std::uint32_t node) {
    const Definition* definition = open_definition(node);
    if (definition == nullptr || definition->kind != Kind::sum || lone_[node]) return;
    // In a loop through `not` a sum stands before another one that it depends on.
    for (const Atom literal : definition->literals) {
      const Value value = definitions_.find(literal);
      if (is_known(value)) continue;
      Value& var = var_[at(atom_of(value))];
      if (var == 0) var = result_.clauses.new_var();
    }
    std::vector<std::int64_t> weights;
    for (const std::int64_t weight : definition->weights) {
      weights.push_back(std::min(weight, definition->bound));  // above the bound it counts no more
    }
    const Value found =
        result_.clauses.reaches(values_of(definition->literals), weights, definition->bound);
    const Value target = definitions_.target_of(node);
    Value& var = var_[at(atom_of(target))];
    if (var == 0) {
      var = target > 0 ? found : -found;
      return;
    }
    const Value known = target > 0 ? var : -var;
    result_.clauses.add({-known, found});
    result_.clauses.add({known, -found});
  }

  Value value_of(Atom literal) const {
    const Value value = definitions_.find(literal);
    if (is_known(value)) return value;
    const Value var = var_[at(atom_of(value))];
    return value > 0 ? var : -var;
  }

  Clause values_of(const Body& body) const {
    Clause values;
    for (const Atom literal : body) values.push_back(value_of(literal));
    return values;
  }

  Conjunctions::Key key_of(const Body& body) const { return Conjunctions::key(values_of(body)); }

  // How often each body is used, and the literals that are bodies by their definition.
  void index_bodies() {
    const auto count = [&](const Body& body, bool alone) {
      if (body.size() > 1) conjunctions_.use(key_of(body), !alone);
    };
    for (const std::uint32_t node : definitions_.order) {
      const Definition* definition = open_definition(node);
      if (definition == nullptr || definition->kind == Kind::sum) continue;
      const bool alone = definition->bodies.size() + definition->choices.size() == 1;
      for (const Body& body : definition->bodies) count(body, alone);
      for (const Body& body : definition->choices) count(body, alone);
      if (definition->kind != Kind::plain) continue;
      const Value target = value_of(definitions_.target_of(node));
      if (definition->bodies.size() == 1) {
        conjunctions_.name(key_of(definition->bodies[0]), target);
        continue;
      }
      Clause opposites;
      for (const Body& body : definition->bodies) {
        if (body.size() == 1) opposites.push_back(-value_of(body[0]));
      }
      if (opposites.size() == definition->bodies.size()) {
        conjunctions_.name(Conjunctions::key(std::move(opposites)), -target);
      }
    }
    for (const auto& bodies : definitions_.demanded) {
      for (const Body& body : bodies) count(body, false);
    }
  }

  void define(Value target, const Definition& definition) {
    const bool supported = definition.kind == Kind::plain ||
                           std::none_of(definition.choices.begin(), definition.choices.end(),
                                        [](const Body& body) { return body.empty(); });
    std::vector<Body> all = definition.bodies;
    if (!supported) {
      for (const Body& body : all) imply(body, target);
      return;
    }
    for (const Body& body : definition.choices) {
      if (std::find(all.begin(), all.end(), body) == all.end()) all.push_back(body);
    }
    const std::vector<bool> multiplied = one_of({-target}, all, target);
    for (std::size_t n = 0; n < definition.bodies.size(); ++n) {
      if (multiplied[n]) {
        imply(definition.bodies[n], target);
      } else {
        result_.clauses.add({-literal_of(definition.bodies[n], target), target});
      }
    }
  }

  void imply(const Body& body, Value target) {
    Clause clause = values_of(body);
    for (Value& value : clause) value = -value;
    clause.push_back(target);
    result_.clauses.add(clause);
  }

  // The literal of a body; a new one if it has none besides that of the definition itself.
  Value literal_of(const Body& body, Value target) {
    if (body.size() == 1) return value_of(body[0]);
    Conjunctions::Key key = key_of(body);
    const Value known = conjunctions_.find(key).literal;
    return known != 0 && known != target ? known : new_literal(std::move(key));
  }

  Value new_literal(Conjunctions::Key key) {
    const Value made = result_.clauses.conjunction(key);
    conjunctions_.name(std::move(key), made);
    return made;
  }

  // Whether a body without a literal is used so often that it should have one.
  //   alone   nothing else supports what it is the body of, so that it has a clause for each of its
  //           literals there
  static bool is_shared(const Conjunctions::Entry& entry, std::size_t size, bool alone) {
    if (entry.count < 2) return false;
    if (!alone) return true;
    if (entry.literal != 0) return false;  // it is what it is the body of
    // The literal's own definition has a clause more than the body has literals.
    return entry.beside || entry.count * size > entry.count + size + 1;
  }

  // Clauses that say that the literals of `first` or one of the bodies hold. A body is multiplied
  // out where that takes no more clauses than a variable for it.
  //   target    what is being defined; 0: nothing
  //   returns   which of the bodies were multiplied out
  std::vector<bool> one_of(const Clause& first, const std::vector<Body>& bodies, Value target = 0) {
    std::vector<bool> multiplied(bodies.size(), false);
    std::vector<std::size_t> candidates;
    Clause base = first;
    for (std::size_t n = 0; n < bodies.size(); ++n) {
      if (bodies[n].size() == 1) {
        base.push_back(value_of(bodies[n][0]));
        continue;
      }
      Conjunctions::Key key = key_of(bodies[n]);
      const Conjunctions::Entry entry = conjunctions_.find(key);
      if (entry.literal != 0 && entry.literal != target) {
        base.push_back(entry.literal);
      } else if (is_shared(entry, bodies[n].size(), bodies.size() == 1)) {
        base.push_back(new_literal(std::move(key)));
      } else {
        candidates.push_back(n);
      }
    }
    std::stable_sort(candidates.begin(), candidates.end(), [&](std::size_t a, std::size_t b) {
      return bodies[a].size() < bodies[b].size();
    });
    std::vector<Clause> partial = {base};
    for (const std::size_t n : candidates) {
      const Clause literals = values_of(bodies[n]);
      const bool only = bodies.size() == 1;
      const std::size_t size = product_size(partial, literals);
      const bool pays = savings_.bodies && size <= partial.size() + literals.size() + 1;
      if (only || (pays && size <= most_partial)) {
        multiplied[n] = true;
        partial = multiply(partial, literals, size);
        if (!only) ++result_.saved["bodies"];
      } else {
        const Value literal = literal_of(bodies[n], target);
        for (Clause& clause : partial) clause.push_back(literal);
      }
    }
    for (const Clause& clause : partial) result_.clauses.add(clause);
    return multiplied;
  }

  static bool has(const Clause& clause, Value literal) {
    return std::find(clause.begin(), clause.end(), literal) != clause.end();
  }

  static bool has_one(const Clause& clause, const Clause& literals) {
    return std::any_of(literals.begin(), literals.end(),
                       [&](Value literal) { return has(clause, literal); });
  }

  // How many clauses `multiply` makes.
  static std::size_t product_size(const std::vector<Clause>& clauses, const Clause& literals) {
    std::size_t size = 0;
    for (const Clause& clause : clauses) {
      if (has_one(clause, literals)) {
        ++size;
        continue;
      }
      for (const Value literal : literals) size += has(clause, -literal) ? 0 : 1;
    }
    return size;
  }

  // Each clause with each of the literals, without tautologies and clauses that others imply.
  static std::vector<Clause> multiply(const std::vector<Clause>& clauses, const Clause& literals,
                                      std::size_t size) {
    std::vector<Clause> product;
    product.reserve(size);
    for (const Clause& clause : clauses) {
      if (has_one(clause, literals)) {
        product.push_back(clause);  // implies the others
        continue;
      }
      for (const Value literal : literals) {
        if (has(clause, -literal)) continue;
        Clause& longer = product.emplace_back();
        longer.reserve(clause.size() + 1);
        longer.assign(clause.begin(), clause.end());
        longer.push_back(literal);
      }
    }
    return product;
  }

  void forbid(const Body& body) {
    if (body.size() == 1 && lone_[at(atom_of(body[0]))]) {
      const Definition* sum =
          definitions_.definition_of(static_cast<std::uint32_t>(atom_of(body[0])));
      result_.clauses.at_most_one(values_of(sum->literals));
      return;
    }
    Clause clause = values_of(body);
    for (Value& value : clause) value = -value;
    result_.clauses.add(clause);
  }

  void finish() {
    const auto vars = static_cast<std::size_t>(result_.clauses.count());
    result_.named.resize(vars + 1, 0);
    for (const Prefixed& one : definitions_.prefix) note(one.atom);
    for_each_atom([&](Atom atom) { note(atom); });
    for (const auto& [name, count] : definitions_.saved) result_.saved[name] += count;
  }

  void note(Atom atom) {
    const Value value = value_of(atom);
    result_.values[at(atom)] = value;
    if (value > 0 && !is_known(value) && result_.named[at(value)] == 0) {
      result_.named[at(value)] = atom;
    }
  }

  const Program& program_;
  const Definitions& definitions_;
  const Savings& savings_;
  std::vector<Value> var_;  // for each representative; 0: none yet
  std::vector<bool> lone_;  // sums that are said by pairs
  Conjunctions conjunctions_;
  Completion result_;
};

}  // namespace

Completion complete_leanly(const Program& program, const std::vector<Prefixed>& prefix,
                           const Savings& savings, Stop& stop) {
  Definitions definitions(program, prefix, savings, stop);
  definitions.reduce();
  if (!definitions.contradiction) definitions.mark_cone();
  return Emitter(program, definitions, savings).run();
}

}  // namespace gdlc::asp
