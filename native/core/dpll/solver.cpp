#include "core/dpll/solver.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "core/dpll/search.hpp"

namespace gdlc {

Solver::Solver(const Formula& formula, const Options& options)
    : instance_(formula), options_(options) {
  probability_.resize(std::size_t{instance_.n_vars()} + 1);
  for (std::uint32_t number = 1; number <= instance_.n_vars(); ++number) {
    if (instance_.quantifier(Var(number)) != Quantifier::chance) continue;
    probability_[number] = formula.probability(instance_.original(Var(number)));
  }
  const auto& blocks = formula.blocks();
  if (!blocks.empty() && blocks.front().quantifier == Quantifier::exists) {
    outer_vars_ = blocks.front().vars;
  }
}

Answer Solver::solve(Stop& stop, const OnProgress& on_progress) const {
  using Clock = std::chrono::steady_clock;
  const std::chrono::duration<double> interval(seconds_between_reports);
  Clock::time_point last_report = Clock::now();
  const auto poll = [&](const Stats& stats) {
    const Clock::time_point now = Clock::now();
    if (on_progress && now - last_report >= interval) {
      last_report = now;
      on_progress(stats);
    }
    return stop.requested();
  };
  Search<Rational> search(instance_, options_, probability_, stop, poll);
  Found<Rational> found = search.run();

  Answer answer;
  answer.outer = complete(found.outer);
  answer.lower = std::move(found.lower);
  answer.upper = std::move(found.upper);
  answer.stopped = answer.exact() ? StopReason::none : stop.reason();
  answer.stats = search.stats();
  return answer;
}

// The outermost block in its order; a variable without influence is true, as the search tries true
// first.
std::vector<Lit> Solver::complete(const std::vector<Lit>& outer) const {
  std::map<Var, bool> chosen;
  for (const Lit lit : outer) chosen[instance_.original(lit.var())] = lit.positive();
  std::vector<Lit> result;
  result.reserve(outer_vars_.size());
  for (const Var var : outer_vars_) {
    const auto found = chosen.find(var);
    result.emplace_back(var, found == chosen.end() || found->second);
  }
  return result;
}

}  // namespace gdlc
