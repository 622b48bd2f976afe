#include "core/dpll/solver.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/dpll/race.hpp"
#include "core/dpll/search.hpp"
#include "core/errors.hpp"
#include "core/layers/layers.hpp"
#include "core/number/float.hpp"
#include "core/preprocess/preprocess.hpp"

namespace gdlc {
namespace {

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
  if (options.preprocess) {
    PreprocessOptions how;
    how.memory_limit = options.memory_limit;
    return preprocess(formula, how, stop);
  }
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
    n_vars_ = n_vars_of(formula_);
    if (options_.engine != Engine::dpll) {
      observer_.begin(Phase::layers);
      if (try_layers(answer)) {
        answer.stopped = answer.is_complete() ? StopReason::none : stop_.reason();
        return answer;
      }
    }
    observer_.begin(Phase::prepare);
    smaller_ = prepared(formula_, options_, stop_);
    // What was prepared is as true after a stop, but to search it would take a while to set up.
    if (stop_.requested() && !smaller_.value) {
      answer.upper = smaller_.factor;
      answer.outer = smaller_.choice.extend({}, formula_.n_vars());
      answer.stats = with_counts(answer.stats, smaller_.counts);
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

  // True: there is nothing left to do for dpll.
  bool try_layers(Answer& answer) {
    layers::LayersOptions how;
    how.exact = options_.exact;
    how.is_wanted = options_.engine == Engine::layers;
    how.spill_folder = options_.spill_folder;
    how.memory_bytes = std::min(options_.layers_bytes, options_.memory_limit.value_or(UINT64_MAX));
    layers::LayersResult found =
        layers::solve_by_layers(formula_, how, stop_, [&](const layers::LayersCounts& counts) {
          report_layers(counts);
          return stop_.requested();
        });
    answer.stats.vars = n_vars_;
    answer.stats.clauses = formula_.n_clauses();
    answer.stats.layers = found.counts;
    if (!found.refused.empty()) {
      answer.engine_reason = std::move(found.refused);
      return false;
    }
    answer.engine = Engine::layers;
    answer.is_float = found.is_complete && !options_.exact;
    answer.lower = std::move(found.lower);
    answer.upper = std::move(found.upper);
    answer.outer = found.is_complete
                       ? std::move(found.outer)
                       : ChoiceRecord(outer_vars(formula_)).extend({}, formula_.n_vars());
    return true;
  }

  void report_layers(const layers::LayersCounts& counts) {
    const Clock::time_point now = Clock::now();
    if (now < next_report_) return;
    next_report_ = now + interval();
    Stats stats;
    stats.layers = counts;
    observer_.progress(stats, best_);
  }

  template <class Number>
  void search(Answer& answer) {
    using Runner = typename Race<Number>::Runner;
    Race<Number> race(
        options_, stop_,
        [this](const PreprocessOptions& options) { return preprocess(formula_, options, stop_); },
        [this](const Runner& running) {
          report(running);
          return stop_.requested();
        });
    race.run(std::move(smaller_));
    bool is_first = true;
    for (const auto& runner : race.runners()) {
      add(*runner, runner->search.result(), is_first, answer);
      if (answer.is_complete()) return;
      is_first = false;
    }
    answer.lower = std::max(answer.lower, Rational(best_.lower));
    answer.upper = std::min(answer.upper, Rational(best_.upper));
  }

  // What one of the searches found; the best of what several did, after a stop.
  template <class Number>
  void add(const typename Race<Number>::Runner& runner, Found<Number> found, bool is_first,
           Answer& answer) {
    Answer own;
    set_value(own, found, runner.smaller.factor);
    if (is_first) {
      const layers::LayersCounts of_layers = answer.stats.layers;
      answer.stats = with_counts(runner.search.stats(), runner.smaller.counts);
      answer.stats.layers = of_layers;
    }
    answer.is_float = own.is_float;
    if (is_first || own.lower > answer.lower) {
      for (Lit& lit : found.outer) {
        lit = Lit(runner.instance.original(lit.var()), lit.positive());
      }
      answer.outer = runner.smaller.choice.extend(found.outer, formula_.n_vars());
      answer.lower = own.lower;
    }
    if (is_first || own.upper < answer.upper) answer.upper = own.upper;
  }

  template <class Runner>
  void report(const Runner& running) {
    const Clock::time_point now = Clock::now();
    if (now < next_report_) return;
    next_report_ = now + interval();
    if (now >= next_bounds_) {
      improve_bounds(running.search.bounds(), Float(running.smaller.factor), now);
    }
    observer_.progress(with_counts(running.search.stats(), running.smaller.counts), best_);
  }

  static Clock::duration interval() {
    const std::chrono::duration<double> seconds(Observer::seconds_between_reports);
    return std::chrono::duration_cast<Clock::duration>(seconds);
  }

  // Looking at 100,000 open frames takes a while: at most a twentieth of the time goes there.
  void improve_bounds(const Bounds& found, const Float& factor, Clock::time_point begin) {
    const Clock::time_point end = Clock::now();
    next_bounds_ = end + 20 * (end - begin);
    best_.lower = std::max(best_.lower, (factor * Float(found.lower)).lower());
    best_.upper = std::min(best_.upper, (factor * Float(found.upper)).upper());
  }

  Stats with_counts(Stats stats, const PreprocessCounts& counts) const {
    stats.vars_left = std::exchange(stats.vars, n_vars_);
    stats.clauses_left = std::exchange(stats.clauses, formula_.n_clauses());
    stats.preprocess = counts;
    return stats;
  }

  const Formula& formula_;
  const Options& options_;
  Stop& stop_;
  Observer& observer_;
  Preprocessed smaller_;
  std::uint64_t n_vars_ = 0;
  Bounds best_;
  Clock::time_point next_report_ = Clock::now() + interval();
  Clock::time_point next_bounds_ = Clock::now();
};

}  // namespace

const char* name_of(Phase phase) {
  switch (phase) {
    case Phase::layers:
      return "layers";
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
