// The reader of ground games, and networks against the meaning of random rules.

#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <string_view>

#include "check.hpp"
#include "core/errors.hpp"
#include "core/game/ground_rules.hpp"
#include "core/game/machine.hpp"
#include "random_game.hpp"

namespace {

using namespace gdlc;
using namespace gdlc::game;

// Two fluents, a move, and one of each output.
constexpr std::string_view small =
    "asp 1 0 0\n"
    "1 1 1 1 0 0\n"
    "1 1 2 2 3 0 1 1\n"
    "1 0 1 4 0 2 -1 2\n"
    "1 0 0 0 1 3\n"
    "4 7 true(a) 1 1\n"
    "4 7 true(b) 1 2\n"
    "4 9 does(r,m) 1 3\n"
    "4 10 legal(r,m) 1 4\n"
    "4 8 _next(a) 1 3\n"
    "4 8 _init(b) 0\n"
    "4 9 goal(r,1) 0\n"
    "4 8 terminal 1 4\n"
    "0\n";

GroundRules read(std::string_view text) {
  Stop stop;
  return read_aspif(text, stop);
}

// What the reader says of the text, with the line; empty if it takes it.
std::string complaint(const std::string& text) {
  try {
    read(text);
  } catch (const ParseError& error) {
    return std::to_string(error.line) + ": " + error.what();
  }
  return {};
}

Machine made(const std::string& lines) {
  Stop stop;
  return Machine("asp 1 0 0\n" + lines + "0\n", stop);
}

void a_ground_game_is_read() {
  const GroundRules rules = read(small);
  EXPECT_EQUAL(rules.rules.size(), 4U);
  EXPECT(rules.rules[1].choice && rules.rules[2].choice);
  EXPECT_EQUAL(rules.rules[2].head, 3);
  EXPECT_EQUAL(rules.body(rules.rules[3]).size(), 2U);
  EXPECT_EQUAL(rules.body(rules.rules[3])[0], -1);
  EXPECT_EQUAL(rules.names.size(), 8U);
  EXPECT_EQUAL(rules.names[5].atom, 0);
  EXPECT(rules.names[5].text == "_init(b)");
  EXPECT_EQUAL(rules.greatest, 4);
}

void a_game_that_is_cut_anywhere_is_refused() {
  for (std::size_t length = 0; length + 2 < small.size(); ++length) {
    const std::string said = complaint(std::string(small.substr(0, length)));
    if (!said.empty()) continue;
    ++test::failures;
    std::cerr << "cut after " << length << " characters, and taken\n";
  }
  EXPECT_EQUAL(complaint(std::string(small.substr(0, small.size() - 1))), "");
}

void what_is_no_ground_game_is_refused() {
  const auto said = [](const std::string& line) {
    return complaint("asp 1 0 0\n1 1 1 1 0 0\n" + line + "\n0\n");
  };
  EXPECT_EQUAL(complaint("%\n0\n"), "1: the text is no aspif");
  for (const int kind : {2, 3, 5, 6, 7, 8, 9, 10, 11, -1}) {
    EXPECT_EQUAL(said(std::to_string(kind) + " 0 0"),
                 "3: a statement of kind " + std::to_string(kind) + " has no place here");
  }
  EXPECT_EQUAL(said("1 0 2 1 2 0 0"), "3: a disjunction has no place here");
  EXPECT_EQUAL(said("1 0 1 2 1 1 1 1 1"), "3: a sum of weights has no place here");
  EXPECT_EQUAL(said("4 1 a 2 1 1"), "3: a name with more than one condition has no place here");
  EXPECT_EQUAL(said("1 0 1 x 0 0"), "3: a number is expected");
  EXPECT_EQUAL(said(""), "3: a number is expected");
  EXPECT_EQUAL(said("1 0 1 0 0 0"), "3: an atom is expected");
  EXPECT_EQUAL(said("1 0 1 -1 0 0"), "3: an atom is expected");
  EXPECT_EQUAL(said("1 0 1 1 0 1 0"), "3: an atom is expected");
  EXPECT_EQUAL(said("4 1 a 1 0"), "3: an atom is expected");
  EXPECT_EQUAL(said("1 2 1 1 0 0"), "3: a rule of kind 2 has no place here");
}

void numbers_out_of_range_are_refused() {
  const auto said = [](const std::string& line) {
    return complaint("asp 1 0 0\n" + line + "\n0\n");
  };
  EXPECT_EQUAL(said("1 0 1 2147483648 0 0"), "2: an atom is expected");
  EXPECT_EQUAL(said("1 0 1 4294967297 0 0"), "2: an atom is expected");
  EXPECT_EQUAL(said("1 0 1 99999999999999999999 0 0"), "2: a number is expected");
  EXPECT_EQUAL(said("1 0 1 1 0 1 -2147483648"), "2: an atom is expected");
  EXPECT_EQUAL(said("1 0 1 1 0 1 -9223372036854775808"), "2: an atom is expected");
  EXPECT_EQUAL(said("1 0 1 1 0 9223372036854775807 1"), "2: a number is expected");
  EXPECT_EQUAL(said("1 0 9223372036854775807 1"), "2: a number is expected");
  EXPECT_EQUAL(said("1 0 -1 0 0"), "2: a count is expected");
  EXPECT_EQUAL(said("1 0 1 1 0 -1"), "2: a count is expected");
  EXPECT_EQUAL(said("4 1 a -1 1"), "2: a count is expected");
  EXPECT_EQUAL(said("4 9223372036854775807 a 0"), "2: a name is cut");
  EXPECT_EQUAL(said("4 -1 a 0"), "2: a name is cut");
  EXPECT_EQUAL(read("asp 1 0 0\n1 0 1 2147483647 0 0\n0\n").greatest,
               std::numeric_limits<Atom>::max());
}

void a_stop_ends_reading_and_building() {
  std::string text = "asp 1 0 0\n";
  for (int line = 0; line < 10'000; ++line) text += "1 0 1 1 0 0\n";
  text += "0\n";
  Stop stop;
  stop.interrupt();
  bool stopped = false;
  try {
    read_aspif(text, stop);
  } catch (const Stopped& stop_found) {
    stopped = stop_found.reason == StopReason::interrupt;
  }
  EXPECT(stopped);
  GroundRules rules = read("asp 1 0 0\n0\n");
  for (Atom atom = 1; atom <= 20'000; ++atom) rules.rules.push_back({atom, false, 0, 0});
  rules.greatest = 20'000;
  stopped = false;
  try {
    build_network(rules, stop);
  } catch (const Stopped&) {
    stopped = true;
  }
  EXPECT(stopped);
}

void complain(std::uint64_t seed, const std::string& text, const std::string& what) {
  ++test::failures;
  std::cerr << "seed " << seed << ": " << what << "\n" << text;
}

// The bits of a state as a set of atoms.
std::set<int> atoms_of(const test::RandomGame& game, const Machine& machine, const State& state) {
  std::set<int> found;
  const auto& fluents = machine.network().fluents;
  for (std::size_t at = 0; at < fluents.size(); ++at) {
    if ((static_cast<unsigned char>(state[at / 8]) >> at % 8 & 1U) == 0) continue;
    found.insert(game.fluents[std::stoul(std::string(fluents[at].text))]);
  }
  return found;
}

bool same_view(const test::RandomGame& game, const Machine& machine, const State& state,
               const std::set<int>& model) {
  const View view = machine.view(state);
  if (view.terminal != game.holds(game.terminal, model)) return false;
  std::set<std::string> goals;
  for (const std::uint32_t goal : view.goals) {
    goals.insert(std::string(machine.network().goals[goal].text));
  }
  for (const auto& goal : game.goals) {
    const std::string text = std::to_string(goal.role) + "," + std::to_string(goal.value);
    if (goals.contains(text) != game.holds(goal.atom, model)) return false;
  }
  for (std::size_t role = 0; role < view.legal.size(); ++role) {
    std::set<std::string> legal;
    for (const std::uint32_t move : view.legal[role]) {
      legal.insert(std::string(machine.network().moves[move].text));
    }
    for (std::size_t at = 0; at < game.moves.size(); ++at) {
      if (game.moves[at].role != static_cast<int>(role)) continue;
      const std::string text = std::to_string(role) + "," + std::to_string(at);
      if (legal.contains(text) != game.holds(game.moves[at].legal, model)) return false;
    }
  }
  return true;
}

// All states of small random games, with some joint moves in each.
void networks_mean_what_the_rules_mean() {
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    test::Random random(seed);
    const test::RandomGame game = test::random_game(random);
    const std::string text = game.aspif(random);
    Stop stop;
    Machine machine(text, stop);
    machine.set_roles(test::roles_of(machine, game.roles));
    const std::size_t fluents = game.fluents.size();
    std::set<int> first;
    for (std::size_t at = 0; at < fluents; ++at) {
      if (game.initial[at]) first.insert(game.fluents[at]);
    }
    if (atoms_of(game, machine, machine.initial()) != first) complain(seed, text, "first state");
    for (unsigned bits = 0; bits < 1U << fluents; ++bits) {
      const State state(1, static_cast<char>(bits));
      const std::set<int> given = atoms_of(game, machine, state);
      if (!same_view(game, machine, state, game.meaning(given))) complain(seed, text, "view");
      for (int round = 0; round < 3; ++round) {
        std::set<int> inputs = given;
        std::vector<std::uint32_t> moves;
        for (std::uint32_t move = 0; move < machine.network().moves.size(); ++move) {
          if (random.chance(60)) continue;
          const std::string name(machine.network().moves[move].text);
          inputs.insert(game.moves[std::stoul(name.substr(name.find(',') + 1))].atom);
          moves.push_back(move);
        }
        const std::set<int> model = game.meaning(inputs);
        std::set<int> next;
        for (std::size_t at = 0; at < fluents; ++at) {
          if (game.holds(game.next[at], model)) next.insert(game.fluents[at]);
        }
        const State found = machine.next(state, moves);
        if (atoms_of(game, machine, found) != next) complain(seed, text, "next state");
      }
      if (test::failures > 3) return;
    }
  }
}

constexpr const char* one_fluent = "1 1 1 1 0 0\n4 7 true(a) 1 1\n";

void copies_and_what_nobody_asks_for_have_no_nodes() {
  // terminal is c4 = not c3 = not not c2 = c2 = true(a); 9 and 10 are of no use.
  const Machine machine = made(std::string(one_fluent) +
                               "1 0 1 2 0 1 1\n1 0 1 3 0 1 -2\n1 0 1 4 0 1 -3\n"
                               "1 0 1 9 0 2 1 10\n1 0 1 10 0 1 9\n4 8 terminal 1 4\n"
                               "4 8 _next(a) 1 3\n");
  EXPECT_EQUAL(machine.network().nodes, 2U);
  EXPECT(machine.network().code.empty());
  EXPECT(machine.view(State(1, 1)).terminal);
  EXPECT(!machine.view(State(1, 0)).terminal);
  EXPECT(machine.next(State(1, 0), {}) == State(1, 1));
  EXPECT(machine.next(State(1, 1), {}) == State(1, 0));
}

void what_is_certain_is_evaluated_away() {
  // 2 is a fact, 3 follows from it, 4 has no rule, 5 needs 4, 6 only itself.
  const Machine machine = made(std::string(one_fluent) +
                               "1 0 1 2 0 0\n1 0 1 3 0 2 2 -4\n1 0 1 5 0 2 4 1\n1 0 1 6 0 2 6 1\n"
                               "4 8 terminal 1 3\n4 9 goal(r,1) 1 5\n4 9 goal(r,2) 1 6\n"
                               "4 9 goal(r,3) 0\n4 8 _next(a) 1 5\n");
  EXPECT(machine.network().terminal == always);
  EXPECT(machine.network().fluents[0].next == never);
  EXPECT_EQUAL(machine.network().goals.size(), 2U);          // the first can never hold
  EXPECT_EQUAL(machine.view(State(1, 1)).goals.size(), 1U);  // 6 has no foundation
}

bool stratified(const std::string& lines) {
  try {
    made(std::string(one_fluent) + lines);
  } catch (const NotStratified&) {
    return false;
  }
  return true;
}

void only_cycles_that_matter_have_no_meaning() {
  const std::string evens = "1 0 1 2 0 2 1 -3\n1 0 1 3 0 2 1 -2\n";
  EXPECT(!stratified(evens + "4 8 terminal 1 2\n"));
  EXPECT(!stratified("1 0 1 2 0 2 1 -2\n4 8 terminal 1 2\n"));
  EXPECT(!stratified("1 0 1 2 0 2 1 3\n1 0 1 3 0 1 4\n1 0 1 4 0 1 -2\n4 8 _next(a) 1 4\n"));
  EXPECT(stratified(evens + "4 8 terminal 1 1\n"));               // nobody asks
  EXPECT(stratified(evens + "1 0 1 3 0 0\n4 8 terminal 1 2\n"));  // 3 is certain
  EXPECT(stratified("1 0 1 2 0 2 9 -2\n4 8 terminal 1 2\n"));     // 9 never holds
  EXPECT(stratified("1 0 1 2 0 1 3\n1 0 1 3 0 1 2\n1 0 1 4 0 2 1 -3\n4 8 terminal 1 4\n"));
}

void wrong_calls_are_refused() {
  Machine machine = made(std::string(one_fluent) + "4 9 goal(r,1) 1 1\n4 8 terminal 1 1\n");
  const auto refused = [](auto work) {
    try {
      work();
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  EXPECT(refused([&] { machine.set_roles({{{0}}, {0}, {1}}); }));  // there is no move
  EXPECT(refused([&] { machine.set_roles({{{}}, {1}, {1}}); }));   // one role only
  EXPECT(refused([&] { machine.set_roles({{{}}, {}, {}}); }));     // a goal without a role
  EXPECT(refused([&] { static_cast<void>(machine.view(State(2, 0))); }));
  EXPECT(refused([&] { static_cast<void>(machine.next(State(), {})); }));
  EXPECT(refused([&] { static_cast<void>(machine.next(State(1, 0), {7})); }));
}

}  // namespace

int main() {
  return test::run(a_ground_game_is_read, a_game_that_is_cut_anywhere_is_refused,
                   what_is_no_ground_game_is_refused, numbers_out_of_range_are_refused,
                   a_stop_ends_reading_and_building, networks_mean_what_the_rules_mean,
                   copies_and_what_nobody_asks_for_have_no_nodes, what_is_certain_is_evaluated_away,
                   only_cycles_that_matter_have_no_meaning, wrong_calls_are_refused);
}
