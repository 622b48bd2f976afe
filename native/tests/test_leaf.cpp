#include <algorithm>
#include <vector>

#include "check.hpp"
#include "core/dpll/leaf.hpp"
#include "core/formula/write.hpp"
#include "instance_walks.hpp"
#include "structured_formula.hpp"

namespace {

using namespace gdlc;

// Decides all in front of the last existential block at random, and asks the leaf for the rest;
// many times over, so that clauses learned in one leaf are there in the next.
class Leaves {
 public:
  Leaves(const Formula& formula, test::Random& random)
      : walk_(formula),
        random_(random),
        leaf_(walk_.instance.n_vars(), walk_.propagator, walk_.analysis, walk_.activity) {}

  void descend() {
    if (is_over_) return;
    const std::uint32_t n_prefix = walk_.instance.last_not_existential();
    bool is_open = walk_.propagator.propagate() == Outcome::open;
    while (is_open && walk_.first_open(1) <= n_prefix) {
      const Lit lit(Var(walk_.first_open(1)), random_.chance(50));
      is_open = walk_.propagator.decide(lit) == Outcome::open;
      if (!is_open) walk_.learn();
    }
    if (is_open) is_open = solve(n_prefix);
    is_over_ = !is_open && walk_.analysis.conflict_level() == 0;
    while (walk_.propagator.depth() > 0) walk_.propagator.undo();
  }

  int n_satisfied = 0;
  int n_zero = 0;

 private:
  // Whether the leaf is worth 1.
  bool solve(std::uint32_t n_prefix) {
    std::vector<Var> vars;
    for (std::uint32_t number = n_prefix + 1; number <= walk_.instance.n_vars(); ++number) {
      vars.emplace_back(number);
    }
    const std::vector<Lit> given = walk_.originals(walk_.propagator.trail());
    const Rational expected = test::enumerate(walk_.formula, given);
    const std::uint32_t depth = walk_.propagator.depth();
    ZeroReason reason;
    std::vector<Lit> model;
    const Outcome outcome = leaf_.solve(vars, reason, &model);
    EXPECT_EQUAL(walk_.propagator.depth(), depth);
    EXPECT_EQUAL(expected, Rational(outcome == Outcome::open ? 1 : 0));
    std::vector<Lit> fixed;
    if (outcome == Outcome::open) {
      ++n_satisfied;
      fixed = given;
      for (const Lit lit : model) fixed.push_back(walk_.original(lit));
      EXPECT(model.size() <= vars.size());  // those in no clause that is left may be missing
      EXPECT_EQUAL(test::enumerate(walk_.formula, fixed), Rational(1));
    } else {
      ++n_zero;
      for (const Lit lit : reason) {
        EXPECT(walk_.propagator.is_false(lit));
        fixed.push_back(walk_.original(lit.negated()));
      }
      EXPECT_EQUAL(test::enumerate(walk_.formula, fixed), Rational(0));
    }
    return outcome == Outcome::open;
  }

  test::InstanceWalk walk_;
  test::Random& random_;
  Leaf leaf_;
  bool is_over_ = false;  // the formula is known to be worth 0
};

void a_leaf_is_worth_what_enumeration_says() {
  int n_satisfied = 0;
  int n_zero = 0;
  for (std::uint64_t seed = 1; seed <= 6000; ++seed) {
    test::Random random(seed);
    const Formula formula =
        seed % 4 == 0 ? test::structured_formula(random) : test::random_formula(random, 13);
    if (!test::InstanceWalk(formula).is_open) continue;
    const int failures = test::failures;
    Leaves leaves(formula, random);
    for (int i = 0; i < 8; ++i) leaves.descend();
    n_satisfied += leaves.n_satisfied;
    n_zero += leaves.n_zero;
    if (test::failures != failures) std::cerr << "seed " << seed << "\n" << write_formula(formula);
  }
  EXPECT(n_satisfied > 2000);
  EXPECT(n_zero > 10);
}

}  // namespace

int main() {
  return test::run(a_leaf_is_worth_what_enumeration_says);
}
