#include <algorithm>
#include <optional>
#include <vector>

#include "check.hpp"
#include "core/formula/write.hpp"
#include "instance_walks.hpp"
#include "structured_formula.hpp"

namespace {

using namespace gdlc;

// Goes through the whole tree, handing reasons up as a search does, and looks at each of them and
// at all clauses learned.
class Reasons {
 public:
  explicit Reasons(const Formula& formula) : walk_(formula) {}

  void visit_all() {
    visit();
    const ClauseStore& clauses = walk_.propagator.clauses();
    ClauseRef ref = 0;
    for (ClauseIndex index = 0; index < walk_.instance.n_clauses(); ++index)
      ref = clauses.next(ref);
    for (; ref < clauses.end(); ref = clauses.next(ref)) expect_implied(clauses.literals(ref));
  }

  std::size_t n_reasons = 0;
  std::size_t n_learned = 0;

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
    EXPECT_EQUAL(test::enumerate(walk_.formula, given), Rational(0));
  }

  // pre: no level is open; what was forced by then is in no clause learned.
  // The opponent's literals among them he has made false as well; and with the clause the formula
  // is worth the same.
  void expect_implied(std::span<const Lit> clause) {
    ++n_learned;
    std::vector<Lit> given;
    for (const Lit lit : clause) given.push_back(walk_.original(lit.negated()));
    for (const Lit lit : walk_.propagator.trail()) {
      const bool is_in_clause = std::any_of(clause.begin(), clause.end(),
                                            [&](Lit other) { return other.var() == lit.var(); });
      if (!is_in_clause) given.push_back(walk_.original(lit));
    }
    EXPECT_EQUAL(test::enumerate(walk_.formula, given), Rational(0));
    FormulaParts parts;
    parts.n_vars = walk_.formula.n_vars();
    parts.blocks = walk_.formula.blocks();
    parts.probabilities = walk_.formula.probabilities();
    for (std::size_t index = 0; index < walk_.formula.n_clauses(); ++index) {
      const auto literals = walk_.formula.clause(index);
      parts.literals.insert(parts.literals.end(), literals.begin(), literals.end());
      parts.ends.push_back(parts.literals.size());
    }
    for (const Lit lit : clause) parts.literals.push_back(walk_.original(lit));
    parts.ends.push_back(parts.literals.size());
    EXPECT_EQUAL(test::enumerate(Formula::make(parts)), test::enumerate(walk_.formula));
  }

  test::InstanceWalk walk_;
};

void reasons_make_zero_and_clauses_learned_follow() {
  std::size_t n_reasons = 0;
  std::size_t n_learned = 0;
  for (std::uint64_t seed = 1; seed <= 12'000; ++seed) {
    test::Random random(seed);
    const Formula formula =
        seed % 4 == 0 ? test::structured_formula(random) : test::random_formula(random, 9);
    if (formula.n_vars() > 14 || !test::InstanceWalk(formula).is_open) continue;
    const int failures = test::failures;
    Reasons reasons(formula);
    reasons.visit_all();
    n_reasons += reasons.n_reasons;
    n_learned += reasons.n_learned;
    if (test::failures != failures) std::cerr << "seed " << seed << "\n" << write_formula(formula);
  }
  EXPECT(n_reasons > 1000);
  EXPECT(n_learned > 100);
}

}  // namespace

int main() {
  return test::run(reasons_make_zero_and_clauses_learned_follow);
}
