#include <filesystem>
#include <string>
#include <vector>

#include "check.hpp"
#include "core/dpll/solver.hpp"
#include "core/formula/read.hpp"
#include "core/formula/write.hpp"
#include "core/layers/layers.hpp"
#include "enumerate.hpp"
#include "random_formula.hpp"
#include "structured_formula.hpp"

namespace {

using namespace gdlc;
using layers::LayersOptions;
using layers::LayersResult;

LayersOptions wanted() {
  LayersOptions options;
  options.is_wanted = true;
  return options;
}

// So that one is made for every few choices.
LayersOptions small_layers() {
  LayersOptions options = wanted();
  options.least_leaves = 4;
  options.most_leaves = 4;
  return options;
}

LayersResult solve(const Formula& formula, const LayersOptions& options = wanted()) {
  Stop stop;
  return layers::solve_by_layers(formula, options, stop,
                                 [&](const layers::LayersCounts&) { return stop.requested(); });
}

// Diagrams of two leaves, so that nearly every choice is a layer, up to diagrams of all choices.
LayersOptions random_options(test::Random& random) {
  LayersOptions options = wanted();
  options.least_leaves = 2 + random.below(4);
  options.most_leaves = options.least_leaves << random.below(9);
  if (random.chance(30)) options.least_leaves = options.most_leaves;
  options.exact = random.chance(80);
  return options;
}

void values_are_those_of_enumeration() {
  int n_complete = 0;
  int n_layers = 0;
  int n_choices = 0;
  for (std::uint64_t seed = 1; seed <= 5'000; ++seed) {
    test::Random random(seed);
    const Formula formula = seed % 4 == 0   ? test::random_formula(random, 4 + random.below(8))
                            : seed % 4 == 1 ? test::entangled_formula(random, 4 + random.below(7))
                                            : test::structured_formula(random);
    const LayersOptions options = random_options(random);
    const LayersResult result = solve(formula, options);
    const int failures = test::failures;
    EXPECT(result.is_complete != result.refused.empty() || result.is_complete);
    if (result.is_complete) {
      const Rational expected = test::enumerate(formula);
      ++n_complete;
      n_layers += static_cast<int>(result.counts.layers);
      if (options.exact) {
        EXPECT_EQUAL(result.lower, expected);
        EXPECT_EQUAL(result.upper, expected);
      } else {
        EXPECT(result.lower <= expected && expected <= result.upper);
        EXPECT(result.upper - result.lower < Rational(1, 1'000'000'000));
      }
      const auto& blocks = formula.blocks();
      if (!blocks.empty() && blocks.front().quantifier == Quantifier::exists) {
        n_choices += blocks.size() > 1 ? 1 : 0;
        EXPECT_EQUAL(result.outer.size(), blocks.front().vars.size());
        const Rational reached = test::enumerate(formula, result.outer);
        EXPECT(options.exact ? reached == expected : reached >= result.lower);
      } else {
        EXPECT(result.outer.empty());
      }
    }
    if (test::failures != failures) std::cerr << "seed " << seed << "\n" << write_formula(formula);
  }
  EXPECT(n_complete > 4'900);
  EXPECT(n_layers > 3'500);
  EXPECT(n_choices > 1'100);
}

// A walk over 0 .. n_places - 1 in a circle: by a choice of the player, of the opponent or of
// chance in turn it goes on by one or by two. The place is one-hot, defined by gates. Won: it
// stands at place 0 at the end.
FormulaParts walk(std::uint32_t n_places, std::uint32_t n_steps, const Rational& probability) {
  FormulaParts parts;
  const auto add_clause = [&](const std::vector<Lit>& clause) {
    parts.literals.insert(parts.literals.end(), clause.begin(), clause.end());
    parts.ends.push_back(parts.literals.size());
  };
  const std::vector<Quantifier> order = {Quantifier::exists, Quantifier::chance, Quantifier::forall,
                                         Quantifier::chance};
  for (std::uint32_t step = 0; step < n_steps; ++step) {
    const Quantifier quantifier = order[step % order.size()];
    const Var var(++parts.n_vars);
    parts.blocks.push_back({quantifier, {var}});
    if (quantifier == Quantifier::chance) parts.probabilities[var] = probability;
  }
  Block gates{Quantifier::exists, {}};
  const auto gate = [&] {
    gates.vars.emplace_back(++parts.n_vars);
    return Lit(gates.vars.back(), true);
  };
  std::vector<Lit> places;
  for (std::uint32_t place = 0; place < n_places; ++place) {
    places.push_back(gate());
    add_clause({place == 0 ? places.back() : places.back().negated()});
  }
  for (std::uint32_t step = 0; step < n_steps; ++step) {
    const Lit choice(Var(step + 1), true);
    std::vector<Lit> next;
    for (std::uint32_t place = 0; place < n_places; ++place) {
      const Lit by_one = places[(place + n_places - 1) % n_places];
      const Lit by_two = places[(place + n_places - 2) % n_places];
      const Lit to = gate();  // choice ? by_two : by_one
      add_clause({choice.negated(), by_two.negated(), to});
      add_clause({choice.negated(), by_two, to.negated()});
      add_clause({choice, by_one.negated(), to});
      add_clause({choice, by_one, to.negated()});
      next.push_back(to);
    }
    places = next;
  }
  add_clause({places[0]});
  parts.blocks.push_back(gates);
  return parts;
}

// The same by the rules of the walk, backwards.
Rational value_of_walk(std::uint32_t n_places, std::uint32_t n_steps, const Rational& probability) {
  std::vector<Rational> values(n_places, 0);
  values[0] = 1;
  for (std::uint32_t step = n_steps; step-- > 0;) {
    std::vector<Rational> before(n_places);
    for (std::uint32_t place = 0; place < n_places; ++place) {
      const Rational& one = values[(place + 1) % n_places];
      const Rational& two = values[(place + 2) % n_places];
      before[place] = step % 4 == 0   ? std::max(one, two)
                      : step % 4 == 2 ? std::min(one, two)
                                      : probability * two + (1 - probability) * one;
    }
    values = before;
  }
  return values[0];
}

void numbers_of_any_size_are_exact() {
  // From denominators of one word to some of hundreds, and weights of more than a word.
  const std::vector<Rational> probabilities = {
      Rational(1, 2), Rational(3, 10), Rational(1, 1'000'003),
      Rational(Integer(1), Integer("123456789012345678901234567890"))};
  for (const Rational& probability : probabilities) {
    for (const std::uint32_t n_steps : {1U, 4U, 13U, 40U, 160U, 700U}) {
      for (const std::uint32_t n_places : {3U, 7U, 150U}) {
        // Slow in rationals, with which it is compared.
        if (n_steps == 700 && (n_places == 150 || probability != Rational(1, 2))) continue;
        const Formula formula = Formula::make(walk(n_places, n_steps, probability));
        const Rational expected = value_of_walk(n_places, n_steps, probability);
        const LayersResult result = solve(formula);
        EXPECT(result.is_complete);
        EXPECT_EQUAL(result.lower, expected);
        LayersOptions options = small_layers();
        EXPECT_EQUAL(solve(formula, options).lower, expected);
        options.exact = false;
        const LayersResult rounded = solve(formula, options);
        EXPECT(rounded.lower <= expected && expected <= rounded.upper);
      }
    }
  }
}

void engines_are_chosen_by_what_suits() {
  const Formula game = Formula::make(walk(7, 60, Rational(1, 3)));
  Stop stop;
  Answer answer = Solver(game, {}).solve(stop);
  EXPECT(answer.engine == Engine::layers && answer.engine_reason.empty());
  Options options;
  options.engine = Engine::dpll;
  EXPECT(Solver(game, options).solve(stop).engine == Engine::dpll);
  EXPECT_EQUAL(Solver(game, options).solve(stop).lower, answer.lower);
  options.engine = Engine::layers;
  options.layers_bytes = 1000;
  answer = Solver(game, options).solve(stop);
  EXPECT(answer.engine == Engine::dpll);
  EXPECT_EQUAL(answer.engine_reason, "its states took more than 1000 bytes of memory");

  // Variables that nothing defines: 70 pairs of which one is to be true.
  std::string text = "p cnf 141 71\nr 0.5 1 0\ne";
  for (int var = 2; var <= 141; ++var) text += " " + std::to_string(var);
  text += " 0\n1 2 0\n";
  for (int var = 2; var <= 140; var += 2) {
    text += std::to_string(var) + " " + std::to_string(var + 1) + " 0\n";
  }
  const Formula loose = read_formula(text, {}).formula;
  answer = Solver(loose, {}).solve(stop);
  EXPECT(answer.engine == Engine::dpll);
  EXPECT(answer.engine_reason.find("are not defined by others") != std::string::npos);
  EXPECT_EQUAL(answer.lower, Rational(1));
}

void a_stop_leaves_bounds() {
  const Formula formula = Formula::make(walk(7, 60, Rational(1, 3)));
  for (int n_polls = 0;; ++n_polls) {
    Stop stop;
    int left = n_polls;
    const LayersResult result =
        layers::solve_by_layers(formula, small_layers(), stop, [&](const layers::LayersCounts&) {
          if (left-- == 0) stop.interrupt();
          return stop.requested();
        });
    if (result.is_complete) {
      EXPECT(n_polls > 20);
      break;
    }
    EXPECT(result.refused.empty() && result.lower == 0 && result.upper == 1);
  }
}

void what_is_spilled_leaves_no_file() {
  const Formula formula = Formula::make(walk(7, 60, Rational(1, 3)));
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / "gdlc-test-layers-spill";
  std::filesystem::remove_all(folder);
  LayersOptions options = wanted();
  options.spill_folder = folder.string();
  EXPECT(solve(formula, options).refused.find("cannot make a file in ") == 0);
  std::filesystem::create_directory(folder);
  EXPECT_EQUAL(solve(formula, options).lower, value_of_walk(7, 60, Rational(1, 3)));
  EXPECT(std::filesystem::is_empty(folder));
  std::filesystem::remove_all(folder);
}

}  // namespace

int main() {
  return test::run(values_are_those_of_enumeration, numbers_of_any_size_are_exact,
                   engines_are_chosen_by_what_suits, a_stop_leaves_bounds,
                   what_is_spilled_leaves_no_file);
}
