#include <functional>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "core/dpll/search.hpp"
#include "core/dpll/solver.hpp"
#include "enumerate.hpp"
#include "hard_formula.hpp"
#include "instance_search.hpp"
#include "random_formula.hpp"

namespace {

using namespace gdlc;

template <class Number>
Found<Number> search(const Formula& formula, const Options& options,
                     const std::function<bool(const Search<Number>&)>& poll) {
  return test::InstanceSearch<Number>(formula, options, poll).search.run();
}

// Asks at every possible moment of small searches.
template <class Number>
void bounds_on_the_way_enclose_the_value() {
  int n_bounds = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    test::Random random(seed);
    const Formula formula =
        seed % 4 == 0 ? test::random_formula(random, 10) : test::entangled_formula(random, 10);
    const Rational value = test::enumerate(formula);
    Options options;
    options.engine = Engine::dpll;
    options.cache = seed % 2 == 0;
    options.prune = seed % 4 < 2;
    options.cut = seed % 3 == 0;
    search<Number>(formula, options, [&](const Search<Number>& running) {
      const Bounds bounds = running.bounds();
      const bool holds = 0 <= bounds.lower && Rational(bounds.lower) <= value &&
                         value <= Rational(bounds.upper) && bounds.upper <= 1;
      if (!holds) {
        ++test::failures;
        std::cerr << "seed " << seed << ": " << bounds.lower << ".." << bounds.upper
                  << ", the value is " << value << "\n";
      }
      if (bounds.lower > 0 || bounds.upper < 1) ++n_bounds;
      return false;
    });
  }
  EXPECT(n_bounds > 4000);
}

// Pairs (i or i + 1) of a choice and a coin each, all of them open at once: with exact numbers of
// thousands of digits the bounds would take longer than the search.
void thousands_of_open_frames_have_bounds_too() {
  constexpr std::uint32_t n = 20'000;
  FormulaParts parts;
  parts.n_vars = n;
  for (std::uint32_t number = 1; number <= n; ++number) {
    const bool chance = number % 2 == 0 && number != n;
    parts.blocks.push_back({chance ? Quantifier::chance : Quantifier::exists, {Var(number)}});
    if (chance) parts.probabilities.emplace(Var(number), Rational(1, 3));
    if (number == n) break;
    parts.literals.emplace_back(Var(number), true);
    parts.literals.emplace_back(Var(number + 1), true);
    parts.ends.push_back(parts.literals.size());
  }
  const Formula formula = Formula::make(std::move(parts));
  std::uint64_t depth = 0;
  const Found<Rational> found = search<Rational>(formula, {}, [&](const Search<Rational>& running) {
    depth = std::max(depth, running.stats().max_depth);
    return depth > 5000;
  });
  EXPECT(depth > 5000);
  EXPECT(!found.is_complete);
  EXPECT(0 <= found.lower && found.lower <= 1 && found.upper == 1);
  EXPECT_EQUAL(found.outer.size(), 1U);
}

// Ends the search after some reports, and keeps what it was told.
class Recorder : public Observer {
 public:
  explicit Recorder(Stop& stop) : stop_(stop) {}

  void begin(Phase phase) override { phases.push_back(phase); }
  void progress(const Stats&, const Bounds& told) override {
    bounds.push_back(told);
    if (bounds.size() == 4) stop_.interrupt();
  }

  std::vector<Phase> phases;
  std::vector<Bounds> bounds;

 private:
  Stop& stop_;
};

void bounds_told_never_get_worse() {
  for (const bool exact : {true, false}) {
    Options options;
    options.engine = Engine::dpll;
    options.exact = exact;
    Stop stop;
    Recorder recorder(stop);
    const Answer answer = Solver(test::hard_formula(), options).solve(stop, recorder);
    EXPECT(!answer.is_complete());
    EXPECT(recorder.phases == std::vector<Phase>({Phase::prepare, Phase::search}));
    EXPECT_EQUAL(recorder.bounds.size(), 4U);
    Bounds last;
    for (const Bounds& told : recorder.bounds) {
      EXPECT(told.lower >= last.lower && told.upper <= last.upper && told.lower <= told.upper);
      last = told;
    }
    EXPECT(answer.lower >= Rational(last.lower) && answer.upper <= Rational(last.upper));
  }
}

