#pragma once

#include <cstdint>
#include <vector>

#include "core/dpll/instance.hpp"
#include "core/layers/define.hpp"
#include "core/layers/diagram.hpp"
#include "core/number/rational.hpp"

namespace gdlc::layers {

// How the values of a diagram's leaves become the value of its root: maxima, minima and weighted
// sums, as few as there are changes of the quantifier on a way.
struct Fold {
  struct Term {
    Branch branch;    // a leaf, or a fold before this one
    Rational weight;  // 1 but under chance
  };
  Quantifier quantifier;
  std::vector<Term> terms;  // none is dead: of a minimum all would be, elsewhere they add nothing
  Integer scale;            // times this, the value is whole if the leaves' are
};

struct Folds {
  std::vector<Fold> folds;
  Branch root;
  Integer scale = 1;  // of the root
};

//   weight_of(choice)  the probability that a chance choice is true
// pre: no branch of a node is the same as its other one
Folds fold(const Diagram& diagram, const Defined& defined, const Instance& instance,
           const std::vector<Rational>& weight_of);

// What a term is multiplied with where all values are scaled: whole.
Integer multiplier(const Folds& folds, const Fold& fold, const Fold::Term& term);

}  // namespace gdlc::layers
