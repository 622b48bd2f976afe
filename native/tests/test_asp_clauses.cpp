// Sums, conjunctions and bounds as clauses, against adding up.

#include <algorithm>
#include <string>
#include <vector>

#include "check.hpp"
#include "clause_models.hpp"
#include "core/asp/clauses.hpp"
#include "random_formula.hpp"

namespace {

using namespace gdlc;
using asp::Clauses;
using asp::Value;
using test::ClauseModels;
using test::holds;

constexpr std::uint32_t most_inputs = 7;

// Literals over the first variables: repeated and opposite ones, constants.
std::vector<Value> random_literals(test::Random& random, std::uint32_t inputs, std::uint32_t most) {
  std::vector<Value> literals;
  for (std::uint32_t left = random.below(most + 1); left > 0; --left) {
    Value literal = random.chance(10) ? asp::yes : static_cast<Value>(1 + random.below(inputs));
    if (random.chance(50)) literal = -literal;
    literals.push_back(literal);
  }
  return literals;
}

// Calls see(assignment) for each model; expects one for each assignment of the first variables.
template <class See>
void each_defined(const Clauses& clauses, std::uint32_t inputs, See see) {
  std::vector<std::uint32_t> times(std::size_t{1} << inputs, 0);
  ClauseModels(clauses).each([&](const ClauseModels::Assignment& assignment) {
    std::size_t code = 0;
    for (std::uint32_t n = 1; n <= inputs; ++n) code = 2 * code + (assignment[n] ? 1 : 0);
    ++times[code];
    see(assignment);
    return true;
  });
  EXPECT(std::all_of(times.begin(), times.end(), [](std::uint32_t count) { return count == 1; }));
}

std::uint32_t with_inputs(Clauses& clauses, test::Random& random) {
  const std::uint32_t inputs = 1 + random.below(most_inputs);
  for (std::uint32_t n = 0; n < inputs; ++n) clauses.new_var();
  return inputs;
}

void a_sum_is_defined_in_both_directions() {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    test::Random random(seed);
    Clauses clauses;
    const std::uint32_t inputs = with_inputs(clauses, random);
    const std::vector<Value> literals = random_literals(random, inputs, 8);
    const std::uint32_t greatest = random.chance(40) ? 1 : 1 + random.below(9);
    std::vector<std::int64_t> weights;
    std::int64_t total = 0;
    for (std::size_t n = 0; n < literals.size(); ++n) {
      weights.push_back(1 + random.below(greatest));
      total += weights.back();
    }
    const std::int64_t bound =
        static_cast<std::int64_t>(random.below(static_cast<std::uint32_t>(total) + 4)) - 2;
    const Value reached = clauses.reaches(literals, weights, bound);
    const int before = test::failures;
    each_defined(clauses, inputs, [&](const ClauseModels::Assignment& assignment) {
      std::int64_t sum = 0;
      for (std::size_t n = 0; n < literals.size(); ++n) {
        if (holds(assignment, literals[n])) sum += weights[n];
      }
      EXPECT_EQUAL(holds(assignment, reached), sum >= bound);
    });
    if (test::failures != before) std::cerr << "seed " << seed << "\n";
  }
}

void a_conjunction_is_defined_in_both_directions() {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    test::Random random(seed);
    Clauses clauses;
    const std::uint32_t inputs = with_inputs(clauses, random);
    // Past 16 literals repetitions are found by sorting.
    const std::vector<Value> literals = random_literals(random, inputs, random.chance(70) ? 4 : 25);
    const Value both = clauses.conjunction(literals);
    const int before = test::failures;
    each_defined(clauses, inputs, [&](const ClauseModels::Assignment& assignment) {
      const bool expected = std::all_of(literals.begin(), literals.end(),
                                        [&](Value literal) { return holds(assignment, literal); });
      EXPECT_EQUAL(holds(assignment, both), expected);
    });
    if (test::failures != before) std::cerr << "seed " << seed << "\n";
  }
}

