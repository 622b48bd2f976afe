#include "core/preprocess/preprocess.hpp"

#include <utility>

#include "core/preprocess/draft.hpp"
#include "core/preprocess/techniques.hpp"

namespace gdlc {
namespace {

// What changes after some rounds are a few variables a round.
constexpr int most_rounds = 6;

}  // namespace

Preprocessed preprocess(const Formula& formula, const PreprocessOptions& options, Stop& stop) {
  Draft draft(formula, options, stop);
  draft.propagate();
  DraftClause not_subsumed = 0;  // clauses from this one on
  for (int round = 0; round < most_rounds; ++round) {
    const PreprocessCounts before = draft.counts();
    const auto apply = [&](bool wanted, auto technique) {
      if (!wanted || draft.is_zero() || draft.is_stopped()) return;
      technique(draft);
      if (options.pure) set_pure(draft);
    };
    apply(options.pure, set_pure);
    apply(options.equate, equate);
    apply(options.subsume, [&](Draft& all) { not_subsumed = subsume(all, not_subsumed); });
    apply(options.probe && round == 0, probe);
    apply(options.eliminate, eliminate);
    if (draft.is_zero() || draft.is_stopped() || draft.counts() == before) break;
    draft.count_levels();
  }

  Preprocessed result;
  result.formula = draft.finish();
  result.factor = draft.is_zero() ? Rational(0) : draft.factor();
  if (draft.is_zero() || result.formula.n_clauses() == 0) result.value = result.factor;
  result.choice = std::move(draft.choice());
  result.counts = draft.counts();
  return result;
}

}  // namespace gdlc
