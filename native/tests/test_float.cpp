#include <cmath>
#include <limits>

#include "check.hpp"
#include "core/dpll/solver.hpp"
#include "core/formula/write.hpp"
#include "core/number/float.hpp"
#include "enumerate.hpp"
#include "random_formula.hpp"

namespace {

using namespace gdlc;

bool encloses(const Float& found, const Rational& number) {
  return Rational(found.lower()) <= number && number <= Rational(found.upper());
}

Rational random_number(test::Random& random) {
  const std::uint64_t below = random.next() >> random.below(60);
  return below == 0 ? Rational(1) : Rational(random.next() % (below + 1), below);
}

void a_rational_lies_between_neighbours() {
  test::Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    Rational number = random_number(random);
    for (std::uint32_t power = random.below(40); power > 0; --power)
      number *= Rational(1, 1U << 30U);
    const Float found(number);
    EXPECT(encloses(found, number));
    const bool is_double = Rational(found.lower()) == number;
    const double above = std::nextafter(found.lower(), 1.0);
    EXPECT(found.upper() == (is_double || number == 1 ? found.lower() : above));
  }
  const Float tiny(Rational(1, boost::multiprecision::pow(Integer(10), 400U)));
  EXPECT(tiny.lower() == 0);
  EXPECT(tiny.upper() == std::numeric_limits<double>::denorm_min());
  EXPECT(!is_zero(tiny));
}

// Long products and means, down to where doubles underflow.
void what_is_computed_encloses_what_is_exact() {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    test::Random random(seed);
    Rational exact = random_number(random);
    Float found(exact);
    for (int step = 0; step < 60; ++step) {
      const Rational other = random_number(random);
      const Rational weight = random_number(random);
      switch (random.below(5)) {
        case 0:
          exact *= other;
          found *= Float(other);
          break;
        case 1:
          exact = weight * exact + (1 - weight) * other;
          found = Float(weight) * found;
          found += complement(Float(weight)) * Float(other);
          break;
        case 2:
          take_max(exact, other);
          take_max(found, Float(other));
          break;
        case 3:
          take_min(exact, other);
          take_min(found, Float(other));
          break;
        default:
          exact = complement(exact);
          found = complement(found);
      }
      EXPECT(encloses(found, exact));
      EXPECT(0 <= found.lower() && found.upper() <= 1);
      EXPECT(exact == 0 || !is_zero(found));
      EXPECT(found.upper() - found.lower() < 1e-13);
    }
  }
}

void products_that_underflow_are_not_zero() {
  Float number(Rational(1, 3));
  for (int i = 0; i < 2000; ++i) number *= Float(Rational(1, 3));
  EXPECT(number.lower() == 0);
  EXPECT(number.upper() <= 2 * std::numeric_limits<double>::denorm_min());
  EXPECT(!is_zero(number));
  number *= Float(0);
  EXPECT(is_zero(number));
}

void binary_fractions_stay_exact() {
  const Float half(Rational(1, 2));
  Float sum = half * half;
  sum += complement(Float(Rational(3, 8)));
  EXPECT(sum.lower() == 0.875);
  EXPECT(sum.upper() == 0.875);
}

Answer solve(const Formula& formula, const Options& options) {
  Stop stop;
  return Solver(formula, options).solve(stop);
}

void the_value_lies_between_the_bounds_whatever_the_options() {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    test::Random random(seed);
    const Formula formula = test::random_formula(random, seed % 10 == 0 ? 14 : 10);
    const Rational expected = test::enumerate(formula);
    for (unsigned off = 0; off < 16; ++off) {
      Options options;
      options.engine = Engine::dpll;
      options.exact = false;
      options.cache = (off & 1U) == 0;
      options.learn = (off & 2U) == 0;
      options.prune = (off & 4U) == 0;
      options.preprocess = (off & 8U) == 0;
      const Answer answer = solve(formula, options);
      const bool is_tight = answer.upper - answer.lower < Rational(1e-11);
      EXPECT(answer.is_float && !answer.exact() && answer.stopped == StopReason::none);
      if (answer.lower <= expected && expected <= answer.upper && is_tight) continue;
      ++test::failures;
      std::cerr << "seed " << seed << ", switched off " << off << ": " << answer.lower << ".."
                << answer.upper << ", expected " << expected << "\n"
                << write_formula(formula);
    }
  }
}

void the_outer_choice_is_worth_the_lower_bound() {
  int n_choices = 0;
  Options options;
  options.engine = Engine::dpll;
  options.exact = false;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    test::Random random(seed);
    const Formula formula = test::random_formula(random, 10);
    if (formula.blocks().front().quantifier != Quantifier::exists) continue;
    const Answer answer = solve(formula, options);
    ++n_choices;
    EXPECT(test::enumerate(formula, answer.outer) >= answer.lower);
  }
  EXPECT(n_choices > 300);
}

}  // namespace

int main() {
  return test::run(a_rational_lies_between_neighbours, what_is_computed_encloses_what_is_exact,
                   products_that_underflow_are_not_zero, binary_fractions_stay_exact,
                   the_value_lies_between_the_bounds_whatever_the_options,
                   the_outer_choice_is_worth_the_lower_bound);
}