void a_clause_is_what_its_literals_say() {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    test::Random random(seed);
    Clauses clauses;
    const std::uint32_t inputs = with_inputs(clauses, random);
    const std::vector<Value> literals = random_literals(random, inputs, random.chance(70) ? 4 : 25);
    clauses.add(literals);
    std::size_t expected = 0;
    for (std::uint32_t code = 0; code < 1U << inputs; ++code) {
      ClauseModels::Assignment assignment(inputs + 1);
      for (std::uint32_t n = 0; n < inputs; ++n) assignment[n + 1] = (code >> n & 1U) != 0;
      expected += std::any_of(literals.begin(), literals.end(),
                              [&](Value literal) { return holds(assignment, literal); });
    }
    std::size_t found = 0;
    ClauseModels(clauses).each([&](const ClauseModels::Assignment&) { return ++found != 0; });
    EXPECT_EQUAL(found, expected);
    std::vector<Value> clause(clauses.flat.begin(), clauses.flat.end());
    std::sort(clause.begin(), clause.end(),
              [](Value a, Value b) { return std::abs(a) < std::abs(b); });
    for (std::size_t n = 1; n < clause.size(); ++n) {
      EXPECT(std::abs(clause[n]) != std::abs(clause[n - 1]));
    }
  }
}

void at_most_one_of_a_few_literals() {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    test::Random random(seed);
    Clauses clauses;
    const std::uint32_t inputs = with_inputs(clauses, random);
    const std::vector<Value> literals = random_literals(random, inputs, 6);
    clauses.at_most_one(literals);
    std::size_t expected = 0;
    for (std::uint32_t code = 0; code < 1U << inputs; ++code) {
      ClauseModels::Assignment assignment(inputs + 1);
      for (std::uint32_t n = 0; n < inputs; ++n) assignment[n + 1] = (code >> n & 1U) != 0;
      expected += std::count_if(literals.begin(), literals.end(),
                                [&](Value literal) { return holds(assignment, literal); }) <= 1;
    }
    EXPECT_EQUAL(clauses.count(), static_cast<std::int32_t>(inputs));
    std::size_t found = 0;
    ClauseModels(clauses).each([&](const ClauseModels::Assignment&) { return ++found != 0; });
    EXPECT_EQUAL(found, expected);
  }
}

// Past `pairwise` literals a diagram takes over: n + 1 models all the same, each once.
void at_most_one_of_many_literals() {
  for (std::size_t size = Clauses::pairwise - 1; size <= Clauses::pairwise + 8; ++size) {
    Clauses clauses;
    std::vector<Value> literals;
    for (std::size_t n = 0; n < size; ++n) {
      const Value var = clauses.new_var();
      literals.push_back(n % 3 == 0 ? -var : var);
    }
    clauses.at_most_one(literals);
    if (size <= Clauses::pairwise) {
      EXPECT_EQUAL(clauses.size, size * (size - 1) / 2);
    } else {
      EXPECT(clauses.size <= 10 * size);
    }
    // All literals but these are false, so that few assignments are left to try.
    for (std::size_t first = 0; first < size; first += 5) {
      for (std::size_t second = first; second < size; second += 7) {
        Clauses fixed = clauses;
        for (std::size_t n = 0; n < size; ++n) {
          if (n == first || n == second) continue;
          fixed.add({-literals[n]});
        }
        std::size_t found = 0;
        ClauseModels(fixed).each([&](const ClauseModels::Assignment&) { return ++found != 0; });
        EXPECT_EQUAL(found, first == second ? 2U : 3U);
      }
    }
  }
}

void weights_of_31_bits_do_not_overflow() {
  constexpr std::int64_t great = std::numeric_limits<std::int32_t>::max();
  for (const std::int64_t need : {std::int64_t{1}, great, 3 * great, 3 * great + 1}) {
    Clauses clauses;
    std::vector<Value> literals;
    for (int n = 0; n < 3; ++n) literals.push_back(clauses.new_var());
    const std::vector<std::int64_t> weights(3, great);
    const Value reached = clauses.reaches(literals, weights, need);
    each_defined(clauses, 3, [&](const ClauseModels::Assignment& assignment) {
      std::int64_t sum = 0;
      for (const Value literal : literals) sum += holds(assignment, literal) ? great : 0;
      EXPECT_EQUAL(holds(assignment, reached), sum >= need);
    });
  }
}

}  // namespace

int main() {
  return test::run(a_sum_is_defined_in_both_directions, a_conjunction_is_defined_in_both_directions,
                   a_clause_is_what_its_literals_say, at_most_one_of_a_few_literals,
                   at_most_one_of_many_literals, weights_of_31_bits_do_not_overflow);
}
