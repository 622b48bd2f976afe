#include "solver_checks.hpp"

#include "core/dpll/solver.hpp"
#include "enumerate.hpp"
#include "structured_formula.hpp"

namespace gdlc::test {

Options random_options(Random& random) {
  Options options;
  const std::uint32_t engine = random.below(10);
  options.engine = engine < 5 ? Engine::dpll : engine < 9 ? Engine::layers : Engine::automatic;
  if (random.chance(10)) options.layers_bytes = random.below(60'000);  // dpll takes over half-way
  options.cache = random.chance(85);
  options.components = random.chance(70);
  options.cut = random.chance(50);
  options.learn = random.chance(75);
  options.preprocess = random.chance(30);  // it leaves little for the rest to do
  options.prune = random.chance(70);
  if (random.chance(30)) options.cache_bytes = random.below(20'000);
  options.pure = random.chance(70);
  options.exact = random.chance(85);
  return options;
}

std::string options_text(const Options& options) {
  std::string text;
  if (options.engine != Engine::automatic) {
    text += std::string(" --engine ") + name_of(options.engine);
  }
  if (options.layers_bytes != Options().layers_bytes) {
    text += " --layers-bytes " + std::to_string(options.layers_bytes);
  }
  if (!options.cache) text += " --no-cache";
  if (!options.components) text += " --no-components";
  if (!options.cut) text += " --no-cut";
  if (!options.learn) text += " --no-learn";
  if (!options.preprocess) text += " --no-preprocess";
  if (!options.prune) text += " --no-prune";
  if (!options.pure) text += " --no-pure";
  if (!options.exact) text += " --float";
  if (options.cache_bytes != Options().cache_bytes) {
    text += " --cache-bytes " + std::to_string(options.cache_bytes);
  }
  return text.empty() ? text : text.substr(1);
}

SolverCase solver_case(std::uint64_t seed) {
  Random random(seed);
  Formula formula = seed % 2 == 0 ? structured_formula(random)
                    : seed % 4 == 1
                        ? entangled_formula(random, 4 + random.below(8))
                        : random_formula(random, seed % 20 == 3 ? 14 : 4 + random.below(7));
  return {std::move(formula), random_options(random)};
}

std::string find_wrong_answer(const Formula& formula, const Options& options) {
  Stop stop;
  const Answer answer = Solver(formula, options).solve(stop);
  const auto text_of = [](const Rational& number) { return fraction_text(number); };
  if (!answer.is_complete()) {
    return "bounds: " + text_of(answer.lower) + ".." + text_of(answer.upper);
  }
  const Rational expected = enumerate(formula);
  if (answer.is_float) {
    if (answer.lower > expected || answer.upper < expected) {
      return "not around " + text_of(expected);
    }
    if (answer.upper - answer.lower > Rational(1, 1'000'000'000)) return "not near the value";
  } else if (answer.lower != expected) {
    return text_of(answer.lower) + " instead of " + text_of(expected);
  }
  const auto& blocks = formula.blocks();
  const bool has_choice = !blocks.empty() && blocks.front().quantifier == Quantifier::exists;
  if (answer.outer.size() != (has_choice ? blocks.front().vars.size() : 0)) {
    return "a choice of " + std::to_string(answer.outer.size()) + " literals";
  }
  const Rational reached = has_choice ? enumerate(formula, answer.outer) : expected;
  if (answer.is_float ? reached < answer.lower : reached != expected)
    return "a choice that reaches only " + text_of(reached);
  return {};
}

}  // namespace gdlc::test
