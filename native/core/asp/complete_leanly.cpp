// The clauses of reduced definitions.

#include <algorithm>

#include "core/asp/conjunctions.hpp"
#include "core/asp/definitions.hpp"
#include "core/asp/multiply.hpp"
#include "core/asp/variables.hpp"

namespace gdlc::asp {
namespace {

using Kind = Definition::Kind;

constexpr std::size_t most_partial = 64;  // clauses that one definition may be multiplied out to

class Emitter {
 public:
  Emitter(const Program& program, const Definitions& definitions, const Savings& savings)
      : definitions_(definitions), savings_(savings), vars_(program, definitions, result_) {}

  Completion run() {
    vars_.name_prefix();
    if (definitions_.contradiction) {
      result_.clauses.add({});
    } else {
      add_clauses();
    }
    vars_.tell_values();
    for (const auto& [name, count] : definitions_.saved) result_.saved[name] += count;
    return std::move(result_);
  }

 private:
  void add_clauses() {
    vars_.name_atoms();
    for (const std::uint32_t node : definitions_.order) sum(node);
    vars_.give_to_rest();
    index_bodies();
    for (const std::uint32_t node : definitions_.order) {
      const Definition* definition = definitions_.wanted_definition_of(node);
      if (definition == nullptr || definition->kind == Kind::sum) continue;
      define(value_of(definitions_.target_of(node)), *definition);
    }
    for (const auto& bodies : definitions_.demanded) one_of({}, bodies);
    for (const Body& body : definitions_.forbidden) forbid(body);
  }

  void sum(std::uint32_t node) {
    const Definition* definition = definitions_.wanted_definition_of(node);
    if (definition == nullptr || definition->kind != Kind::sum || vars_.is_lone(node)) return;
    // In a loop through `not` a sum stands before another one that it depends on.
    for (const Atom literal : definition->literals) vars_.need(literal);
    std::vector<std::int64_t> weights;
    for (const std::int64_t weight : definition->weights) {
      weights.push_back(std::min(weight, definition->bound));  // above the bound it counts no more
    }
    const Value found =
        result_.clauses.reaches(values_of(definition->literals), weights, definition->bound);
    const Value target = definitions_.target_of(node);
    if (!vars_.has(target)) return vars_.set(target, found);
    const Value known = value_of(target);
    result_.clauses.add({-known, found});
    result_.clauses.add({known, -found});
  }

  Value value_of(Atom literal) const { return vars_.value_of(literal); }
  Clause values_of(const Body& body) const { return vars_.values_of(body); }
  // Until the next call.
  Conjunctions::Key key_of(const Body& body) {
    key_.clear();
    for (const Atom literal : body) key_.push_back(value_of(literal));
    std::sort(key_.begin(), key_.end());
    return key_;
  }

  // How often each body is used, and the literals that are bodies by their definition.
  void index_bodies() {
    const auto count = [&](const Body& body, bool alone) {
      if (body.size() > 1) conjunctions_.use(key_of(body), !alone);
    };
    for (const std::uint32_t node : definitions_.order) {
      const Definition* definition = definitions_.wanted_definition_of(node);
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
        std::sort(opposites.begin(), opposites.end());
        conjunctions_.name(opposites, -target);
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
    if (!supported) {
      for (const Body& body : definition.bodies) imply(body, target);
      return;
    }
    std::vector<bool> multiplied;
    if (definition.choices.empty()) {
      multiplied = one_of({-target}, definition.bodies, target);
    } else {
      std::vector<Body> all = definition.bodies;
      for (const Body& body : definition.choices) {
        if (std::find(all.begin(), all.end(), body) == all.end()) all.push_back(body);
      }
      multiplied = one_of({-target}, all, target);
    }
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
    const Conjunctions::Key key = key_of(body);
    const Value known = conjunctions_.find(key).literal;
    return known != 0 && known != target ? known : new_literal(key);
  }

  Value new_literal(Conjunctions::Key key) {
    const Value made = result_.clauses.conjunction(key);
    conjunctions_.name(key, made);
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
      const Conjunctions::Key key = key_of(bodies[n]);
      const Conjunctions::Entry entry = conjunctions_.find(key);
      if (entry.literal != 0 && entry.literal != target) {
        base.push_back(entry.literal);
      } else if (is_shared(entry, bodies[n].size(), bodies.size() == 1)) {
        base.push_back(new_literal(key));
      } else {
        candidates.push_back(n);
      }
    }
    std::stable_sort(candidates.begin(), candidates.end(), [&](std::size_t a, std::size_t b) {
      return bodies[a].size() < bodies[b].size();
    });
    std::vector<Clause> partial;
    partial.push_back(std::move(base));
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

  void forbid(const Body& body) {
    const auto node = static_cast<std::uint32_t>(atom_of(body[0]));
    if (body.size() == 1 && vars_.is_lone(node)) {
      return result_.clauses.at_most_one(values_of(definitions_.definition_of(node)->literals));
    }
    Clause clause = values_of(body);
    for (Value& value : clause) value = -value;
    result_.clauses.add(clause);
  }

  const Definitions& definitions_;
  const Savings& savings_;
  Completion result_;
  Variables vars_;  // fills `result_`, and so stands behind it
  Conjunctions conjunctions_;
  Clause key_;  // of the body looked at last
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
