#pragma once

#include <string>

#include "random_formula.hpp"

namespace gdlc::test {

// A ground game with many states, named as RandomGame names its own: a row of switches, and three
// roles. Each move of role 0 turns one switch on, or over; those of roles 1 and 2 turn some, too.
// Which moves are legal, where the play ends and what it is worth depends on random switches, so
// that plays end, get stuck, or come back to a state. Now and then the switches lie behind each
// other with so many fluents between them that a state needs several words.
std::string switch_game(Random& random);

}  // namespace gdlc::test
