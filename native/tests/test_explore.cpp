// Exploration, 64 states at a time, against the same made state by state with maps and recursion.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/game/explore.hpp"
#include "core/game/longest_path.hpp"
#include "core/game/state_set.hpp"
#include "each_game.hpp"
#include "explore_one_by_one.hpp"
#include "random_game.hpp"
#include "switch_game.hpp"

namespace {

using namespace gdlc;
using namespace gdlc::game;

constexpr std::uint32_t unlimited = ExploreLimits::no_depth;
using test::Naive;

void same(const std::optional<Sighting>& one, const std::optional<Sighting>& other) {
  EXPECT_EQUAL(one.has_value(), other.has_value());
  if (!one || !other) return;
  EXPECT(one->state == other->state);
  EXPECT_EQUAL(one->depth, other->depth);
  EXPECT_EQUAL(one->role, other->role);
}

Question question_of(const Machine& machine, test::Random& random) {
  const auto roles = static_cast<std::uint32_t>(machine.roles().moves.size());
  Question question{random.below(roles), {}, {}, {}, {}};
  if (roles > 1 && random.chance(50)) question.chance = (question.player + 1) % roles;
  for (std::uint32_t goal = 0; goal < machine.network().goals.size(); ++goal) {
    if (machine.roles().goal_role[goal] != question.player) continue;
    question.goals.push_back(goal);
    if (random.chance(20)) question.wrong.push_back(goal);
    if (machine.roles().goal_value[goal] >= 50) question.winning.push_back(goal);
  }
  return question;
}

void many_states_at_once_are_the_states_one_by_one() {
  std::size_t with[6] = {};
  test::each_game(1500, question_of,
                  [&](const Machine& machine, const Question& question, test::Random& random) {
                    Stop stop;
                    const std::uint32_t depth = random.chance(50) ? unlimited : random.below(6);
                    State start = machine.initial();
                    if (random.chance(20)) start.assign(start.size(), '\0');
                    const Naive made = test::explore_one_by_one(machine, start, question, depth);
                    const Findings found = explore(machine, start, question, {depth}, stop);
                    EXPECT_EQUAL(found.states, made.found.states);
                    EXPECT_EQUAL(found.terminal, made.found.terminal);
                    EXPECT_EQUAL(found.transitions, made.found.transitions);
                    EXPECT_EQUAL(found.deepest, made.found.deepest);
                    EXPECT_EQUAL(found.cut_by_depth, made.found.cut_by_depth);
                    EXPECT(!found.limited);
                    same(found.stuck, made.found.stuck);
                    same(found.both, made.found.both);
                    same(found.goals, made.found.goals);
                    same(found.won, made.found.won);
                    const std::int64_t done =
                        found.cut_by_depth ? std::int64_t{depth} - 1 : found.deepest;
                    EXPECT_EQUAL(found.depth_done, done);
                    int most = -1;
                    std::map<State, int> known;
                    if (!found.cut_by_depth) most = test::longest_play(made, start, known);
                    EXPECT_EQUAL(found.longest ? static_cast<int>(*found.longest) : -1, most);
                    with[0] += found.stuck ? 1 : 0;
                    with[1] += found.both ? 1 : 0;
                    with[2] += found.goals ? 1 : 0;
                    with[3] += found.won ? 1 : 0;
                    with[4] += most > 1 ? 1 : 0;
                    with[5] += found.states > 64 ? 1 : 0;
                  });
  for (const std::size_t games : with) EXPECT(games >= 20);
}

void a_limit_keeps_what_lies_before_it() {
  std::size_t limited = 0;
  test::each_game(
      600, question_of,
      [&](const Machine& machine, const Question& question, test::Random& random) {
        Stop stop;
        const Naive made =
            test::explore_one_by_one(machine, machine.initial(), question, unlimited);
        ExploreLimits limits;
        if (random.chance(50)) {
          limits.states = 1 + random.below(40);
        } else {
          limits.transitions = random.below(80);
        }
        const Findings found = explore(machine, machine.initial(), question, limits, stop);
        EXPECT(found.states <= limits.states && found.transitions <= limits.transitions);
        const bool all =
            found.states == made.found.states && found.transitions == made.found.transitions;
        EXPECT_EQUAL(found.limited, !all);
        limited += found.limited ? 1 : 0;
        if (!found.limited) return;
        EXPECT(!found.longest);
        std::uint64_t begun = 0;
        std::uint64_t ended = 0;  // of the moves of all states so deep, and one deeper
        for (const auto& [state, next] : made.next) {
          if (made.depth.at(state) <= found.depth_done + 1) ended += next.size();
          if (made.depth.at(state) <= found.depth_done) begun += next.size();
        }
        EXPECT(begun <= found.transitions);
        if (limits.states == unlimited) EXPECT(found.transitions < ended);
        for (const auto field :
             {&Findings::stuck, &Findings::both, &Findings::goals, &Findings::won}) {
          const std::optional<Sighting>& one = found.*field;
          const std::optional<Sighting>& other = made.found.*field;
          if (one || (other && other->depth <= found.depth_done)) same(one, other);
        }
      });
  EXPECT(limited > 100);
}

void an_interrupt_ends_it() {
  test::each_game(20, question_of,
                  [](const Machine& machine, const Question& question, test::Random&) {
                    Stop stop;
                    const Findings calm = explore(machine, machine.initial(), question, {}, stop);
                    stop.interrupt();
                    bool stopped = false;
                    try {
                      explore(machine, machine.initial(), question, {}, stop);
                    } catch (const Stopped&) {
                      stopped = true;
                    }
                    EXPECT_EQUAL(stopped, calm.transitions != 0);
                  });
}

void a_state_of_another_game_is_refused() {
  test::each_game(1, question_of,
                  [](const Machine& machine, const Question& question, test::Random&) {
                    Stop stop;
                    bool refused = false;
                    try {
                      explore(machine, machine.initial() + "x", question, {}, stop);
                    } catch (const std::invalid_argument&) {
                      refused = true;
                    }
                    EXPECT(refused);
                  });
}

void states_are_told_apart_by_all_their_words() {
  for (const std::size_t width : {0U, 1U, 3U}) {
    StateSet states(width);
    std::map<std::vector<std::uint64_t>, std::uint32_t> known;
    test::Random random(width + 1);
    for (int time = 0; time < 3000; ++time) {
      std::vector<std::uint64_t> state(width);
      for (auto& word : state) word = std::uint64_t{random.below(12)} << random.below(2) * 40;
      const auto found = known.find(state);
      EXPECT_EQUAL(states.find(state.data()),
                   found == known.end() ? StateSet::absent : found->second);
      if (found == known.end()) known[state] = states.add(state.data());
    }
    EXPECT_EQUAL(states.size(), known.size());
  }
}

void bits_are_transposed() {
  test::Random random(3);
  std::uint64_t block[64];
  std::uint64_t turned[64];
  for (std::size_t at = 0; at < 64; ++at) turned[at] = block[at] = random.next();
  transpose(turned);
  for (std::size_t row = 0; row < 64; ++row) {
    for (std::size_t column = 0; column < 64; ++column) {
      EXPECT_EQUAL(block[row] >> column & 1U, turned[column] >> row & 1U);
    }
  }
}

void a_way_back_has_no_longest_path() {
  const auto path = [](std::vector<std::pair<std::uint32_t, std::uint32_t>> arcs,
                       std::uint32_t nodes) {
    Successors successors;
    for (const auto& [source, target] : arcs) successors.add(source, target);
    return longest_path(successors, nodes);
  };
  EXPECT(path({}, 1) == 0U);
  EXPECT(path({{0, 1}, {0, 2}, {1, 3}, {3, 2}}, 4) == 3U);
  EXPECT(!path({{0, 0}}, 1));
  EXPECT(!path({{0, 1}, {1, 2}, {2, 1}}, 3));
}

}  // namespace

int main() {
  return test::run(many_states_at_once_are_the_states_one_by_one, a_limit_keeps_what_lies_before_it,
                   an_interrupt_ends_it, a_state_of_another_game_is_refused,
                   states_are_told_apart_by_all_their_words, bits_are_transposed,
                   a_way_back_has_no_longest_path);
}
