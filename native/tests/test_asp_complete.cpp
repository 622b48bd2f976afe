// Completions of random programs by seed, and cases that random programs meet too rarely.

#include <iostream>
#include <limits>
#include <vector>

#include "asp_checks.hpp"
#include "check.hpp"
#include "clause_models.hpp"
#include "core/asp/complete.hpp"
#include "core/asp/text.hpp"
#include "random_program.hpp"
#include "stable_models.hpp"

namespace {

using namespace gdlc;
using asp::Completion;
using asp::Prefixed;
using asp::Program;
using asp::Quantifier;
using asp::Savings;

Program program_of(std::string_view text) {
  Program program;
  Stop stop;
  asp::read_text(text, program, stop);
  return program;
}

void completions_of_random_programs() {
  for (std::uint64_t seed = 1; seed <= 8000; ++seed) {
    test::Random random(seed);
    const test::ProgramShape shape{.max_atoms = 1 + random.below(7),
                                   .max_rules = 1 + random.below(16),
                                   .tight = true,
                                   .bounds = random.chance(20)};
    const Program program = test::random_program(random, shape);
    const auto fault = [&](const Program& candidate) {
      return test::guarded([&] { return test::fault_in_completions(candidate, seed); });
    };
    if (fault(program).empty()) continue;
    const Program least =
        test::shrunk(program, [&](const Program& candidate) { return !fault(candidate).empty(); });
    std::cerr << "seed " << seed << ": " << fault(least) << "\n" << asp::write_text(least);
    EXPECT(fault(program).empty());
    return;
  }
}

// Each combination of savings on the same programs, under one prefix.
void all_combinations_of_savings() {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    test::Random random(seed);
    const Program program = test::simple(test::random_program(random, {}));
    const std::vector<Prefixed> prefix = test::random_prefix(program, random, 4);
    const double expected = test::value_of(test::stable_models(program), prefix);
    for (int bits = 0; bits < 32; ++bits) {
      const Savings savings{.equal = (bits & 1) != 0,
                            .imply = (bits & 2) != 0,
                            .bodies = (bits & 4) != 0,
                            .cone = (bits & 8) != 0,
                            .units = (bits & 16) != 0};
      Stop stop;
      const Completion completion = asp::complete_leanly(program, prefix, savings, stop);
      const double found = test::ClauseModels(completion.clauses).value(completion);
      if (found != expected) std::cerr << "seed " << seed << ", savings " << bits << "\n";
      EXPECT_EQUAL(found, expected);
    }
  }
}

void expect_value(const Program& program, const std::vector<Prefixed>& prefix, double expected) {
  Stop stop;
  const Completion plain = asp::complete(program, prefix, stop);
  EXPECT_EQUAL(test::ClauseModels(plain.clauses).value(plain), expected);
  const Completion lean = asp::complete_leanly(program, prefix, Savings{}, stop);
  EXPECT_EQUAL(test::ClauseModels(lean.clauses).value(lean), expected);
}

void a_quantified_fact_that_could_be_chosen_too() {
  const Program program = program_of("a. {b}. {a} :- b. :- b.");
  expect_value(program, {{program.find("a"), 1, Quantifier::exists}}, 1);
  expect_value(program, {{program.find("a"), 1, Quantifier::forall}}, 0);
}

// Atoms that are sums, each of the other.
void sums_in_a_negative_loop() {
  const Program program =
      program_of("{c; d}. a :- 2 {not b; c; d}. b :- 2 {not a; c; not d}. :- a, b.");
  const auto models = test::stable_models(program);
  for (const auto quantifier : {Quantifier::exists, Quantifier::forall}) {
    const std::vector<Prefixed> prefix = {{program.find("c"), 1, quantifier},
                                          {program.find("a"), 2, Quantifier::exists}};
    expect_value(program, prefix, test::value_of(models, prefix));
  }
}

// A literal three times in a sum has a weight of more than 31 bits.
void weights_that_add_up() {
  const Program program = program_of(
      "{a; b; c}. d :- #sum {2147483647,0: a; 2147483647,1: a; 2147483647,2: a; 2147483647,3: b; "
      "2147483647,4: b; 2147483647,5: c} >= 8589934588. :- not d.");
  const auto models = test::stable_models(program);
  for (const auto quantifier : {Quantifier::exists, Quantifier::forall}) {
    for (const char* const name : {"a", "b", "c"}) {
      const std::vector<Prefixed> prefix = {{program.find(name), 1, quantifier}};
      expect_value(program, prefix, test::value_of(models, prefix));
    }
  }
}

void a_stop_ends_both() {
  Program program;
  for (int n = 0; n < 10'000; ++n) {
    const asp::Atom atom = program.atom("p(" + std::to_string(n) + ")");
    program.add({.head = {&atom, 1}, .body = {}, .weights = {}, .choice = true});
  }
  Stop stop;
  stop.interrupt();
  int stopped = 0;
  try {
    asp::complete(program, {}, stop);
  } catch (const Stopped&) {
    ++stopped;
  }
  try {
    asp::complete_leanly(program, {}, Savings{}, stop);
  } catch (const Stopped&) {
    ++stopped;
  }
  EXPECT_EQUAL(stopped, 2);
}

}  // namespace

int main() {
  return test::run(completions_of_random_programs, all_combinations_of_savings,
                   a_quantified_fact_that_could_be_chosen_too, sums_in_a_negative_loop,
                   weights_that_add_up, a_stop_ends_both);
}
