#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "core/layers/backward.hpp"
#include "core/layers/forward.hpp"

namespace gdlc::layers {

// Finds one best choice for the first block, if it is existential, by a walk through the diagrams
// of the layers that it reaches into.
class OuterChoice {
 public:
  OuterChoice(const Instance& instance, const Defined& defined,
              const std::vector<Rational>& weight_of)
      : instance_(instance), defined_(defined), weight_of_(weight_of) {}

  // The values behind layer number `layer`, which has a diagram.
  void keep(std::size_t layer, Values values) { kept_.emplace(layer, std::move(values)); }

  // A literal for every variable of the block that occurs in a clause.
  // pre: `layers` are those that values were kept for, from the first
  std::vector<Lit> choose(const std::vector<Layer>& layers) const;

 private:
  const Instance& instance_;
  const Defined& defined_;
  const std::vector<Rational>& weight_of_;
  std::map<std::size_t, Values> kept_;  // layer -> of the states behind it
};

}  // namespace gdlc::layers
