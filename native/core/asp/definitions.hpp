#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/asp/complete.hpp"
#include "core/asp/work_list.hpp"

namespace gdlc::asp {

// Literals that hold together, sorted. Over nodes: the atoms of a program, and sums behind them.
using Body = std::vector<Atom>;

// What the completion says of a node.
struct Definition {
  enum class Kind : std::uint8_t {
    open,    // nothing: it is free
    choice,  // it holds if one of `bodies` does, and only if one of `bodies` or `choices` does
    plain,   // it holds exactly if one of `bodies` does
    sum,     // it holds exactly if the weights of the literals that hold reach the bound
    moved    // another node of its class says it
  };

  Kind kind = Kind::open;
  std::vector<Body> bodies;
  std::vector<Body> choices;
  Body literals;  // of a sum, with their weights; not sorted
  std::vector<std::int64_t> weights;
  std::int64_t bound = 0;
};

// What a definition says, as numbers: those of equal definitions are equal.
using Key = std::vector<std::int64_t>;

struct KeyHash {
  std::size_t operator()(const Key& key) const;
};

// The completion of a program as definitions and constraints, brought into a form in which equal
// things are one. All steps replace parts by what is equivalent to them under all the rest, so the
// models stay the same, up to variables that others determine.
class Definitions {
 public:
  static constexpr std::int64_t innermost = std::numeric_limits<std::int64_t>::max();

  Definitions(const Program& program, const std::vector<Prefixed>& prefix, const Savings& savings,
              Stop& stop);

  // Repeats all reductions until nothing changes. A definition is looked at again only when
  // something has changed that it depends on.
  void reduce();

  // The nodes that matter: what constraints depend on, and what constrains by itself.
  void mark_cone();

  // The representative of a literal, or yes or no.
  Value find(Atom literal) const {
    if (is_known(literal)) return literal;
    const Value value = literal > 0 ? parent_[at(literal)] : -parent_[at(-literal)];
    if (is_known(value) || parent_[at(atom_of(value))] == atom_of(value)) return value;
    return find_far(literal);
  }

  // What defines a representative, and the literal that is defined; null: it is free.
  const Definition* definition_of(std::uint32_t representative) const {
    const std::uint32_t owner = owner_[representative];
    return owner == 0 || definitions[owner].kind == Definition::Kind::open ? nullptr
                                                                           : &definitions[owner];
  }
  // pre: `mark_cone` has been called; null: it is free, or does not matter
  const Definition* wanted_definition_of(std::uint32_t representative) const {
    return wanted[representative] ? definition_of(representative) : nullptr;
  }
  Value target_of(std::uint32_t representative) const {
    return find(static_cast<Atom>(owner_[representative]));
  }

  const Program& program;
  const std::vector<Prefixed>& prefix;
  const Savings& savings;

  std::vector<Definition> definitions;      // for each node, from 1
  std::vector<Body> forbidden;              // none of these holds
  std::vector<std::vector<Body>> demanded;  // one of each of these holds
  bool contradiction = false;
  std::vector<std::uint32_t> order;  // nodes, each behind all that it depends on
  std::vector<bool> wanted;          // for each representative; filled by `mark_cone`
  std::map<std::string, std::int64_t> saved;

 private:
  enum class Fate : std::uint8_t { open, holds, fails };

  void build();
  Value find_far(Atom literal) const;  // ... that is not the next one; makes it so
  Atom sum_node(const Rule& rule);
  void order_nodes();
  void for_each_dependency(std::uint32_t node, std::vector<std::uint32_t>& found) const;

  void reduce_node(std::uint32_t node);
  void reduce_plain(std::uint32_t node, Value target);
  void be_open(std::uint32_t node);
  void reduce_sum(std::uint32_t node, Value target);
  bool reduce_bodies(std::vector<Body>& bodies, bool imply);
  Fate reduce_body(Body& body, bool imply);
  bool implied_by_definition(Atom literal);
  void absorb(std::vector<Body>& bodies);
  void reduce_constraints();
  void settle_known(std::uint32_t node, Value target);
  void note_implications(std::uint32_t node, Value target);
  void close(Atom literal, const Body& direct);
  void forget_implications(std::uint32_t representative);

  bool merge(Value one, Value other);
  bool assert_literal(Value literal);  // false: the prefix forbids to evaluate it away
  static Key key_of(const Definition& definition, bool& opposite);
  void share(std::uint32_t node, Value target);
  void stop_sharing(std::uint32_t node);

  // The first definition with a key, and the literal that it is of.
  struct Sharer {
    Value literal = 0;
    std::uint32_t node = 0;
  };
  using Sharers = std::unordered_map<Key, Sharer, KeyHash>;

  struct Place {
    std::int64_t level = innermost;
    Quantifier quantifier = Quantifier::exists;
  };

  Stop& stop_;
  mutable std::vector<Value> parent_;    // a literal nearer to the representative, or itself
  std::vector<Place> place_;             // for each node
  std::vector<std::uint32_t> owner_;     // for each representative the node that defines it; or 0
  std::vector<bool> circular_;           // the node depends on itself
  std::vector<std::uint32_t> position_;  // in `order`, for each node
  std::vector<std::vector<Atom>> implied_;  // for each literal what it implies
  Sharers known_;
  std::vector<Sharers::value_type*> shares_;  // for each definition where it stands in `known_`
  std::unordered_map<Key, Atom, KeyHash> sums_;
  WorkList work_;
  std::vector<std::uint32_t> stamp_;  // for each literal: whether it is in the body at hand
  std::uint32_t now_ = 0;
  Body closed_;              // what `close` finds, kept for its memory
  bool changed_ = false;     // something in this round
  bool is_changed_ = false;  // the definition at hand, or what its literal implies
};

}  // namespace gdlc::asp
