// Random plays, 64 at a time, against the same plays made one by one.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "check.hpp"
#include "core/game/playouts.hpp"
#include "random_game.hpp"

namespace {

using namespace gdlc;
using namespace gdlc::game;

constexpr std::uint64_t no_end = std::uint64_t{1} << 60U;

struct Totals {
  std::vector<Playouts::Branching> branching;
  std::uint64_t states = 0;
};

struct One {
  std::uint32_t steps;
  PlayEnd end;
  std::vector<std::int32_t> goals;
};

// One play by the definition.
One play(const Machine& machine, PlayRandom random, std::uint32_t max_steps, Totals& totals) {
  const std::size_t roles = machine.roles().moves.size();
  One made{0, PlayEnd::running, std::vector<std::int32_t>(roles, Playouts::no_goal)};
  for (State state = machine.initial();; ++made.steps) {
    const View view = machine.view(state);
    if (view.terminal) {
      made.end = PlayEnd::terminal;
      for (const std::uint32_t goal : view.goals) {
        std::int32_t& value = made.goals[machine.roles().goal_role[goal]];
        value =
            value == Playouts::no_goal ? machine.roles().goal_value[goal] : Playouts::several_goals;
      }
      return made;
    }
    made.end = made.steps == max_steps ? PlayEnd::limit : PlayEnd::running;
    for (const auto& legal : view.legal) {
      if (made.end == PlayEnd::running && legal.empty()) made.end = PlayEnd::stuck;
    }
    if (made.end != PlayEnd::running) return made;
    ++totals.states;
    std::vector<std::uint32_t> moves;
    for (std::size_t role = 0; role < roles; ++role) {
      const auto count = static_cast<std::uint32_t>(view.legal[role].size());
      totals.branching[role].legal += count;
      totals.branching[role].most = std::max(totals.branching[role].most, count);
      moves.push_back(view.legal[role][count == 1 ? 0 : random.below(count)]);
    }
    state = machine.next(state, moves);
  }
}

bool same(const Machine& machine, const Playouts& playouts, std::uint64_t seed, std::uint64_t first,
          std::uint32_t max_steps) {
  const Playouts::Results& found = playouts.results();
  const std::size_t roles = machine.roles().moves.size();
  Totals totals{std::vector<Playouts::Branching>(roles), 0};
  for (std::size_t at = 0; at < found.steps.size(); ++at) {
    const One one = play(machine, PlayRandom(seed, first + at), max_steps, totals);
    if (one.steps != found.steps[at] || one.end != found.end[at]) return false;
    for (std::size_t role = 0; role < roles; ++role) {
      if (one.goals[role] != found.goals[at * roles + role]) return false;
    }
  }
  for (std::size_t role = 0; role < roles; ++role) {
    const Playouts::Branching& branching = playouts.branching()[role];
    if (branching.legal != totals.branching[role].legal) return false;
    if (branching.most != totals.branching[role].most) return false;
  }
  return playouts.states() == totals.states && playouts.ended() == found.steps.size();
}

void many_plays_at_once_are_the_plays_one_by_one() {
  std::size_t ends[4] = {};
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    test::Random random(seed);
    const test::RandomGame game = test::random_game(random);
    const std::string text = game.aspif(random);
    Stop stop;
    Machine machine(text, stop);
    machine.set_roles(test::roles_of(machine, game.roles));
    const std::size_t plays = random.below(200);
    const std::uint32_t max_steps = random.below(12);
    const std::uint64_t first = random.chance(50) ? 0 : random.next();
    Playouts playouts(machine, seed, first, plays, max_steps);
    // In slices of any size: where the work pauses is without meaning.
    const std::uint64_t slice = random.chance(50) ? no_end : 1 + random.below(50);
    while (!playouts.run(slice)) {
    }
    for (const PlayEnd end : playouts.results().end) ++ends[static_cast<std::size_t>(end)];
    if (same(machine, playouts, seed, first, max_steps)) continue;
    ++test::failures;
    std::cerr << "seed " << seed << "\n" << text;
  }
  EXPECT_EQUAL(ends[0], 0U);
  for (const std::size_t end : {1, 2, 3}) EXPECT(ends[end] > 1000);
}

// Three moves: `on` goes on, the others end the play with 100 or with 0.
std::string geometric() {
  return "asp 1 0 0\n1 1 2 1 2 0 0\n1 1 3 3 4 5 0 0\n1 0 1 6 0 1 1\n1 0 1 6 0 1 2\n"
         "4 7 true(0) 1 1\n4 7 true(1) 1 2\n4 9 does(0,0) 1 3\n4 9 does(0,1) 1 4\n"
         "4 9 does(0,2) 1 5\n4 10 legal(0,0) 0\n4 10 legal(0,1) 0\n4 10 legal(0,2) 0\n"
         "4 8 _next(0) 1 4\n4 8 _next(1) 1 5\n4 8 terminal 1 6\n4 11 goal(0,100) 1 1\n"
         "4 9 goal(0,0) 1 2\n0\n";
}

void moves_are_uniform_and_lanes_are_used_again() {
  Stop stop;
  Machine machine(geometric(), stop);
  machine.set_roles(test::roles_of(machine, 1));
  constexpr std::size_t plays = 30'000;
  Playouts playouts(machine, 7, 0, plays, 1000);
  EXPECT(playouts.run(no_end));
  const Playouts::Results& found = playouts.results();
  std::uint64_t wins = 0;
  std::uint64_t steps = 0;
  std::uint64_t at_once = 0;
  for (std::size_t at = 0; at < plays; ++at) {
    EXPECT(found.end[at] == PlayEnd::terminal);
    wins += found.goals[at] == 100 ? 1 : 0;
    steps += found.steps[at];
    at_once += found.steps[at] == 1 ? 1 : 0;
  }
  // Six standard deviations: 87 of a fair coin, 82 of 2/3, 150 of the sum of geometric lengths.
  const auto near = [](std::uint64_t value, std::uint64_t mean, std::uint64_t sixfold) {
    return value + sixfold >= mean && value <= mean + sixfold;
  };
  EXPECT(near(wins, plays / 2, 520));
  EXPECT(near(at_once, plays * 2 / 3, 490));
  EXPECT(near(steps, plays * 3 / 2, 900));
  EXPECT_EQUAL(playouts.states(), steps);
  EXPECT_EQUAL(playouts.branching()[0].legal, 3 * steps);
}

void no_play_is_over_at_once() {
  Stop stop;
  Machine machine(geometric(), stop);
  machine.set_roles(test::roles_of(machine, 1));
  Playouts none(machine, 1, 0, 0, 10);
  EXPECT(none.run(1));
  EXPECT_EQUAL(none.states(), 0U);
  Playouts still(machine, 1, 0, 70, 0);
  EXPECT(still.run(no_end));
  for (const PlayEnd end : still.results().end) EXPECT(end == PlayEnd::limit);
}

void numbers_are_below_their_count() {
  for (const std::uint32_t count : {1U, 2U, 3U, 1000U, 0xFFFFFFFFU}) {
    PlayRandom random(~std::uint64_t{0}, ~std::uint64_t{0});
    std::uint32_t greatest = 0;
    for (int draw = 0; draw < 10'000; ++draw) greatest = std::max(greatest, random.below(count));
    EXPECT(greatest < count);
    EXPECT(greatest >= count - 1 - count / 500);
  }
}

}  // namespace

int main() {
  return test::run(many_plays_at_once_are_the_plays_one_by_one,
                   moves_are_uniform_and_lanes_are_used_again, no_play_is_over_at_once,
                   numbers_are_below_their_count);
}
