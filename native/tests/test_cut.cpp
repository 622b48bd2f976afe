#include <map>
#include <string>
#include <vector>

#include "check.hpp"
#include "core/dpll/cut.hpp"
#include "core/dpll/definition_times.hpp"
#include "core/formula/write.hpp"
#include "enumerate.hpp"
#include "instance_walks.hpp"
#include "structured_formula.hpp"

namespace {

using namespace gdlc;

// All nodes of a search without a cache; those with the same key must have the same value. A chance
// literal that is forced ahead of its place counts at its place, so below the node, and that it was
// forced already is no part of the key.
class Nodes {
 public:
  Nodes(const Formula& formula, test::Random& random)
      : walk_(formula),
        random_(random),
        cut_(walk_.instance, walk_.propagator, [] { return false; }) {}

  void visit_all() {
    if (cut_.is_useful()) visit(walk_.first_open(1), {});
  }

  std::size_t n_keys = 0;
  std::size_t n_hits = 0;

 private:
  // pre: the state is closed
  void visit(std::uint32_t first, Cut::Known known) {
    if (first > walk_.instance.last_not_existential()) return;
    std::vector<std::uint8_t> key;
    cut_.write(walk_.propagator, Var(first), known, key);
    const auto [at, is_new] =
        values_.emplace(std::string(key.begin(), key.end()), walk_.value_from(first));
    ++(is_new ? n_keys : n_hits);
    if (!is_new) EXPECT_EQUAL(at->second, walk_.value_from(first));
    if (!is_new && random_.chance(50)) return;
    const std::uint32_t depth = walk_.propagator.depth();
    for (const bool positive : {true, false}) {
      if (!walk_.propagator.is_open(Var(first))) continue;  // a clause learned meanwhile forced it
      const Outcome outcome = walk_.propagator.decide(Lit(Var(first), positive));
      if (outcome == Outcome::open) visit(walk_.first_open(first + 1), known);
      if (outcome == Outcome::zero && random_.chance(50)) walk_.learn();
      while (walk_.propagator.depth() > depth) walk_.propagator.undo();
      cut_.drop_missing(known);
      if (walk_.propagator.propagate() != Outcome::open) return;
    }
  }

  test::InstanceWalk walk_;
  test::Random& random_;
  Cut cut_;
  std::map<std::string, Rational> values_;
};

void nodes_with_the_same_key_have_the_same_value() {
  std::size_t n_hits = 0;
  for (std::uint64_t seed = 1; seed <= 6000; ++seed) {
    test::Random random(seed);
    const Formula formula =
        seed % 8 == 0 ? test::random_formula(random, 9) : test::structured_formula(random);
    if (!test::InstanceWalk(formula).is_open) continue;
    const int failures = test::failures;
    Nodes nodes(formula, random);
    nodes.visit_all();
    n_hits += nodes.n_hits;
    if (test::failures != failures) std::cerr << "seed " << seed << "\n" << write_formula(formula);
  }
  EXPECT(n_hits > 5000);
}

// Unit propagation with nothing but a look at every clause. False: a clause is false.
bool propagate_slowly(const Instance& instance, std::vector<int>& truth) {
  for (bool changed = true; changed;) {
    changed = false;
    for (ClauseIndex index = 0; index < instance.n_clauses(); ++index) {
      Lit last;
      int n_open = 0;
      bool is_true = false;
      for (const Lit lit : instance.clause(index)) {
        const int its_truth = truth[lit.var().number()] * (lit.positive() ? 1 : -1);
        is_true = is_true || its_truth > 0;
        n_open += its_truth == 0 ? 1 : 0;
        if (its_truth == 0) last = lit;
      }
      if (is_true || n_open > 1) continue;
      if (n_open == 0) return false;
      truth[last.var().number()] = last.positive() ? 1 : -1;
      changed = true;
    }
  }
  return true;
}

// Under every assignment of the prefix variables up to one, those of its time are known.
void expect_known(const Instance& instance, const std::vector<std::uint32_t>& times,
                  std::uint32_t next, std::vector<int> truth) {
  if (!propagate_slowly(instance, truth)) return;
  for (std::uint32_t number = 1; number <= instance.n_vars(); ++number) {
    if (times[number] < next) EXPECT(truth[number] != 0);
  }
  if (next > instance.last_not_existential()) return;
  for (const int value : {1, -1}) {
    if (truth[next] == -value) continue;
    std::vector<int> below(truth);
    below[next] = value;
    expect_known(instance, times, next + 1, std::move(below));
  }
}

void propagation_knows_what_is_defined_in_time() {
  std::size_t n_defined = 0;
  for (std::uint64_t seed = 1; seed <= 6000; ++seed) {
    test::Random random(seed);
    const Formula formula =
        seed % 8 == 0 ? test::random_formula(random, 10) : test::structured_formula(random);
    const Instance instance(formula);
    const std::uint32_t n_prefix = instance.last_not_existential();
    if (n_prefix == 0) continue;
    const std::size_t n_times = std::size_t{instance.n_vars()} + 1;
    const auto times = definition_times(
        instance, n_prefix, [] { return false; },
        [&] { return std::vector<std::uint32_t>(n_times, n_prefix + 1); });
    EXPECT_EQUAL(times.size(), n_times);
    for (std::uint32_t number = 1; number <= n_prefix; ++number)
      EXPECT_EQUAL(times[number], number);
    for (std::uint32_t number = n_prefix + 1; number < n_times; ++number) {
      n_defined += times[number] <= n_prefix ? 1 : 0;
    }
    const int failures = test::failures;
    expect_known(instance, times, 1, std::vector<int>(n_times, 0));
    if (test::failures != failures) std::cerr << "seed " << seed << "\n" << write_formula(formula);
  }
  EXPECT(n_defined > 7000);
}

}  // namespace

int main() {
  return test::run(nodes_with_the_same_key_have_the_same_value,
                   propagation_knows_what_is_defined_in_time);
}
