#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/formula/read.hpp"
#include "core/formula/write.hpp"
#include "core/preprocess/preprocess.hpp"
#include "enumerate.hpp"
#include "random_formula.hpp"

namespace {

using namespace gdlc;

Preprocessed preprocessed(const Formula& formula, const PreprocessOptions& options = {}) {
  Stop stop;
  return preprocess(formula, options, stop);
}

Preprocessed preprocessed(const std::string& text, const PreprocessOptions& options = {}) {
  return preprocessed(read_formula(text).formula, options);
}

const PreprocessOptions nothing{.reduce = false,
                                .pure = false,
                                .equate = false,
                                .probe = false,
                                .subsume = false,
                                .eliminate = false};

PreprocessOptions random_options(test::Random& random) {
  return {.reduce = random.chance(70),
          .pure = random.chance(50),
          .equate = random.chance(70),
          .probe = random.chance(70),
          .subsume = random.chance(70),
          .eliminate = random.chance(70)};
}

// What translations make: variables that stand for a gate over earlier ones, and clauses over all.
Formula random_circuit(test::Random& random) {
  FormulaParts parts;
  const std::uint32_t n_inputs = 2 + random.below(4);
  for (std::uint32_t number = 1; number <= n_inputs; ++number) {
    const std::uint32_t kind = random.below(5);
    const Quantifier quantifier = kind < 2   ? Quantifier::exists
                                  : kind < 4 ? Quantifier::chance
                                             : Quantifier::forall;
    parts.blocks.push_back({quantifier, {Var(number)}});
    if (quantifier == Quantifier::chance) parts.probabilities.emplace(Var(number), Rational(1, 3));
  }
  const auto clause = [&](std::initializer_list<Lit> literals) {
    parts.literals.insert(parts.literals.end(), literals);
    parts.ends.push_back(parts.literals.size());
  };
  const std::uint32_t n_vars = n_inputs + 1 + random.below(5);
  for (std::uint32_t number = n_inputs + 1; number <= n_vars; ++number) {
    const auto earlier = [&] { return Lit(Var(1 + random.below(number - 1)), random.chance(50)); };
    const Lit gate(Var(number), true);
    const Lit left = earlier();
    const Lit right = earlier();
    parts.blocks.push_back({Quantifier::exists, {gate.var()}});
    switch (random.below(4)) {
      case 0:  // equal
        clause({gate, left.negated()});
        clause({gate.negated(), left});
        break;
      case 1:  // exclusive or
        clause({gate, left, right.negated()});
        clause({gate, left.negated(), right});
        clause({gate.negated(), left, right});
        clause({gate.negated(), left.negated(), right.negated()});
        break;
      default:  // and
        clause({gate, left.negated(), right.negated()});
        clause({gate.negated(), left});
        clause({gate.negated(), right});
    }
    // Some stand in the middle of the prefix.
    if (random.chance(30)) {
      const std::uint32_t at = random.below(number - 1);
      std::swap(parts.blocks[at], parts.blocks.back());
    }
  }
  const auto any = [&] { return Lit(Var(1 + random.below(n_vars)), random.chance(50)); };
  for (std::uint32_t i = random.below(5); i > 0; --i) {
    clause({any(), any(), any()});
  }
  if (random.chance(50)) clause({any(), any()});
  if (random.chance(20)) clause({any()});
  parts.n_vars = n_vars;
  return Formula::make(std::move(parts));
}

void report(std::uint64_t seed, const Formula& formula, const Preprocessed& result,
            const char* what) {
  ++test::failures;
  std::cerr << "seed " << seed << ": " << what << "\n"
            << write_formula(formula) << "times " << result.factor << "\n"
            << write_formula(result.formula);
}

void add(PreprocessCounts& sum, const PreprocessCounts& counts) {
  sum.units += counts.units;
  sum.reduced += counts.reduced;
  sum.pure += counts.pure;
  sum.equated += counts.equated;
  sum.failed += counts.failed;
  sum.subsumed += counts.subsumed;
  sum.strengthened += counts.strengthened;
  sum.eliminated += counts.eliminated;
}

// The literals of one optimal assignment of the outermost block, if that is existential.
std::vector<Lit> best_outer_choice(const Formula& formula, const Rational& value) {
  std::vector<Lit> fixed;
  if (formula.blocks().front().quantifier != Quantifier::exists) return fixed;
  for (const Var var : formula.blocks().front().vars) {
    fixed.emplace_back(var, false);
    if (test::enumerate(formula, fixed) != value) fixed.back() = Lit(var, true);
  }
  return fixed;
}

void value_and_choice_are_those_of_the_original_whatever_the_options() {
  PreprocessCounts sum;
  int n_choices = 0;
  for (std::uint64_t seed = 1; seed <= 24'000; ++seed) {
    test::Random random(seed);
    const Formula formula =
        seed % 2 == 0 ? random_circuit(random) : test::random_formula(random, 8);
    const PreprocessOptions options = seed % 3 == 0 ? PreprocessOptions() : random_options(random);
    const Preprocessed result = preprocessed(formula, options);
    add(sum, result.counts);
    const Rational expected = test::enumerate(formula);
    const Rational left = test::enumerate(result.formula);
    if (result.factor * left != expected) report(seed, formula, result, "another value");
    if (result.value && *result.value != expected) report(seed, formula, result, "decided wrongly");
    if (formula.blocks().front().quantifier != Quantifier::exists) continue;
    ++n_choices;
    const std::vector<Lit> outer =
        result.choice.extend(best_outer_choice(result.formula, left), formula.n_vars());
    EXPECT_EQUAL(outer.size(), formula.blocks().front().vars.size());
    if (test::enumerate(formula, outer) != expected) report(seed, formula, result, "a bad choice");
  }
  EXPECT(n_choices > 5000);
  for (const std::uint64_t count : {sum.units, sum.reduced, sum.pure, sum.equated, sum.failed,
                                    sum.subsumed, sum.strengthened, sum.eliminated}) {
    EXPECT(count > 200);
  }
}

std::string value_of(const Preprocessed& result) {
  return result.value ? fraction_text(*result.value) : "open";
}

void forced_literals_count_by_quantifier() {
  EXPECT_EQUAL(value_of(preprocessed("p cnf 2 2\nr 0.3 1 0\nr 0.5 2 0\n1 0\n-2 0\n")), "3/20");
  EXPECT_EQUAL(value_of(preprocessed("p cnf 2 2\na 1 0\ne 2 0\n1 0\n2 0\n")), "0");
  EXPECT_EQUAL(value_of(preprocessed("p cnf 2 2\ne 1 0\ne 2 0\n1 0\n-1 2 0\n")), "1");
  EXPECT_EQUAL(value_of(preprocessed("p cnf 2 2\nr 0 1 0\ne 2 0\n1 2 0\n1 -2 0\n")), "0");
  EXPECT_EQUAL(value_of(preprocessed("p cnf 1 1\nr 1 1 0\n1 0\n")), "1");
  EXPECT_EQUAL(value_of(preprocessed("p cnf 1 1\ne 1 0\n0\n")), "0");
  EXPECT_EQUAL(value_of(preprocessed("p cnf 0 0\n")), "1");
}

// A universal in front of a chance variable keeps its place: the opponent does not see the coin.
void universals_are_reduced_behind_the_last_chance_variable_only() {
  const PreprocessOptions reduce = [] {
    PreprocessOptions options = nothing;
    options.reduce = true;
    return options;
  }();
  const Preprocessed before = preprocessed("p cnf 2 2\na 1 0\nr 1/4 2 0\n1 2 0\n-1 -2 0\n", reduce);
  EXPECT_EQUAL(before.counts.reduced, 0U);
  EXPECT_EQUAL(before.formula.n_clauses(), 2U);
  const Preprocessed behind = preprocessed("p cnf 2 2\nr 1/4 2 0\na 1 0\n1 2 0\n-1 -2 0\n", reduce);
  EXPECT_EQUAL(value_of(behind), "0");
  EXPECT_EQUAL(value_of(preprocessed("p cnf 2 1\na 1 2 0\n1 2 0\n", reduce)), "0");
}

void equal_variables_are_told_apart_by_who_decides_later() {
  const auto equal = [](const std::string& prefix) {
    PreprocessOptions options = nothing;
    options.equate = true;
    // 1 = 4 and 4 = 2, by clauses of two; 3 keeps the rest from being decided.
    return preprocessed(
        "p cnf 5 7\n" + prefix + "-1 4 0\n1 -4 0\n-4 2 0\n4 -2 0\n1 3 5 0\n-2 -3 5 0\n-5 3 1 0\n",
        options);
  };
  EXPECT_EQUAL(equal("e 1 0\nr 1/2 3 0\ne 2 4 5 0\n").counts.equated, 2U);
  EXPECT_EQUAL(equal("a 1 0\nr 1/2 3 0\ne 2 4 5 0\n").counts.equated, 2U);
  EXPECT_EQUAL(value_of(equal("e 1 0\na 2 0\nr 1/2 3 0\ne 4 5 0\n")), "0");
  EXPECT_EQUAL(value_of(equal("a 1 2 0\nr 1/2 3 0\ne 4 5 0\n")), "0");
  // A coin has to fall as the player said before: only the variable in between goes.
  EXPECT_EQUAL(equal("e 1 0\nr 1/2 2 3 0\ne 4 5 0\n").counts.equated, 1U);
  EXPECT_EQUAL(equal("r 1/2 1 3 2 0\ne 4 5 0\n").counts.equated, 1U);
}

void literals_that_lead_to_a_conflict_are_false() {
  const std::string clauses = "-1 3 0\n-1 4 0\n-3 -4 5 0\n-5 -3 0\n1 2 3 0\n-2 4 5 0\n";
  const auto probed = [&](const std::string& prefix) {
    PreprocessOptions options = nothing;
    options.probe = true;
    return preprocessed("p cnf 5 6\n" + prefix + clauses, options);
  };
  EXPECT_EQUAL(probed("e 1 0\nr 1/2 2 0\ne 3 4 5 0\n").counts.failed, 1U);
  const Preprocessed chance = probed("r 1/4 1 2 0\ne 3 4 5 0\n");
  EXPECT_EQUAL(chance.counts.failed, 1U);
  EXPECT_EQUAL(chance.factor, Rational(3, 4));
  EXPECT_EQUAL(value_of(probed("a 1 0\nr 1/2 2 0\ne 3 4 5 0\n")), "0");
}

void existentials_in_front_of_what_their_clauses_need_are_not_eliminated() {
  PreprocessOptions options = nothing;
  options.eliminate = true;
  const std::string clauses = "1 2 0\n-1 -2 0\n1 3 0\n-1 -3 0\n";
  EXPECT_EQUAL(preprocessed("p cnf 3 4\ne 1 0\nr 1/2 2 3 0\n" + clauses, options).counts.eliminated,
               0U);
  EXPECT_EQUAL(preprocessed("p cnf 3 4\nr 1/2 2 3 0\ne 1 0\n" + clauses, options).counts.eliminated,
               1U);
}

void all_switched_off_only_units_are_propagated() {
  const Formula formula = read_formula(
                              "p cnf 4 3\ne 1 2 0\nr 1/2 3 0\ne 4 0\n1 2 3 0\n"
                              "1 2 3 4 0\n-4 -3 0\n")
                              .formula;
  EXPECT(write_formula(preprocessed(formula, nothing).formula) == write_formula(formula));
}

void a_stop_leaves_a_formula_of_the_same_value() {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    test::Random random(seed);
    const Formula formula = random_circuit(random);
    Stop stop;
    stop.interrupt();
    const Preprocessed result = preprocess(formula, {}, stop);
    if (result.factor * test::enumerate(result.formula) != test::enumerate(formula)) {
      report(seed, formula, result, "another value");
    }
  }
}

