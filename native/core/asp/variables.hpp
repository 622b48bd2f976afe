#pragma once

#include <vector>

#include "core/asp/definitions.hpp"

namespace gdlc::asp {

// Which representative of reduced definitions has which variable.
//   order    variables of the prefix first, then of the atoms in the text, then of the rest
//   names    a variable is named after the first atom that it is given for; the second choice is
//            an atom that is equal to it
class Variables {
 public:
  // Keeps references to all three; what it numbers and names goes into `result`.
  Variables(const Program& program, const Definitions& definitions, Completion& result);

  void name_prefix();
  // The atoms in the order of the text, but for sums: these have a variable once their diagram is
  // there.
  void name_atoms();
  // Sums that have turned out to be one of some literals, or all of them.
  void give_to_rest();
  // Tells what became of each atom of the program; the last step.
  void tell_values();

  // The variable of a literal, or its opposite, or what the literal is known to be; 0: none yet.
  Value value_of(Atom literal) const {
    const Value value = definitions_.find(literal);
    if (is_known(value)) return value;
    const Value var = var_[at(atom_of(value))];
    return value > 0 ? var : -var;
  }
  std::vector<Value> values_of(const Body& body) const;

  // pre: the literal of a representative
  bool has(Value literal) const { return var_[at(atom_of(literal))] != 0; }
  void set(Value literal, Value value) {
    var_[at(atom_of(literal))] = literal > 0 ? value : -value;
  }
  // Gives the literal a variable if it has none and is not known.
  void need(Atom literal);

  // A sum that only says that two of its literals must not hold, which needs no variable.
  bool is_lone(std::uint32_t node) const { return lone_[node]; }

 private:
  template <class Visit>
  void for_each_atom(Visit visit) const;
  std::vector<std::uint32_t> count_uses() const;
  void find_lone_sums();
  void give(Atom atom, Value value);
  void tell_value(Atom atom);

  const Program& program_;
  const Definitions& definitions_;
  Completion& result_;
  std::vector<Value> var_;  // for each representative; 0: none yet
  std::vector<bool> lone_;  // for each node
};

}  // namespace gdlc::asp
