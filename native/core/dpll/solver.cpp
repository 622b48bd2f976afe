#include "core/dpll/solver.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/dpll/instance.hpp"
#include "core/dpll/search.hpp"
#include "core/preprocess/preprocess.hpp"

namespace gdlc {
namespace {

std::vector<Rational> probabilities_of(const Formula& formula, const Instance& instance) {
  std::vector<Rational> probability(std::size_t{instance.n_vars()} + 1);
  for (std::uint32_t number = 1; number <= instance.n_vars(); ++number) {
    if (instance.quantifier(Var(number)) != Quantifier::chance) continue;
    probability[number] = formula.probability(instance.original(Var(number)));
  }
  return probability;
}

std::vector<Var> outer_vars(const Formula& formula) {
  const auto& blocks = formula.blocks();
  if (blocks.empty() || blocks.front().quantifier != Quantifier::exists) return {};
  return blocks.front().vars;
}

// Those that occur in a clause.
std::uint64_t n_vars_of(const Formula& formula) {
  std::vector<bool> occurs(std::size_t{formula.n_vars()} + 1, false);
  for (std::size_t index = 0; index < formula.n_clauses(); ++index) {
    for (const Lit lit : formula.clause(index)) occurs[lit.var().number()] = true;
  }
  return static_cast<std::uint64_t>(std::count(occurs.begin(), occurs.end(), true));
}

// What the search has to do with: the formula as it is, or a smaller one.
Preprocessed prepared(const Formula& formula, const Options& options, Stop& stop) {
  if (options.preprocess) return preprocess(formula, {}, stop);
  Preprocessed result;
  result.formula = formula;
  result.choice = ChoiceRecord(outer_vars(formula));
  return result;
}

}  // namespace

Solver::Solver(Formula formula, const Options& options)
    : formula_(std::move(formula)), options_(options) {}

Answer Solver::solve(Stop& stop, const OnProgress& on_progress) const {
  using Clock = std::chrono::steady_clock;
  const std::chrono::duration<double> interval(seconds_between_reports);
  Clock::time_point last_report = Clock::now();
  Preprocessed smaller = prepared(formula_, options_, stop);
  const std::uint64_t n_vars = n_vars_of(formula_);
  const auto with_counts = [&](Stats stats) {
    stats.vars_left = std::exchange(stats.vars, n_vars);
    stats.clauses_left = std::exchange(stats.clauses, formula_.n_clauses());
    stats.preprocess = smaller.counts;
    return stats;
  };
  const auto poll = [&](const Stats& stats) {
    const Clock::time_point now = Clock::now();
    if (on_progress && now - last_report >= interval) {
      last_report = now;
      on_progress(with_counts(stats));
    }
    return stop.requested();
  };
  const Instance instance(smaller.formula);
  std::vector<Rational> probability = probabilities_of(smaller.formula, instance);
  smaller.formula = Formula();
  Search<Rational> search(instance, options_, std::move(probability), stop, poll);
  Found<Rational> found = search.run();

  Answer answer;
  for (Lit& lit : found.outer) lit = Lit(instance.original(lit.var()), lit.positive());
  answer.outer = smaller.choice.extend(found.outer, formula_.n_vars());
  answer.lower = smaller.factor * found.lower;
  answer.upper = smaller.factor * found.upper;
  answer.stopped = answer.exact() ? StopReason::none : stop.reason();
  answer.stats = with_counts(search.stats());
  return answer;
}

}  // namespace gdlc
