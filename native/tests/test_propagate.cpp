#include <map>
#include <string>

#include "check.hpp"
#include "core/dpll/key.hpp"
#include "core/dpll/propagate.hpp"
#include "random_formula.hpp"

namespace {

using namespace gdlc;

const auto never = [] { return false; };

std::string key_now(Propagator& propagator, KeyWriter& writer) {
  const std::vector<std::uint8_t>& key = writer.write(propagator);
  return {key.begin(), key.end()};
}

// What the key stands for, found without counters: the unsatisfied clauses without their false
// literals' values, each with its number.
std::vector<std::vector<std::uint32_t>> residual(const Instance& instance,
                                                 const Propagator& propagator) {
  std::vector<std::vector<std::uint32_t>> result;
  for (ClauseIndex index = 0; index < instance.n_clauses(); ++index) {
    std::vector<std::uint32_t> left{index};
    bool satisfied = false;
    for (const Lit lit : instance.clause(index)) {
      satisfied = satisfied || propagator.truth(lit) == Truth::yes;
      if (propagator.truth(lit) == Truth::open) left.push_back(lit.code());
    }
    if (!satisfied) result.push_back(left);
  }
  return result;
}

// Random walks of decisions; at every closed state: no unit is left, key and hash belong to the
// residual formula one to one, and undoing brings them back.
void keys_belong_to_residual_formulas_one_to_one() {
  test::Random random(11);
  for (int round = 0; round < 300; ++round) {
    const Instance instance(test::random_formula(random, 14));
    Propagator propagator(instance, random.chance(50), never);
    KeyWriter writer(propagator);
    if (propagator.propagate_units() != Outcome::open) continue;
    std::map<std::string, std::vector<std::vector<std::uint32_t>>> seen;
    std::map<std::vector<std::vector<std::uint32_t>>, std::string> back;
    for (int walk = 0; walk < 40; ++walk) {
      std::vector<std::uint64_t> hashes;
      std::vector<std::string> keys;
      while (propagator.n_unsatisfied() != 0) {
        const auto key = key_now(propagator, writer);
        const auto rest = residual(instance, propagator);
        EXPECT_EQUAL(rest.size(), propagator.n_unsatisfied());
        for (const auto& clause : rest) EXPECT(clause.size() > 2);
        EXPECT(seen.emplace(key, rest).first->second == rest);
        EXPECT(back.emplace(rest, key).first->second == key);
        hashes.push_back(propagator.hash());
        keys.push_back(key);
        Var var(1 + random.below(instance.n_vars()));
        while (!propagator.is_open(var) || !propagator.is_live(var)) {
          var = Var(var.number() % instance.n_vars() + 1);
        }
        if (propagator.decide(Lit(var, random.chance(50))) != Outcome::open) break;
      }
      while (propagator.depth() > 0) {
        propagator.undo();
        EXPECT_EQUAL(propagator.hash(), hashes[propagator.depth()]);
        EXPECT(key_now(propagator, writer) == keys[propagator.depth()]);
      }
    }
  }
}

void a_forced_universal_makes_zero() {
  FormulaParts parts;
  parts.n_vars = 2;
  parts.blocks = {{Quantifier::forall, {Var(1)}}, {Quantifier::exists, {Var(2)}}};
  parts.literals = {Lit(Var(1), true)};
  parts.ends = {1};
  const Instance instance(Formula::make(parts));
  Propagator propagator(instance, false, never);
  EXPECT(propagator.propagate_units() == Outcome::zero);
}

}  // namespace

int main() {
  return test::run(keys_belong_to_residual_formulas_one_to_one, a_forced_universal_makes_zero);
}
