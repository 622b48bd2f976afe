#include "explore_one_by_one.hpp"

#include <algorithm>
#include <functional>
#include <optional>

namespace gdlc::test {

using namespace game;

namespace {

bool goes_on(const Naive& naive, const State& state) {
  const auto found = naive.next.find(state);
  return found != naive.next.end() && !found->second.empty();
}

std::vector<State> all_next(const Machine& machine, const State& state, const View& view) {
  std::vector<State> found;
  std::vector<std::uint32_t> moves;
  const std::function<void()> choose = [&] {
    if (moves.size() == view.legal.size()) return found.push_back(machine.next(state, moves));
    for (const std::uint32_t move : view.legal[moves.size()]) {
      moves.push_back(move);
      choose();
      moves.pop_back();
    }
  };
  choose();
  return found;
}

void sight(std::optional<Sighting>& found, const State& state, std::uint32_t depth,
           std::uint32_t role = 0) {
  if (!found) found = Sighting{state, depth, role};
}

bool has(const std::vector<std::uint32_t>& goals, std::uint32_t goal) {
  return std::find(goals.begin(), goals.end(), goal) != goals.end();
}

void look(const Question& question, const State& state, std::uint32_t depth, const View& view,
          Findings& found) {
  std::size_t goals = 0;
  bool wrong = false;
  for (const std::uint32_t goal : view.goals) {
    goals += has(question.goals, goal) ? 1 : 0;
    wrong = wrong || has(question.wrong, goal);
    if (has(question.winning, goal)) sight(found.won, state, depth);
  }
  if (wrong || goals > 1) sight(found.goals, state, depth);
}

}  // namespace

Naive explore_one_by_one(const Machine& machine, const State& start, const Question& question,
                         std::uint32_t limit) {
  Naive made;
  made.order.push_back(start);
  made.depth[start] = 0;
  for (std::size_t at = 0; at < made.order.size(); ++at) {
    const State state = made.order[at];
    const std::uint32_t depth = made.depth[state];
    const View view = machine.view(state);
    if (view.terminal) {
      ++made.found.terminal;
      look(question, state, depth, view, made.found);
      continue;
    }
    if (depth == limit) {
      made.found.cut_by_depth = true;
      continue;
    }
    bool stuck = false;
    bool both = false;
    for (std::uint32_t role = 0; role < view.legal.size(); ++role) {
      if (view.legal[role].empty() && !stuck) sight(made.found.stuck, state, depth, role);
      stuck = stuck || view.legal[role].empty();
    }
    if (stuck) continue;
    for (std::uint32_t role = 0; role < view.legal.size(); ++role) {
      const bool counts = role != question.player && role != question.chance && !both;
      both = both || (counts && view.legal[role].size() > 1);
      if (both && view.legal[question.player].size() > 1) {
        sight(made.found.both, state, depth, role);
      }
    }
    for (const State& next : all_next(machine, state, view)) {
      ++made.found.transitions;
      made.next[state].push_back(next);
      if (made.depth.emplace(next, depth + 1).second) made.order.push_back(next);
    }
  }
  made.found.states = made.order.size();
  made.found.deepest = made.depth[made.order.back()];
  return made;
}

int longest_play(const Naive& made, const State& state, std::map<State, int>& known) {
  const auto [entry, fresh] = known.emplace(state, -2);
  if (!fresh) return entry->second == -2 ? -1 : entry->second;
  int most = 0;
  if (goes_on(made, state)) {
    for (const State& next : made.next.at(state)) {
      const int found = longest_play(made, next, known);
      if (found == -1) return known[state] = -1;
      most = std::max(most, found + 1);
    }
  }
  return known[state] = most;
}

}  // namespace gdlc::test
