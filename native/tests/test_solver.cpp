#include <string>

#include "check.hpp"
#include "core/dpll/solver.hpp"
#include "core/formula/read.hpp"
#include "core/formula/write.hpp"
#include "metamorphic.hpp"
#include "random_formula.hpp"
#include "solver_checks.hpp"

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

void the_value_and_the_choice_are_those_of_enumeration_whatever_the_options() {
  for (std::uint64_t seed = 1; seed <= 20'000; ++seed) {
    const auto [formula, options] = test::solver_case(seed);
    const std::string wrong = test::find_wrong_answer(formula, options);
    if (wrong.empty()) continue;
    ++test::failures;
    std::cerr << "seed " << seed << ", options " << test::options_text(options) << ": " << wrong
              << "\n"
              << write_formula(formula);
  }
}

void equivalent_formulas_have_the_same_value() {
  constexpr struct {
    const char* name;
    Formula (*make)(const Formula&, test::Random&);
  } changes[] = {{"renamed", test::renamed},
                 {"permuted", test::permuted},
                 {"flipped", test::flipped},
                 {"split", test::split},
                 {"with implied clauses", test::with_implied}};
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    auto [formula, options] = test::solver_case(seed);
    options.exact = true;  // doubles have nothing to be equal to
    const Rational expected = solve(formula, options).lower;
    test::Random random(seed);
    Formula changed = formula;
    for (const auto& [name, make] : changes) {
      if (random.chance(30)) changed = formula;  // else on top of the others
      changed = make(changed, random);
      const Answer answer = solve(changed, options);
      if (answer.exact() && answer.lower == expected) continue;
      ++test::failures;
      std::cerr << "seed " << seed << ", " << name << ", options " << test::options_text(options)
                << ": " << answer.lower << ", not " << expected << "\n"
                << write_formula(changed);
    }
  }
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
  return test::run(the_value_and_the_choice_are_those_of_enumeration_whatever_the_options,
                   equivalent_formulas_have_the_same_value, a_forced_chance_literal_multiplies,
                   universals_take_the_worst, impossible_values_are_skipped,
                   deep_prefixes_need_no_deep_stack, the_same_run_gives_the_same_statistics);
}
