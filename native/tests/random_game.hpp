#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/game/machine.hpp"
#include "random_formula.hpp"

namespace gdlc::test {

// A ground game as random rules over numbered atoms, in strata: a rule's negative premises are of
// lower strata, its positive ones of lower strata or of its own, so that there is recursion.
// Fluent f is called `f`, move m of role r is `r,m`, and a goal of role r with value v is `r,v`.
struct RandomGame {
  static constexpr int fact = 0;
  static constexpr int absent = -1;

  struct Rule {
    int head;
    std::vector<int> body;
  };
  struct Move {
    int role;
    int atom;   // does(...)
    int legal;  // an atom, a fact, or absent
  };
  struct Goal {
    int role;
    int value;
    int atom;
  };

  std::vector<Rule> rules;
  std::vector<int> stratum;   // of each atom, from 1
  std::vector<int> fluents;   // for each fluent the atom true(...)
  std::vector<int> next;      // for each fluent an atom, a fact, or absent
  std::vector<bool> initial;  // for each fluent
  std::vector<Move> moves;
  std::vector<Goal> goals;
  int roles = 1;
  int terminal = absent;

  // All that holds, by the definition: from stratum to stratum the least fixpoint over sets.
  std::set<int> meaning(const std::set<int>& inputs) const;
  bool holds(int atom, const std::set<int>& model) const;

  // The lines in random order.
  std::string aspif(Random& random) const;
};

RandomGame random_game(Random& random);

// To which role moves and goals belong, by their names.
game::Roles roles_of(const game::Machine& machine, int roles);

}  // namespace gdlc::test
