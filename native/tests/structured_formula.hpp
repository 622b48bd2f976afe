#pragma once

#include "core/formula/formula.hpp"
#include "random_formula.hpp"

namespace gdlc::test {

// A formula as translations make them, with at most 9 variables that are decided: one to three
// parts that share no variable, their prefixes mixed; in each, layers of a decision by the player,
// the opponent or chance and of gates over it and the layer before; decisions that earlier ones
// forbid or force; and what is to hold in the last layer.
Formula structured_formula(Random& random);

}  // namespace gdlc::test
