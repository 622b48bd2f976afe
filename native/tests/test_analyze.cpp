#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/formula/read.hpp"
#include "core/formula/write.hpp"
#include "instance_walks.hpp"
#include "structured_formula.hpp"

namespace {

using namespace gdlc;

// The clauses that an instance searches, universal literals left out by reduction among them, and
// perhaps one more, in the numbering of the formula and under blocks of its variables.
Formula searched(const test::InstanceWalk& walk, const std::vector<Block>& blocks,
                 std::span<const Lit> one_more = {}) {
  FormulaParts parts;
  parts.n_vars = walk.formula.n_vars();
  parts.blocks = blocks;
  for (const Block& block : blocks) {
    if (block.quantifier != Quantifier::chance) continue;
    for (const Var var : block.vars)
      parts.probabilities.emplace(var, walk.formula.probability(var));
  }
  const auto add = [&](std::span<const Lit> clause) {
    for (const Lit lit : clause) parts.literals.push_back(walk.original(lit));
    parts.ends.push_back(parts.literals.size());
  };
  for (ClauseIndex index = 0; index < walk.instance.n_clauses(); ++index) {
    add(walk.instance.clause(index));
  }
  if (!one_more.empty()) add(one_more);
  return Formula::make(std::move(parts));
}

// One player for all: a question of satisfiability.
std::vector<Block> without_quantifiers(const Formula& formula) {
  std::vector<Block> blocks{{Quantifier::exists, {}}};
  for (const Block& block : formula.blocks()) {
    blocks[0].vars.insert(blocks[0].vars.end(), block.vars.begin(), block.vars.end());
  }
  return blocks;
}

// Goes through the whole tree, handing reasons up as a search does, and looks at each of them and
// at all clauses learned.
//
// What they speak of are the clauses that are searched. A clause learned may hold both a universal
// literal and what followed by reduction from a clause with its negation: by resolution in the
// formula as it was given that is a tautology, by Q-resolution (Kleine Buening, Karpinski, Floegel
// 1995) it is as good as any.
class Reasons {
 public:
  explicit Reasons(const Formula& formula)
      : walk_(formula),
        searched_(searched(walk_, formula.blocks())),
        clauses_(searched(walk_, without_quantifiers(formula))) {
    EXPECT_EQUAL(test::enumerate(searched_), test::enumerate(formula));
  }

  void visit_all() {
    visit();
    const ClauseStore& clauses = walk_.propagator.clauses();
    ClauseRef ref = 0;
    for (ClauseIndex index = 0; index < walk_.instance.n_clauses(); ++index)
      ref = clauses.next(ref);
    for (; ref < clauses.end(); ref = clauses.next(ref)) {
      expect_implied(clauses.literals(ref));
      learned.push_back(walk_.originals(clauses.literals(ref)));
    }
  }

  std::size_t n_reasons = 0;
  std::vector<std::vector<Lit>> learned;  // in the numbering of the formula

 private:
  // Why the node is worth 0, if it is and that is known.
  std::optional<ZeroReason> visit() {
    const std::uint32_t first = walk_.first_open(1);
    if (first > walk_.instance.n_vars()) return std::nullopt;
    const Var var(first);
    const std::uint32_t depth = walk_.propagator.depth() + 1;
    std::vector<ZeroReason> of_branches;
    for (const bool positive : {true, false}) {
      const Outcome outcome = walk_.propagator.decide(Lit(var, positive));
      std::optional<ZeroReason> reason;
      bool is_against_forced = false;
      if (outcome == Outcome::open) {
        reason = visit();
      } else {
        reason.emplace();
        walk_.analysis.conflict_reason(*reason);
        is_against_forced = walk_.propagator.conflict().implied != Lit();
        if (!is_against_forced) expect_zero(*reason);
        walk_.learn();
      }
      if (!reason) {
        walk_.propagator.undo();
        continue;
      }
      if (!is_against_forced && walk_.analysis.highest_level(*reason) < depth) {
        walk_.propagator.undo();
        return reason;
      }
      walk_.analysis.leave_level(*reason, depth);
      expect_zero(*reason, Lit(var, !positive));
      walk_.propagator.undo();
      if (walk_.instance.is_universal(var)) {
        expect_zero(*reason);
        return reason;
      }
      of_branches.push_back(*reason);
    }
    if (of_branches.size() < 2) return std::nullopt;
    ZeroReason both = of_branches[0];
    both.insert(both.end(), of_branches[1].begin(), of_branches[1].end());
    std::sort(both.begin(), both.end());
    both.erase(std::unique(both.begin(), both.end()), both.end());
    expect_zero(both);
    return both;
  }

