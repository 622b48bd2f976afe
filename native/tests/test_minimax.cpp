// Expected minimax, 64 states at a time, by programs or by all rules, against the definition.

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "core/game/minimax/algebra.hpp"
#include "core/game/minimax/minimax.hpp"
#include "each_game.hpp"
#include "minimax_one_by_one.hpp"
#include "random_game.hpp"
#include "switch_game.hpp"

namespace {

using namespace gdlc;
using namespace gdlc::game;

Task task_of(const Machine& machine, test::Random& random) {
  const auto roles = static_cast<std::uint32_t>(machine.roles().moves.size());
  Task task;
  task.player = random.below(roles);
  if (roles > 1 && random.chance(70)) task.chance = (task.player + 1) % roles;
  task.one_goal = random.chance(30);
  task.replies = random.chance(70);
  for (const int value : {0, 50, 100}) {
    for (std::uint32_t goal = 0; goal < machine.network().goals.size(); ++goal) {
      if (machine.roles().goal_role[goal] != task.player) continue;
      if (machine.roles().goal_value[goal] != value) continue;
      if (value != 0 || task.one_goal) task.goals.push_back({goal, static_cast<Worth>(value)});
    }
  }
  return task;
}

// So deep that recursion ends: it goes through all plays.
std::uint32_t steps_for(const Machine& machine, Task& task) {
  std::uint32_t steps = 0;
  for (; steps < 6; ++steps) {
    test::OneByOne naive(machine, task);
    naive.value(machine.initial(), steps);
    if (naive.states > 3000) break;
  }
  return steps;
}

// All ways, with programs for every class or for none, and depth first before anything else.
std::vector<MinimaxOptions> all_options() {
  std::vector<MinimaxOptions> found;
  for (const bool is_exact : {true, false}) {
    for (const bool prune : {true, false}) {
      for (const bool table : {true, false}) {
        for (const std::size_t compile_from : {std::size_t{0}, std::size_t{1000}}) {
          MinimaxOptions options;
          options.is_exact = is_exact;
          options.prune = prune;
          options.table = table;
          options.compile_from = compile_from;
          options.first_transitions = 0;
          if (compile_from == 0) options.transitions_a_look = 1;
          found.push_back(options);
        }
      }
    }
  }
  return found;
}

// Every move's value where nothing is pruned, and the best one's always.
void expect_choices(const Choices& found, const std::vector<Rational>& expected,
                    const MinimaxOptions& options) {
  for (std::size_t at = 0; at < expected.size(); ++at) {
    EXPECT(found.lower[at] <= expected[at] && expected[at] <= found.upper[at]);
    if (options.prune) continue;
    if (options.is_exact) EXPECT_EQUAL(found.lower[at], found.upper[at]);
    EXPECT(found.upper[at] - found.lower[at] < Rational(1, 1000000000));
  }
  const Rational best = *std::max_element(found.lower.begin(), found.lower.end());
  const Rational most = *std::max_element(found.upper.begin(), found.upper.end());
  if (options.is_exact) EXPECT_EQUAL(best, most);
  EXPECT(most - best < Rational(1, 1000000000));
}

void values_are_those_of_the_definition() {
  std::size_t with[7] = {};
  test::each_game(1500, task_of, [&](const Machine& machine, Task task, test::Random& random) {
    task.horizon = random.below(steps_for(machine, task) + 1);
    test::OneByOne naive(machine, task);
    const std::vector<Rational> expected = naive.choices(machine.initial(), task.horizon);
    const bool has_value = !naive.met_wrong_goals && (task.replies || !naive.met_both);
    for (const MinimaxOptions& options : all_options()) {
      Stop stop;
      const MinimaxResult found = minimax(machine, task, machine.initial(), options, stop);
      // What is pruned is not looked at: a game without a value may get one.
      if (!options.prune || has_value) EXPECT_EQUAL(!found.no_value, has_value);
      if (!has_value) continue;
      EXPECT(found.is_known);
      if (!options.prune) {
        EXPECT_EQUAL(found.stuck.has_value(), naive.met_stuck);
        EXPECT_EQUAL(found.has_replies, naive.met_both);
      }
      EXPECT_EQUAL(found.choices.lower.size(), expected.size());
      if (found.choices.lower.size() != expected.size()) continue;
      expect_choices(found.choices, expected, options);
      with[0] += found.programs > 0 ? 1 : 0;
      with[1] += naive.met_stuck ? 1 : 0;
      with[2] += naive.met_both ? 1 : 0;
      with[3] += expected.size() > 1 ? 1 : 0;
      with[4] += expected[0] != 0 && expected[0] != 1 ? 1 : 0;
      with[5] += found.layers > 3 ? 1 : 0;
      with[6] += options.prune && options.table && found.layers == 0 && found.looks > 3 ? 1 : 0;
    }
  });
  for (const std::size_t games : with) EXPECT(games >= 20);
}

// A stop at any moment leaves bounds that hold.
void bounds_hold_wherever_the_stop_comes() {
  test::each_game(300, task_of, [&](const Machine& machine, Task task, test::Random&) {
    task.replies = true;
    task.one_goal = false;
    task.horizon = steps_for(machine, task);
    MinimaxOptions programs;
    programs.compile_from = 0;
    programs.prune = false;
    Stop calm;
    const MinimaxResult known = minimax(machine, task, machine.initial(), programs, calm);
    Stop stop;
    stop.interrupt();
    const MinimaxResult found = minimax(machine, task, machine.initial(), programs, stop);
    EXPECT_EQUAL(found.choices.lower.size(), found.choices.upper.size());
    if (found.choices.lower.size() != known.choices.lower.size()) return;
    for (std::size_t at = 0; at < found.choices.lower.size(); ++at) {
      EXPECT(found.choices.lower[at] <= known.choices.lower[at]);
      EXPECT(known.choices.lower[at] <= found.choices.upper[at]);
    }
  });
}

void a_state_of_another_game_is_refused() {
  test::each_game(1, task_of, [](const Machine& machine, Task task, test::Random&) {
    Stop stop;
    task.horizon = 1;
    bool refused = false;
    try {
      minimax(machine, task, machine.initial() + "x", {}, stop);
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    EXPECT(refused);
  });
}

// Means in so many words are the means of rationals.
template <std::size_t K>
void means_are_exact() {
  test::Random random(K);
  for (int time = 0; time < 300; ++time) {
    MoveGraph graph;
    Shape shape{1, 0, {}};
    const std::uint32_t outcomes = 1 + random.below(4);
    for (std::uint32_t at = 0; at < outcomes; ++at) {
      shape.weights.push_back(1 + random.below(12));
      shape.total += shape.weights.back();
    }
    const std::uint32_t number = graph.shape(shape);
    const std::uint32_t total = graph.shape(number).total;
    // The outcomes' values are multiples of the total, as those of later states are.
    const std::size_t spare = 64 * K - 12;
    Integer parts = 1;
    while (boost::multiprecision::msb(parts) + 8 < spare) parts = parts * 97 + random.below(97);
    const Integer denominator = parts * total;
    const FixedPoint<K> fixed(graph, denominator);
    std::vector<typename FixedPoint<K>::Value> values;
    std::vector<Rational> rationals;
    std::vector<std::uint32_t> codes;
    for (std::uint32_t at = 0; at < outcomes; ++at) {
      Integer part = parts * random.below(1000) / 1000;
      typename FixedPoint<K>::Value value{};
      Integer left = part * total;
      rationals.emplace_back(left, denominator);
      for (auto& word : value) {
        word = static_cast<std::uint64_t>(left & 0xFFFFFFFFFFFFFFFFU);
        left >>= 64;
      }
      values.push_back(value);
      codes.push_back(at);
    }
    const auto mean = fixed.mean(number, graph.shape(number), codes.data(), values.data());
    const Rational expected =
        Fractions::mean(number, graph.shape(number), codes.data(), rationals.data());
    EXPECT_EQUAL(fixed.rational(mean), expected);
  }
}

void means_are_exact_in_any_number_of_words() {
  means_are_exact<1>();
  means_are_exact<2>();
  means_are_exact<4>();
}

}  // namespace

int main() {
  return test::run(values_are_those_of_the_definition, bounds_hold_wherever_the_stop_comes,
                   a_state_of_another_game_is_refused, means_are_exact_in_any_number_of_words);
}
