#include <string>
#include <vector>

#include "check.hpp"
#include "core/dpll/analyze.hpp"
#include "core/dpll/audit.hpp"
#include "core/dpll/propagate.hpp"
#include "core/formula/write.hpp"
#include "enumerate.hpp"
#include "random_formula.hpp"

namespace {

using namespace gdlc;

const auto never = [] { return false; };

// Decides and takes back at random, learns from conflicts, and looks at every state on the way.
class Walk {
 public:
  Walk(const Formula& formula, test::Random& random)
      : formula_(formula),
        random_(random),
        instance_(formula),
        propagator_(instance_, never),
        activity_(instance_.n_vars()),
        analysis_(instance_, propagator_, activity_) {}

  void run(int n_steps) {
    if (propagator_.propagate_units() != Outcome::open) {
      EXPECT(test::enumerate(formula_) == 0);
      return;
    }
    expect_closed();
    if (instance_.n_vars() == 0) return;
    for (int step = 0; step < n_steps; ++step) {
      if (propagator_.depth() > 0 && random_.chance(15)) {
        if (!undo()) return;
        continue;
      }
      const Lit lit(Var(1 + random_.below(instance_.n_vars())), random_.chance(50));
      if (!propagator_.is_open(lit.var()) || is_early(lit.var())) continue;
      if (!decide(lit)) return;
    }
    while (propagator_.depth() > 0 && undo()) continue;
  }

  int n_stayed = 0;

 private:
  // What is forced where a universal is open may not be so in a game in which it was decided before
  // that: no search does so.
  bool is_early(Var var) const {
    if (!instance_.is_universal(var)) return false;
    for (std::uint32_t number = 1; number < var.number(); ++number) {
      if (propagator_.is_open(Var(number)) && !instance_.is_universal(Var(number))) return true;
    }
    return false;
  }

  // False: what was learned shows that the formula is worth 0.
  bool decide(Lit lit) {
    trails_.emplace_back(propagator_.trail().begin(), propagator_.trail().end());
    const Outcome outcome = propagator_.decide(lit);
    std::vector<Lit> given = trails_.back();
    given.push_back(lit);
    if (outcome == Outcome::open) {
      for (const Lit forced : propagator_.trail().subspan(given.size())) {
        EXPECT(value_with(given, forced.negated()) == 0);
      }
      expect_closed();
      return true;
    }
    EXPECT(value_with(given) == 0);
    return leave_conflict();
  }

  // A conflict is told once: what is undone must be all down to its level.
  bool leave_conflict() {
    const std::uint32_t level = analysis_.conflict_level();
    if (level == 0) {
      EXPECT(test::enumerate(formula_) == 0);
      return false;
    }
    if (propagator_.conflict().implied == Lit() && random_.chance(90)) analysis_.learn(level, 200);
    while (propagator_.depth() > level) take_back();
    return undo();
  }

  void take_back() {
    const std::vector<Lit> before = trails_.back();
    trails_.pop_back();
    propagator_.undo();
    const std::span<const Lit> now = propagator_.trail();
    EXPECT(now.size() >= before.size() && std::equal(before.begin(), before.end(), now.begin()));
    for (const Lit lit : now.subspan(before.size())) {
      ++n_stayed;
      EXPECT(value_with(before, lit.negated()) == 0);
    }
    std::size_t n_assigned = 0;
    for (std::uint32_t number = 1; number <= instance_.n_vars(); ++number) {
      n_assigned += propagator_.is_open(Var(number)) ? 0U : 1U;
    }
    EXPECT_EQUAL(n_assigned, now.size());
    for (const Lit lit : now) {
      EXPECT(propagator_.is_true(lit) && propagator_.level(lit.var()) <= propagator_.depth());
    }
  }

  bool undo() {
    take_back();
    const std::vector<Lit> given(propagator_.trail().begin(), propagator_.trail().end());
    if (propagator_.propagate() != Outcome::open) {
      EXPECT(value_with(given) == 0);
      return leave_conflict();
    }
    expect_closed();
    return true;
  }

  // Of the formula when these literals are given, in this order, and one more if it is one.
  Rational value_with(const std::vector<Lit>& given, Lit lit = Lit()) const {
    std::vector<Lit> fixed;
    for (const Lit one : given) fixed.push_back(original(one));
    if (lit != Lit()) fixed.push_back(original(lit));
    return test::enumerate(formula_, fixed);
  }
  Lit original(Lit lit) const { return {instance_.original(lit.var()), lit.positive()}; }

  void expect_closed() {
    const std::string fault = find_unclosed_clause(instance_, propagator_);
    if (fault.empty()) return;
    ++test::failures;
    std::cerr << fault << "\n" << write_formula(formula_);
  }

  const Formula& formula_;
  test::Random& random_;
  const Instance instance_;
  Propagator propagator_;
  Activity activity_;
  Analysis analysis_;
  std::vector<std::vector<Lit>> trails_;  // before each decision
};

void states_are_closed_and_come_back() {
  int n_stayed = 0;
  for (std::uint64_t seed = 1; seed <= 20'000; ++seed) {
    test::Random random(seed);
    const Formula formula = test::random_formula(random, 10);
    const int failures = test::failures;
    Walk walk(formula, random);
    walk.run(60);
    n_stayed += walk.n_stayed;
    if (test::failures != failures) std::cerr << "seed " << seed << "\n";
  }
  EXPECT(n_stayed > 300);
}

Outcome outcome_of_units(const std::vector<Block>& blocks, const std::vector<Lit>& clause) {
  FormulaParts parts;
  parts.blocks = blocks;
  for (const Block& block : blocks) parts.n_vars += static_cast<std::uint32_t>(block.vars.size());
  parts.literals = clause;
  parts.ends = {clause.size()};
  const Instance instance(Formula::make(parts));
  return Propagator(instance, never).propagate_units();
}

void a_forced_universal_makes_zero() {
  const Lit one(Var(1), true);
  EXPECT(outcome_of_units({{Quantifier::forall, {Var(1)}}, {Quantifier::exists, {Var(2)}}},
                          {one}) == Outcome::zero);
  EXPECT(outcome_of_units({{Quantifier::exists, {Var(1)}}, {Quantifier::forall, {Var(2)}}},
                          {one, Lit(Var(2), true)}) == Outcome::open);
}

void who_polls_can_give_up() {
  FormulaParts parts;
  parts.n_vars = 100;
  parts.blocks = {{Quantifier::exists, {}}};
  for (std::uint32_t number = 1; number <= 100; ++number) {
    parts.blocks[0].vars.emplace_back(number);
    if (number == 100) break;
    parts.literals.insert(parts.literals.end(),
                          {Lit(Var(number), false), Lit(Var(number + 1), true)});
    parts.ends.push_back(parts.literals.size());
  }
  const Instance instance(Formula::make(parts));
  int n_polls = 0;
  Propagator propagator(instance, [&] { return ++n_polls == 3; }, 5);
  EXPECT(propagator.propagate_units() == Outcome::open);
  EXPECT(propagator.decide(Lit(Var(1), true)) == Outcome::stopped);
  EXPECT_EQUAL(n_polls, 3);
  propagator.undo();
  EXPECT(propagator.trail().empty());
  EXPECT(propagator.decide(Lit(Var(1), true)) == Outcome::open);
  EXPECT_EQUAL(propagator.trail().size(), 100U);
}

}  // namespace

int main() {
  return test::run(states_are_closed_and_come_back, a_forced_universal_makes_zero,
                   who_polls_can_give_up);
}