// A chain of 200,000 equal variables, and one of as many implications: no stack is to overflow.
void long_chains_are_no_danger() {
  constexpr int n = 200'000;
  for (const bool equal : {true, false}) {
    std::string clauses;
    int n_clauses = 0;
    for (int i = 2; i < n; ++i) {
      clauses += "-" + std::to_string(i) + " " + std::to_string(i + 1) + " 0\n";
      ++n_clauses;
      if (!equal) continue;
      clauses += std::to_string(i) + " -" + std::to_string(i + 1) + " 0\n";
      ++n_clauses;
    }
    clauses += "1 2 0\n-1 -" + std::to_string(n) + " 0\n";
    std::string text =
        "p cnf " + std::to_string(n) + " " + std::to_string(n_clauses + 2) + "\nr 1/3 1 0\ne";
    for (int i = 2; i <= n; ++i) text += " " + std::to_string(i);
    const Preprocessed result = preprocessed(text + " 0\n" + clauses);
    EXPECT(result.formula.n_clauses() < 1000);
  }
}

void the_same_formula_gives_the_same_result() {
  test::Random random(7);
  const Formula formula = test::random_formula(random, 60);
  const Preprocessed first = preprocessed(formula);
  const Preprocessed second = preprocessed(formula);
  EXPECT(first.formula == second.formula);
  EXPECT(first.counts == second.counts);
}

}  // namespace

int main() {
  return test::run(value_and_choice_are_those_of_the_original_whatever_the_options,
                   forced_literals_count_by_quantifier,
                   universals_are_reduced_behind_the_last_chance_variable_only,
                   equal_variables_are_told_apart_by_who_decides_later,
                   literals_that_lead_to_a_conflict_are_false,
                   existentials_in_front_of_what_their_clauses_need_are_not_eliminated,
                   all_switched_off_only_units_are_propagated,
                   a_stop_leaves_a_formula_of_the_same_value, long_chains_are_no_danger,
                   the_same_formula_gives_the_same_result);
}
