#include <string>

#include "check.hpp"
#include "core/dpll/solver.hpp"
#include "core/formula/read.hpp"
#include "core/formula/write.hpp"
#include "enumerate.hpp"
#include "random_formula.hpp"

namespace {

using namespace gdlc;

Answer solve(const Formula& formula, const Options& options = {}) {
  Stop stop;
  return Solver(formula, options).solve(stop);
}

std::string value_of(const std::string& text) {
  const Answer answer = solve(read_formula(text).formula);
  return answer.exact() ? fraction_text(answer.lower) : "bounds";
}

void the_value_is_that_of_enumeration_whatever_the_options() {
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    test::Random random(seed);
    const Formula formula = test::random_formula(random, seed % 10 == 0 ? 14 : 10);
    const Rational expected = test::enumerate(formula);
    for (unsigned off = 0; off < 16; ++off) {
      Options options;
      options.cache = (off & 1U) == 0;
      options.learn = (off & 2U) == 0;
      options.prune = (off & 4U) == 0;
      options.preprocess = (off & 8U) == 0;
      if (seed % 3 == 0) options.cache_bytes = 2000;
      const Answer answer = solve(formula, options);
      if (answer.exact() && answer.lower == expected) continue;
      ++test::failures;
      std::cerr << "seed " << seed << ", switched off " << off << ": " << answer.lower << ".."
                << answer.upper << ", expected " << expected << "\n"
                << write_formula(formula);
    }
  }
}

void the_outer_choice_reaches_the_value() {
  int n_choices = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    test::Random random(seed);
    const Formula formula = test::random_formula(random, 10);
    const Answer answer = solve(formula);
    if (formula.blocks().front().quantifier != Quantifier::exists) {
      EXPECT(answer.outer.empty());
      continue;
    }
    ++n_choices;
    EXPECT_EQUAL(answer.outer.size(), formula.blocks().front().vars.size());
    const Rational reached = test::enumerate(formula, answer.outer);
    if (reached == answer.lower) continue;
    ++test::failures;
    std::cerr << "seed " << seed << ": the choice reaches " << reached << ", the value is "
              << answer.lower << "\n";
  }
  EXPECT(n_choices > 500);
}

void a_forced_chance_literal_multiplies() {
  EXPECT_EQUAL(value_of("p cnf 2 2\nr 0.3 1 0\nr 0.5 2 0\n1 0\n-2 0\n"), "3/20");
  // ... and a forced one in one branch only counts in that branch.
  EXPECT_EQUAL(value_of("p cnf 2 2\nr 0.5 1 0\nr 0.3 2 0\n1 2 0\n1 -2 2 0\n"), "13/20");
}

void universals_take_the_worst() {
  EXPECT_EQUAL(value_of("p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n"), "1");
  EXPECT_EQUAL(value_of("p cnf 2 2\ne 2 0\na 1 0\n1 2 0\n-1 -2 0\n"), "0");
  EXPECT_EQUAL(value_of("p cnf 2 1\nr 0.25 1 0\na 2 0\n1 2 0\n"), "1/4");
}

void impossible_values_are_skipped() {
  EXPECT_EQUAL(value_of("p cnf 2 2\nr 0 1 0\ne 2 0\n1 2 0\n-1 -2 0\n"), "1");
  EXPECT_EQUAL(value_of("p cnf 2 2\nr 1 1 0\na 2 0\n1 2 0\n1 -2 0\n"), "1");
}

// A chain e1, r2, e3, r4 ... of one block each: the first branch opens all levels. Preprocessing
// would leave nothing of it.
void deep_prefixes_need_no_deep_stack() {
  constexpr int n = 60'000;
  std::string prefix;
  std::string clauses;
  for (int i = 1; i < n; ++i) {
    prefix += (i % 2 == 1 ? "e " : "r 1/2 ") + std::to_string(i) + " 0\n";
    clauses += std::to_string(i) + " " + std::to_string(i + 1) + " 0\n";
  }
  prefix += "e " + std::to_string(n) + " 0\n";
  const std::string text =
      "p cnf " + std::to_string(n) + " " + std::to_string(n - 1) + "\n" + prefix + clauses;
  Options options;
  options.preprocess = false;
  const Answer answer = solve(read_formula(text).formula, options);
  EXPECT(answer.exact());
  EXPECT(answer.lower == 1);
  EXPECT(answer.stats.max_depth > 10'000);
}

void the_same_run_gives_the_same_statistics() {
  test::Random random(3);
  const Formula formula = test::random_formula(random, 40);
  EXPECT(solve(formula).stats.rows() == solve(formula).stats.rows());
}

}  // namespace

int main() {
  return test::run(the_value_is_that_of_enumeration_whatever_the_options,
                   the_outer_choice_reaches_the_value, a_forced_chance_literal_multiplies,
                   universals_take_the_worst, impossible_values_are_skipped,
                   deep_prefixes_need_no_deep_stack, the_same_run_gives_the_same_statistics);
}