  // While the literals, and one more if it is one, are false, the value is 0. The opponent keeps
  // what was decided up to the highest level among them, since only so far up the reason is used;
  // what is open to him there he decides in his turn. Literals of level 0 are in no reason; the
  // player has to make them true before he knows what the opponent does.
  void expect_zero(const ZeroReason& reason, Lit one_more = Lit()) {
    ++n_reasons;
    std::uint32_t level = walk_.analysis.highest_level(reason);
    std::vector<Lit> given;
    for (const Lit lit : reason) {
      EXPECT(walk_.propagator.is_false(lit));
      given.push_back(walk_.original(lit.negated()));
    }
    if (one_more != Lit()) {
      given.push_back(walk_.original(one_more.negated()));
      level = walk_.propagator.depth();
    }
    for (const Lit lit : walk_.propagator.trail()) {
      const std::uint32_t its_level = walk_.propagator.level(lit.var());
      const bool is_kept =
          its_level == 0 || (walk_.instance.is_universal(lit.var()) && its_level <= level);
      // Decided against: what is given is the decision.
      if (one_more != Lit() && lit.var() == one_more.var()) continue;
      if (is_kept) given.push_back(walk_.original(lit));
    }
    EXPECT_EQUAL(test::enumerate(searched_, given), Rational(0));
  }

  // pre: no level is open; what was forced by then is in no clause learned.
  // The clause follows from the others by resolution alone, so it holds whatever the order in which
  // variables are assigned; and with it the formula is worth the same.
  void expect_implied(std::span<const Lit> clause) {
    std::vector<Lit> given;
    for (const Lit lit : clause) given.push_back(walk_.original(lit.negated()));
    for (const Lit lit : walk_.propagator.trail()) {
      const bool is_in_clause = std::any_of(clause.begin(), clause.end(),
                                            [&](Lit other) { return other.var() == lit.var(); });
      if (!is_in_clause) given.push_back(walk_.original(lit));
    }
    EXPECT_EQUAL(test::enumerate(clauses_, given), Rational(0));
    EXPECT_EQUAL(test::enumerate(searched(walk_, walk_.formula.blocks(), clause)),
                 test::enumerate(searched_));
  }

  test::InstanceWalk walk_;
  const Formula searched_;
  const Formula clauses_;  // those of `searched_`, all variables the player's
};

void reasons_make_zero_and_clauses_learned_follow() {
  std::size_t n_reasons = 0;
  std::size_t n_learned = 0;
  for (std::uint64_t seed = 1; seed <= 30'000; ++seed) {
    test::Random random(seed);
    const Formula formula = seed % 4 == 0   ? test::structured_formula(random)
                            : seed % 4 == 1 ? test::random_formula(random, 9)
                                            : test::entangled_formula(random, 10);
    if (formula.n_vars() > 14 || !test::InstanceWalk(formula).is_open) continue;
    const int failures = test::failures;
    Reasons reasons(formula);
    reasons.visit_all();
    n_reasons += reasons.n_reasons;
    n_learned += reasons.learned.size();
    if (test::failures != failures) std::cerr << "seed " << seed << "\n" << write_formula(formula);
  }
  EXPECT(n_reasons > 50'000);
  EXPECT(n_learned > 15'000);
}

// The second clause forces -1 where 4 is false, since 2 is decided later: -2 is left out of it. So
// it may be resolved with the first, which holds 2, and what is learned holds 2 as well.
void what_is_learned_may_hold_a_universal_that_reduction_took_with_the_other_sign() {
  const Formula formula =
      read_formula("p cnf 4 3\ne 4 0\nr 1/6 1 0\na 2 0\ne 3 0\n3 4 2 0\n4 -2 -1 0\n1 -3 0\n")
          .formula;
  Reasons reasons(formula);
  reasons.visit_all();
  EXPECT_EQUAL(reasons.learned.size(), 1U);
  EXPECT(reasons.learned[0] == std::vector<Lit>({Lit(Var(4), true), Lit(Var(2), true)}));
}

}  // namespace

int main() {
  return test::run(reasons_make_zero_and_clauses_learned_follow,
                   what_is_learned_may_hold_a_universal_that_reduction_took_with_the_other_sign);
}
