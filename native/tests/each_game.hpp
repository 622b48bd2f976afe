#pragma once

#include <cstdint>
#include <iostream>
#include <string>

#include "check.hpp"
#include "core/game/machine.hpp"
#include "core/stop.hpp"
#include "random_game.hpp"
#include "switch_game.hpp"

namespace gdlc::test {

// Calls visit(machine, asked, random) for many games; `asked` is what ask(machine, random) gives.
// Prints the game where a visit fails.
template <class Ask, class Visit>
void each_game(std::uint64_t seeds, Ask ask, Visit visit) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Random random(seed);
    int roles = 3;
    std::string text;
    if (random.chance(50)) {
      text = switch_game(random);
    } else {
      const RandomGame game = random_game(random);
      text = game.aspif(random);
      roles = game.roles;
    }
    Stop stop;
    game::Machine machine(text, stop);
    machine.set_roles(roles_of(machine, roles));
    const int before = failures;
    visit(machine, ask(machine, random), random);
    if (failures != before) std::cerr << "seed " << seed << "\n" << text;
  }
}

}  // namespace gdlc::test
