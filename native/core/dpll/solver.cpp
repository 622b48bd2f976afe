#include "core/dpll/solver.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/dpll/instance.hpp"
#include "core/dpll/search.hpp"
#include "core/errors.hpp"
#include "core/number/float.hpp"
#include "core/preprocess/preprocess.hpp"

namespace gdlc {
namespace {

template <class Number>
std::vector<Number> probabilities_of(const Formula& formula, const Instance& instance) {
  std::vector<Number> probability(std::size_t{instance.n_vars()} + 1, Number(0));
  for (std::uint32_t number = 1; number <= instance.n_vars(); ++number) {
    if (instance.quantifier(Var(number)) != Quantifier::chance) continue;
    probability[number] = Number(formula.probability(instance.original(Var(number))));
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

// What a search in exact numbers found, and what one in doubles did.
void set_value(Answer& answer, const Found<Rational>& found, const Rational& factor) {
  answer.lower = factor * found.lower;
  answer.upper = factor * found.upper;
}

void set_value(Answer& answer, const Found<Float>& found, const Rational& factor) {
  const Float rounded(factor);
  answer.lower = Rational((rounded * found.lower).lower());
  answer.upper = Rational((rounded * found.upper).upper());
  answer.is_float = found.is_complete;
}

// One call of `solve`.
class Run {
 public:
  Run(const Formula& formula, const Options& options, Stop& stop, Observer& observer)
      : formula_(formula), options_(options), stop_(stop), observer_(observer) {}

  Answer answer() {
    Answer answer;
    observer_.begin(Phase::prepare);
    smaller_ = prepared(formula_, options_, stop_);
    n_vars_ = n_vars_of(formula_);
    factor_ = Float(smaller_.factor);
    // What was prepared is as true after a stop, but to search it would take a while to set up.
    if (stop_.requested() && !smaller_.value) {
      answer.upper = smaller_.factor;
      answer.outer = smaller_.choice.extend({}, formula_.n_vars());
      answer.stats = with_counts({});
    } else {
      observer_.begin(Phase::search);
      if (options_.exact) {
        search<Rational>(answer);
      } else {
        search<Float>(answer);
      }
    }
    answer.stopped = answer.is_complete() ? StopReason::none : stop_.reason();
    return answer;
  }

 private:
  using Clock = std::chrono::steady_clock;

  template <class Number>
  void search(Answer& answer) {
    const Instance instance(smaller_.formula);
    std::vector<Number> probability = probabilities_of<Number>(smaller_.formula, instance);
    smaller_.formula = Formula();
    Search<Number> search(instance, options_, std::move(probability), stop_,
                          [this](const Search<Number>& running) {
                            report(running);
                            return stop_.requested();
                          });
    Found<Number> found = search.run();
    for (Lit& lit : found.outer) lit = Lit(instance.original(lit.var()), lit.positive());
    answer.outer = smaller_.choice.extend(found.outer, formula_.n_vars());
    answer.stats = with_counts(search.stats());
    set_value(answer, found, smaller_.factor);
    if (found.is_complete) return;
    answer.lower = std::max(answer.lower, Rational(best_.lower));
    answer.upper = std::min(answer.upper, Rational(best_.upper));
  }

  template <class Number>
  void report(const Search<Number>& running) {
    const Clock::time_point now = Clock::now();
    if (now < next_report_) return;
    next_report_ = now + interval();
    if (now >= next_bounds_) improve_bounds(running.bounds(), now);
    observer_.progress(with_counts(running.stats()), best_);
  }

  static Clock::duration interval() {
    const std::chrono::duration<double> seconds(Observer::seconds_between_reports);
    return std::chrono::duration_cast<Clock::duration>(seconds);
  }

  // Looking at 100,000 open frames takes a while: at most a twentieth of the time goes there.
  void improve_bounds(const Bounds& found, Clock::time_point begin) {
    const Clock::time_point end = Clock::now();
    next_bounds_ = end + 20 * (end - begin);
    best_.lower = std::max(best_.lower, (factor_ * Float(found.lower)).lower());
    best_.upper = std::min(best_.upper, (factor_ * Float(found.upper)).upper());
  }

  Stats with_counts(Stats stats) const {
    stats.vars_left = std::exchange(stats.vars, n_vars_);
    stats.clauses_left = std::exchange(stats.clauses, formula_.n_clauses());
    stats.preprocess = smaller_.counts;
    return stats;
  }

  const Formula& formula_;
  const Options& options_;
  Stop& stop_;
  Observer& observer_;
  Preprocessed smaller_;
  std::uint64_t n_vars_ = 0;
  Float factor_ = Float(1);  // of the smaller formula
  Bounds best_;
  Clock::time_point next_report_ = Clock::now() + interval();
  Clock::time_point next_bounds_ = Clock::now();
};

}  // namespace

const char* name_of(Phase phase) {
  switch (phase) {
    case Phase::prepare:
      return "prepare";
    case Phase::search:
      return "search";
  }
  throw InternalError("name_of: no such phase");
}

Solver::Solver(Formula formula, const Options& options)
    : formula_(std::move(formula)), options_(options) {}

Answer Solver::solve(Stop& stop, Observer& observer) const {
  return Run(formula_, options_, stop, observer).answer();
}

Answer Solver::solve(Stop& stop) const {
  Observer nobody;
  return solve(stop, nobody);
}

}  // namespace gdlc
