#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/asp/program.hpp"
#include "core/asp/rule_index.hpp"

namespace gdlc::asp {

// Which atoms a program cannot tell apart.
class Alike {
 public:
  // pre: the program stays. Cost: linear in it.
  explicit Alike(const Program& program);

  // For each atom the place of the first one in the list that all rules use in the same way: atoms
  // with equal effects. Atoms in sums, under `not`, or together in one body are like none.
  //   pre: no rule that forbids a combination of the atoms matters; constraints `:- a, not b`
  //        with b in `conditions` are not looked at
  std::vector<std::uint32_t> by_use(const std::vector<Atom>& atoms,
                                    const std::vector<Atom>& conditions) const;

  // For each atom the place of the first one that is derived by the same rules; 0 in the list
  // stands for what is always true.
  std::vector<std::uint32_t> by_rules(const std::vector<Atom>& atoms) const;

 private:
  using Shape = std::vector<std::vector<Atom>>;

  Shape use_of(Atom atom, const std::vector<Atom>& conditions) const;
  Shape rules_for(Atom atom) const;
  static std::vector<std::uint32_t> classes(const std::vector<Shape>& shapes);

  const Program& program_;
  const RuleIndex uses_;   // by body
  const RuleIndex rules_;  // by head
};

}  // namespace gdlc::asp
