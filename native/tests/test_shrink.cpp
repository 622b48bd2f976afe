#include "check.hpp"
#include "core/formula/read.hpp"
#include "enumerate.hpp"
#include "random_formula.hpp"
#include "shrink.hpp"

namespace {

using namespace gdlc;

// "Fails" if the value is neither 0 nor 1: one coin and one clause are enough for that.
void what_is_not_needed_goes() {
  const auto fails = [](const Formula& formula) {
    const Rational value = test::enumerate(formula);
    return value != 0 && value != 1;
  };
  int n_shrunk = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    test::Random random(seed);
    const Formula formula = test::random_formula(random, 10);
    if (!fails(formula)) continue;
    ++n_shrunk;
    const Formula small = test::shrink(formula, fails);
    EXPECT(fails(small));
    EXPECT_EQUAL(small.n_clauses(), 1U);
    EXPECT_EQUAL(small.n_literals(), 1U);
    EXPECT_EQUAL(small.n_vars(), 2U);  // formulas end with an existential block
  }
  EXPECT(n_shrunk > 30);
}

void what_is_needed_stays() {
  const Formula formula =
      read_formula("p cnf 4 3\nr 1/3 1 0\na 2 0\nr 1/3 3 0\ne 4 0\n1 2 3 0\n-1 4 0\n-2 -3 4 0\n")
          .formula;
  // The second opinion wants an opponent between two coins, in one clause.
  const auto fails = [](const Formula& candidate) {
    if (candidate.blocks().size() < 3 || candidate.n_clauses() == 0) return false;
    const auto& blocks = candidate.blocks();
    return blocks[0].quantifier == Quantifier::chance &&
           blocks[1].quantifier == Quantifier::forall &&
           blocks[2].quantifier == Quantifier::chance && candidate.clause(0).size() >= 3;
  };
  const Formula small = test::shrink(formula, fails);
  EXPECT(fails(small));
  EXPECT_EQUAL(small.n_clauses(), 1U);
  EXPECT_EQUAL(small.n_literals(), 3U);
  EXPECT_EQUAL(small.n_vars(), 4U);  // formulas end with an existential block
  EXPECT_EQUAL(small.blocks().size(), 4U);
}

}  // namespace

int main() {
  return test::run(what_is_not_needed_goes, what_is_needed_stays);
}
