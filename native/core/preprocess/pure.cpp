#include "core/preprocess/techniques.hpp"

namespace gdlc {

// Each literal is looked at once for each time that it lost its last clause: no limit is needed.
void set_pure(Draft& draft) {
  while (!draft.vanished().empty() && !draft.is_zero()) {
    const Lit gone = draft.vanished().back();
    draft.vanished().pop_back();
    const Lit pure = gone.negated();
    if (!draft.is_open(pure.var()) || draft.n_clauses_with(gone) != 0 ||
        draft.n_clauses_with(pure) == 0) {
      continue;
    }
    const Quantifier quantifier = draft.quantifier(pure.var());
    if (quantifier == Quantifier::chance) continue;
    ++draft.counts().pure;
    draft.choose(quantifier == Quantifier::exists ? pure : gone);
    draft.propagate();
  }
}

}  // namespace gdlc
