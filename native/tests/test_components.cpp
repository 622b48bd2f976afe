#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "check.hpp"
#include "core/dpll/components.hpp"
#include "core/formula/write.hpp"
#include "instance_walks.hpp"
#include "structured_formula.hpp"

namespace {

using namespace gdlc;

// An unsatisfied clause: its number, and the literals that are open.
using OpenClause = std::pair<ClauseIndex, std::vector<Lit>>;

struct SlowPart {
  std::set<Var> vars;
  std::set<OpenClause> clauses;
  friend auto operator<=>(const SlowPart&, const SlowPart&) = default;
};

// Joins parts that share an open variable, a clause at a time.
std::set<SlowPart> split_slowly(const Instance& instance, const Propagator& propagator) {
  std::vector<SlowPart> parts;
  for (ClauseIndex index = 0; index < instance.n_clauses(); ++index) {
    if (propagator.is_satisfied(index)) continue;
    SlowPart joined;
    OpenClause clause{index, {}};
    for (const Lit lit : instance.clause(index)) {
      if (!propagator.is_open(lit.var())) continue;
      clause.second.push_back(lit);
      joined.vars.insert(lit.var());
    }
    joined.clauses.insert(clause);
    std::erase_if(parts, [&](const SlowPart& part) {
      const bool meets = std::any_of(clause.second.begin(), clause.second.end(),
                                     [&](Lit lit) { return part.vars.contains(lit.var()); });
      if (!meets) return false;
      joined.vars.insert(part.vars.begin(), part.vars.end());
      joined.clauses.insert(part.clauses.begin(), part.clauses.end());
      return true;
    });
    parts.push_back(joined);
  }
  return {parts.begin(), parts.end()};
}

class Splits {
 public:
  Splits(const Formula& formula, test::Random& random)
      : walk_(formula), random_(random), components_(walk_.instance) {
    components_.add_all_vars();
  }

  void descend() {
    expect_parts(0, walk_.instance.n_vars());
    while (components_.n_parts() > 0) {
      // One part is entered, as a search does; its variables are split again.
      const Components::Part part = components_.part(components_.n_parts() - 1);
      const std::span<const Var> vars = components_.vars(part);
      const Var var = vars[random_.below(static_cast<std::uint32_t>(vars.size()))];
      if (walk_.propagator.decide(Lit(var, random_.chance(50))) != Outcome::open) break;
      expect_parts(part.vars_begin, part.vars_end);
      if (components_.n_parts() > 30) break;
    }
    components_.drop_to(0);
    while (walk_.propagator.depth() > 0) walk_.propagator.undo();
  }

  std::size_t n_products = 0;

 private:
  // Those of a superset: each is one by the slow way, and all of these with its variables are
  // there.
  void expect_parts(std::size_t vars_begin, std::size_t vars_end) {
    const std::size_t before = components_.n_parts();
    const std::span<const Var> all = components_.vars({vars_begin, vars_end, 0, 0});
    const std::set<Var> among(all.begin(), all.end());
    std::set<SlowPart> expected = split_slowly(walk_.instance, walk_.propagator);
    std::erase_if(expected,
                  [&](const SlowPart& part) { return !among.contains(*part.vars.begin()); });
    components_.split(walk_.propagator, vars_begin, vars_end);
    EXPECT_EQUAL(components_.n_parts(), before + expected.size());
    n_products += expected.size() > 1 ? 1 : 0;
    for (std::size_t index = before; index < components_.n_parts(); ++index) {
      const std::span<const Var> vars = components_.vars(components_.part(index));
      EXPECT(std::is_sorted(vars.begin(), vars.end()));
      const std::set<Var> of_part(vars.begin(), vars.end());
      const auto found = std::find_if(expected.begin(), expected.end(),
                                      [&](const SlowPart& part) { return part.vars == of_part; });
      EXPECT(found != expected.end());
      if (found == expected.end()) continue;
      std::vector<std::uint8_t> bytes;
      components_.write_key(components_.part(index), bytes);
      const std::string key(bytes.begin(), bytes.end());
      EXPECT(part_of_key_.emplace(key, *found).first->second == *found);
      EXPECT(key_of_part_.emplace(*found, key).first->second == key);
      expected.erase(found);
    }
  }

  test::InstanceWalk walk_;
  test::Random& random_;
  Components components_;
  std::map<std::string, SlowPart> part_of_key_;
  std::map<SlowPart, std::string> key_of_part_;
};

void parts_share_nothing_cover_all_and_have_keys_one_to_one() {
  std::size_t n_products = 0;
  for (std::uint64_t seed = 1; seed <= 800; ++seed) {
    test::Random random(seed);
    const Formula formula =
        seed % 2 == 0 ? test::random_formula(random, 25) : test::structured_formula(random);
    if (!test::InstanceWalk(formula).is_open) continue;
    const int failures = test::failures;
    Splits splits(formula, random);
    for (int i = 0; i < 25; ++i) splits.descend();
    n_products += splits.n_products;
    if (test::failures != failures) std::cerr << "seed " << seed << "\n" << write_formula(formula);
  }
  EXPECT(n_products > 3000);
}

}  // namespace

int main() {
  return test::run(parts_share_nothing_cover_all_and_have_keys_one_to_one);
}
