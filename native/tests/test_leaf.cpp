#include <algorithm>
#include <vector>

#include "check.hpp"
#include "core/dpll/leaf.hpp"
#include "core/formula/read.hpp"
#include "core/formula/write.hpp"
#include "draft.hpp"
#include "instance_walks.hpp"
#include "structured_formula.hpp"

namespace {

using namespace gdlc;

// Decides all in front of the last existential block at random, and asks the leaf for the rest;
// many times over, so that clauses learned in one leaf are there in the next; or none are learned
// but short ones.
class Leaves {
 public:
  Leaves(const Formula& formula, test::Random& random)
      : walk_(formula),
        random_(random),
        leaf_(walk_.instance.n_vars(), walk_.propagator, walk_.analysis, walk_.activity,
              random.chance(50) ? SIZE_MAX : random.below(4)) {}

  void descend() {
    if (is_over_) return;
    const std::uint32_t n_prefix = walk_.instance.last_not_existential();
    bool is_open = walk_.propagator.propagate() == Outcome::open;
    const bool skips = random_.chance(70);  // as a search does, what no clause needs
    std::uint32_t number = walk_.first_open(1);
    while (is_open && number <= n_prefix) {
      if (!skips || walk_.propagator.is_live(Var(number))) {
        is_open = walk_.propagator.decide(Lit(Var(number), random_.chance(50))) == Outcome::open;
        if (!is_open) walk_.learn();
      }
      number = walk_.first_open(number + 1);
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

// Only the outermost block is as it was; all others are the player's.
Formula with_large_leaf(const Formula& formula) {
  test::Draft draft(formula);
  for (std::size_t index = 1; index < draft.blocks.size(); ++index) {
    draft.blocks[index].quantifier = Quantifier::exists;
    for (const Var var : draft.blocks[index].vars) draft.probabilities.erase(var);
  }
  return draft.formula();
}

void a_leaf_is_worth_what_enumeration_says() {
  int n_satisfied = 0;
  int n_zero = 0;
  for (std::uint64_t seed = 1; seed <= 20'000; ++seed) {
    test::Random random(seed);
    const Formula formula = seed % 4 == 0   ? test::structured_formula(random)
                            : seed % 4 == 1 ? test::random_formula(random, 13)
                            : seed % 4 == 2 ? test::entangled_formula(random, 13)
                                            : with_large_leaf(test::entangled_formula(random, 13));
    if (!test::InstanceWalk(formula).is_open) continue;
    const int failures = test::failures;
    Leaves leaves(formula, random);
    for (int i = 0; i < 8; ++i) leaves.descend();
    n_satisfied += leaves.n_satisfied;
    n_zero += leaves.n_zero;
    if (test::failures != failures) std::cerr << "seed " << seed << "\n" << write_formula(formula);
  }
  EXPECT(n_satisfied > 60'000);
  EXPECT(n_zero > 500);
}

// What is learned from two conflicts holds the universal 14 with both signs. Once 2 and 3 are true
// no clause needs 14, and 4..12 are a leaf; there the decision against 4 makes 5 and 6 true by what
// was learned, which -5 -6 4 13 does not allow: the resolvent holds 14 and -14.
void a_conflict_that_teaches_nothing_is_one() {
  const Formula formula =
      read_formula(
          "p cnf 15 15\ne 1 2 3 4 5 6 7 8 9 10 11 12 13 0\na 14 0\ne 15 0\n-1 0\n1 -15 0\n"
          "5 14 2 15 0\n5 4 7 0\n-2 -7 9 0\n-2 -7 -9 0\n"
          "6 -14 3 15 0\n6 4 8 0\n-3 -8 10 0\n-3 -8 -10 0\n"
          "-5 -6 4 13 0\n-4 11 12 0\n-4 11 -12 0\n-4 -11 12 0\n-4 -11 -12 0\n")
          .formula;
  test::InstanceWalk walk(formula);
  const auto learn_from = [&](const std::vector<int>& decisions) {
    Outcome outcome = Outcome::open;
    for (const int decision : decisions) {
      EXPECT(outcome == Outcome::open);
      outcome = walk.propagator.decide(Lit::from_dimacs(decision));
    }
    EXPECT(outcome == Outcome::zero);
    walk.learn();
    while (walk.propagator.depth() > 0) walk.propagator.undo();
    EXPECT(walk.propagator.propagate() == Outcome::open);
  };
  learn_from({-4, -5});
  learn_from({-4, -6});
  EXPECT_EQUAL(walk.propagator.n_learned(), 2U);

  for (const int decision : {2, 3, -13}) {
    EXPECT(walk.propagator.decide(Lit::from_dimacs(decision)) == Outcome::open);
  }
  EXPECT(!walk.propagator.is_live(Var(14)));
  std::vector<Var> vars;
  for (std::uint32_t number = 4; number <= 12; ++number) vars.emplace_back(number);
  for (int i = 0; i < 100; ++i) walk.activity.bump(Var(4));  // so that it is decided first
  Leaf leaf(walk.instance.n_vars(), walk.propagator, walk.analysis, walk.activity);
  ZeroReason reason;
  EXPECT(leaf.solve(vars, reason) == Outcome::zero);
  EXPECT_EQUAL(walk.propagator.depth(), 3U);
  EXPECT(std::find(reason.begin(), reason.end(), Lit(Var(13), true)) != reason.end());
  for (const Lit lit : reason) EXPECT(walk.propagator.is_false(lit));
}

}  // namespace

int main() {
  return test::run(a_leaf_is_worth_what_enumeration_says, a_conflict_that_teaches_nothing_is_one);
}
