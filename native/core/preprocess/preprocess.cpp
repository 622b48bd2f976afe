#include "core/preprocess/preprocess.hpp"

#include <utility>

#include "core/preprocess/draft.hpp"
#include "core/preprocess/techniques.hpp"

namespace gdlc {
namespace {

// Efforts in literals and clauses looked at. Measured on a game of 110,000 variables and 530,000
// clauses: a million takes about 10 ms, of `probe` 40 ms, since it jumps about the most.
struct Efforts {
  Effort equate{3'000'000};
  Effort subsume{16'000'000};
  Effort probe{1'500'000};
  Effort eliminate{10'000'000};
};

constexpr int most_rounds = 10;

std::uint64_t n_changes(const PreprocessCounts& counts) {
  return counts.units + counts.pure + counts.equated + counts.subsumed + counts.strengthened +
         counts.eliminated;
}

// A round that changes less than this part of the clauses is the last one.
constexpr std::uint64_t least_part = 2000;

}  // namespace

Preprocessed preprocess(const Formula& formula, const PreprocessOptions& options, Stop& stop) {
  Preprocessed result;
  Draft draft(formula, options, stop);
  if (!draft.is_whole()) {
    result.formula = formula;
    result.choice = ChoiceRecord(outer_choice(formula));
    return result;
  }
  draft.propagate();
  Efforts efforts;
  DraftClause not_subsumed = 0;  // clauses from this one on
  std::uint64_t n_binary = 0;    // clauses of two that `equate` has seen
  for (int round = 0; round < most_rounds && !draft.is_settled(); ++round) {
    const std::uint64_t before = n_changes(draft.counts());
    const DraftClause n_clauses = draft.n_clauses();
    const auto apply = [&](bool wanted, auto technique) {
      if (!wanted || draft.is_settled()) return;
      technique();
      if (options.pure) set_pure(draft);
    };
    apply(options.pure, [&] { set_pure(draft); });
    apply(options.equate && draft.n_binary() != n_binary, [&] {
      n_binary = draft.n_binary();
      equate(draft, efforts.equate);
    });
    apply(options.subsume, [&] { not_subsumed = subsume(draft, efforts.subsume, not_subsumed); });
    apply(options.probe, [&] { probe(draft, efforts.probe); });
    apply(options.eliminate, [&] { eliminate(draft, efforts.eliminate); });
    const std::uint64_t changes = n_changes(draft.counts()) - before;
    if (changes == 0 || changes < n_clauses / least_part) break;
    draft.count_levels();
  }

  result.formula = draft.finish();
  result.factor = draft.is_zero() ? Rational(0) : draft.factor();
  if (draft.is_zero() || result.formula.n_clauses() == 0) result.value = result.factor;
  result.choice = std::move(draft.choice());
  result.counts = draft.counts();
  return result;
}

}  // namespace gdlc
