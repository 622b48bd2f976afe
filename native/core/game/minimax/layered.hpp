#pragma once

#include <vector>

#include "core/game/minimax/timeline.hpp"
#include "core/game/minimax/unfold.hpp"
#include "core/number/rational.hpp"
#include "core/stop.hpp"

namespace gdlc::game {

// What the moves of the first state are worth: one number for each move of the player if he
// chooses, else one in all. Between `lower` and `upper`, which are equal where it is known.
struct Choices {
  std::vector<Rational> lower;
  std::vector<Rational> upper;
};

// The values of the choices in the first state after all layers up to `last` made their moves.
//
// is_exact: in integers or rationals; otherwise in intervals of doubles
// throws:   Stopped
Choices value_layers(const Unfolding& unfolding, std::uint32_t last, bool is_exact, Stop& stop);

}  // namespace gdlc::game