void a_stop_while_preparing_leaves_bounds() {
  class Interrupter : public Observer {
   public:
    explicit Interrupter(Stop& stop) : stop_(stop) {}
    void begin(Phase phase) override {
      phases.push_back(phase);
      stop_.interrupt();
    }
    std::vector<Phase> phases;

   private:
    Stop& stop_;
  };
  for (const Engine engine : {Engine::dpll, Engine::layers}) {
    Options options;
    options.engine = engine;
    Stop stop;
    Interrupter interrupter(stop);
    const Answer answer = Solver(test::hard_formula(), options).solve(stop, interrupter);
    const Phase first = engine == Engine::dpll ? Phase::prepare : Phase::layers;
    EXPECT(interrupter.phases == std::vector<Phase>({first}));
    EXPECT(answer.lower == 0);
    EXPECT(answer.upper == 1);
    EXPECT(answer.stopped == StopReason::interrupt);
    EXPECT(answer.engine == engine);
    EXPECT_EQUAL(answer.outer.size(), 1U);
  }
}

void the_cut_gives_up_when_it_is_told_to() {
  const Formula formula = test::hard_formula();
  const Instance instance(formula);
  Propagator propagator(instance, [] { return false; });
  const Cut whole(instance, propagator, [] { return false; });
  const Cut stopped(instance, propagator, [] { return true; });
  EXPECT(whole.is_useful());
  EXPECT(!stopped.is_useful());
  EXPECT_EQUAL(propagator.depth(), 0U);
}

// Variables with hundreds of clauses over the prefix each: whether they define it takes a while to
// see, in which nothing is propagated.
void the_cut_asks_while_it_looks_for_definitions() {
  constexpr std::uint32_t n_prefix = 200;
  test::Random random(7);
  FormulaParts parts;
  parts.n_vars = 2 * n_prefix;
  for (std::uint32_t number = 1; number <= n_prefix; ++number) {
    parts.blocks.push_back({Quantifier::chance, {Var(number)}});
    parts.probabilities.emplace(Var(number), Rational(1, 3));
  }
  parts.blocks.push_back({Quantifier::exists, {}});
  for (std::uint32_t number = n_prefix + 1; number <= parts.n_vars; ++number) {
    parts.blocks.back().vars.emplace_back(number);
    for (int i = 0; i < 250; ++i) {
      const std::uint32_t first = 1 + random.below(n_prefix / 2);
      const std::uint32_t second = first + 1 + random.below(n_prefix / 2);
      parts.literals.emplace_back(Var(first), random.chance(50));
      parts.literals.emplace_back(Var(second), random.chance(50));
      parts.literals.emplace_back(Var(number), random.chance(50));
      parts.ends.push_back(parts.literals.size());
    }
  }
  const Formula formula = Formula::make(std::move(parts));
  const Instance instance(formula);
  Propagator propagator(instance, [] { return false; });
  int n_polls = 0;
  const Cut cut(instance, propagator, [&] {
    ++n_polls;
    return false;
  });
  EXPECT(n_polls > 100);
  int n_more = 0;
  const Cut stopped(instance, propagator, [&] { return ++n_more >= 10; });
  EXPECT(n_more < 20);
}

// At the threshold where random formulas are hardest to satisfy.
void satisfiability_alone_can_be_stopped() {
  constexpr std::uint32_t n = 400;
  test::Random random(3);
  FormulaParts parts;
  parts.n_vars = n;
  parts.blocks.push_back({Quantifier::exists, {}});
  for (std::uint32_t number = 1; number <= n; ++number) {
    parts.blocks.back().vars.emplace_back(number);
  }
  for (std::uint32_t i = 0; i < n * 426 / 100; ++i) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      // A third of the variables for each literal, so that none comes twice.
      parts.literals.emplace_back(Var(1 + 3 * random.below(n / 3) + k), random.chance(50));
    }
    parts.ends.push_back(parts.literals.size());
  }
  int n_polls = 0;
  const Found<Rational> found =
      search<Rational>(Formula::make(std::move(parts)), {}, [&](const Search<Rational>& running) {
        const Bounds bounds = running.bounds();
        EXPECT(bounds.lower == 0 && bounds.upper == 1);
        return ++n_polls >= 3000;
      });
  EXPECT_EQUAL(n_polls, 3000);
  EXPECT(!found.is_complete);
  EXPECT(found.lower == 0);
  EXPECT(found.upper == 1);
}

}  // namespace

int main() {
  return test::run(
      bounds_on_the_way_enclose_the_value<Rational>, bounds_on_the_way_enclose_the_value<Float>,
      thousands_of_open_frames_have_bounds_too, bounds_told_never_get_worse,
      a_stop_while_preparing_leaves_bounds, the_cut_gives_up_when_it_is_told_to,
      the_cut_asks_while_it_looks_for_definitions, satisfiability_alone_can_be_stopped);
}
