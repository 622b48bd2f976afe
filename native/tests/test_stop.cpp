#include "check.hpp"
#include "core/dpll/search.hpp"
#include "core/dpll/solver.hpp"
#include "core/preprocess/preprocess.hpp"
#include "enumerate.hpp"
#include "hard_formula.hpp"
#include "random_formula.hpp"

namespace {

using namespace gdlc;

Found<Rational> stopped_after(const Formula& formula, int n_polls, bool cache, bool prune) {
  const Instance instance(formula);
  std::vector<Rational> probability(std::size_t{instance.n_vars()} + 1);
  for (std::uint32_t number = 1; number <= instance.n_vars(); ++number) {
    if (instance.quantifier(Var(number)) != Quantifier::chance) continue;
    probability[number] = formula.probability(instance.original(Var(number)));
  }
  Options options;
  options.engine = Engine::dpll;
  options.cache = cache;
  options.prune = prune;
  Stop stop;
  return Search<Rational>(
             instance, options, probability, stop,
             [&](const Search<Rational>&) { return n_polls-- == 0; }, 1)
      .run();
}

// Stops at every possible moment of small searches.
void bounds_hold_wherever_the_search_stops() {
  int n_bounds = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    test::Random random(seed);
    const Formula formula = test::random_formula(random, 9);
    const Rational value = test::enumerate(formula);
    Rational last_gap = 2;
    for (int n_polls = 0; n_polls < 60; ++n_polls) {
      const Found<Rational> found = stopped_after(formula, n_polls, seed % 2 == 0, seed % 4 < 2);
      const bool sound =
          0 <= found.lower && found.lower <= value && value <= found.upper && found.upper <= 1;
      if (!sound) {
        ++test::failures;
        std::cerr << "seed " << seed << ", polls " << n_polls << ": " << found.lower << ".."
                  << found.upper << ", the value is " << value << "\n";
      }
      const Rational gap = found.upper - found.lower;
      EXPECT(gap <= last_gap);
      last_gap = gap;
      if (gap == 0) break;
      ++n_bounds;
    }
  }
  EXPECT(n_bounds > 1000);
}

void a_time_limit_gives_bounds() {
  Stop stop;
  stop.set_timeout(0.05);
  const Answer answer = Solver(test::hard_formula(), {}).solve(stop);
  EXPECT(!answer.exact());
  EXPECT(answer.stopped == StopReason::time);
  EXPECT_EQUAL(answer.outer.size(), 1U);
}

void an_interrupt_before_the_start_counts() {
  Stop stop;
  stop.interrupt();
  const Answer answer = Solver(test::hard_formula(), {}).solve(stop);
  EXPECT(answer.lower == 0);
  EXPECT(answer.upper == 1);
  EXPECT(answer.stopped == StopReason::interrupt);
}

void a_small_memory_limit_shrinks_the_cache_and_a_tiny_one_stops() {
  Options options;
  options.engine = Engine::dpll;
  options.memory_limit = 1000;
  Stop stop;
  EXPECT(Solver(test::hard_formula(), options).solve(stop).stopped == StopReason::memory);

  options.memory_limit = 2'000'000;
  Stop second;
  second.set_timeout(0.3);
  const Answer answer = Solver(test::hard_formula(), options).solve(second);
  EXPECT(answer.stopped == StopReason::time);
  EXPECT(answer.stats.cache_bytes < 2'000'000);
}

// 20,000 clauses take a megabyte or so to prepare, before there is anything to search.
void the_memory_limit_holds_while_the_formula_is_prepared() {
  class Phases : public Observer {
   public:
    void begin(Phase phase) override { met.push_back(phase); }
    std::vector<Phase> met;
  };
  test::Random random(11);
  FormulaParts parts;
  parts.n_vars = 5000;
  parts.blocks.push_back({Quantifier::exists, {}});
  for (std::uint32_t number = 1; number <= parts.n_vars; ++number) {
    parts.blocks.back().vars.emplace_back(number);
  }
  for (int i = 0; i < 20'000; ++i) {
    for (int k = 0; k < 3; ++k) {
      parts.literals.emplace_back(Var(1 + random.below(parts.n_vars)), random.chance(50));
    }
    parts.ends.push_back(parts.literals.size());
  }
  const Formula formula = Formula::make(std::move(parts));
  Options options;
  options.engine = Engine::dpll;
  options.memory_limit = 200'000;
  Stop stop;
  Phases phases;
  const Answer answer = Solver(formula, options).solve(stop, phases);
  EXPECT(answer.stopped == StopReason::memory);
  EXPECT(answer.lower == 0 && answer.upper == 1);
  EXPECT(phases.met == std::vector<Phase>({Phase::prepare}));

  Stop second;
  PreprocessOptions how;
  how.memory_limit = 3'000'000;
  const Preprocessed smaller = preprocess(formula, how, second);
  EXPECT(second.reason() == StopReason::none);
  EXPECT(smaller.counts.eliminated > 0);
}

void what_the_progress_throws_comes_out() {
  class Thrower : public Observer {
    void progress(const Stats&, const Bounds&) override { throw std::runtime_error("enough"); }
  };
  bool caught = false;
  try {
    Stop stop;
    Thrower thrower;
    Solver(test::hard_formula(), {}).solve(stop, thrower);
  } catch (const std::runtime_error&) {
    caught = true;
  }
  EXPECT(caught);
}

}  // namespace

int main() {
  return test::run(bounds_hold_wherever_the_search_stops, a_time_limit_gives_bounds,
                   an_interrupt_before_the_start_counts,
                   a_small_memory_limit_shrinks_the_cache_and_a_tiny_one_stops,
                   the_memory_limit_holds_while_the_formula_is_prepared,
                   what_the_progress_throws_comes_out);
}
