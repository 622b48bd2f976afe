#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/asp/clauses.hpp"
#include "core/asp/program.hpp"
#include "core/stop.hpp"

namespace gdlc::asp {

enum class Quantifier : std::uint8_t { exists, forall, chance };

// An atom of the prefix.
struct Prefixed {
  Atom atom;
  std::int64_t level;  // ascending
  Quantifier quantifier;
};

// What makes a completion small; each can be switched off.
struct Savings {
  bool equal = true;   // atoms that are always equal, or opposite, share a variable
  bool imply = true;   // literals that others in the body imply are left out
  bool bodies = true;  // no variable for a body where the clauses are as few without it
  bool cone = true;    // what makes no difference to the value is left out
  bool units = true;   // what a constraint makes certain is evaluated away
};

// The completion of a program as clauses.
//   clauses   variables in the order of the prefix, then of the atoms in the text, then the rest
//   values    for each atom its variable, the opposite of one, or what it is; 0: left out
//   named     for each variable from 1 the atom that it is named after; 0: none
//   prefix    the atoms of the prefix that have a variable of their own, in order
//   saved     what each of the savings did, in numbers
struct Completion {
  Clauses clauses;
  std::vector<Value> values;
  std::vector<Atom> named;
  std::vector<Prefixed> prefix;
  std::map<std::string, std::int64_t> saved;
};

// Clark's completion: stable models of a tight program as models of clauses, one to one.
//   program   tight, simplified, without bounds on choices
//   shape     A atoms, B different bodies of more than one literal, L literals in them -> at most
//             A + B variables and L + 2B + R + A clauses, and those of the sums
// throws: Stopped
// Source: Clark, Negation as failure, 1978; Fages, Consistency of Clark's completion and existence
// of stable models, 1994, for tight programs.
Completion complete(const Program& program, const std::vector<Prefixed>& prefix, Stop& stop);

// The same value with fewer variables and clauses; variables stay defined in both directions.
Completion complete_leanly(const Program& program, const std::vector<Prefixed>& prefix,
                           const Savings& savings, Stop& stop);

}  // namespace gdlc::asp
