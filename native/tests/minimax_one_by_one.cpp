#include "minimax_one_by_one.hpp"

#include <algorithm>

namespace gdlc::test {

using game::State;
using game::View;

Rational OneByOne::value(const State& state, std::uint32_t steps) {
  const std::vector<Rational> found = choices(state, steps);
  return *std::max_element(found.begin(), found.end());
}

std::vector<Rational> OneByOne::choices(const State& state, std::uint32_t steps) {
  ++states;
  const View view = machine_.view(state);
  if (view.terminal) {
    Rational worth = 0;
    std::size_t held = 0;
    for (const game::Task::Goal& goal : task_.goals) {
      if (std::find(view.goals.begin(), view.goals.end(), goal.goal) == view.goals.end()) continue;
      ++held;
      if (task_.one_goal && goal.worth == game::Task::no_worth) met_wrong_goals = true;
      if (goal.worth == game::Task::no_worth) continue;
      worth = std::max(worth, Rational(goal.worth, game::full_worth));
    }
    if (task_.one_goal && held > 1) met_wrong_goals = true;
    return {worth};
  }
  if (steps == 0) return {0};
  bool both = false;
  for (std::size_t role = 0; role < view.legal.size(); ++role) {
    if (view.legal[role].empty()) met_stuck = true;
    both = both || (role != task_.player && role != task_.chance && view.legal[role].size() > 1);
  }
  for (const auto& moves : view.legal) {
    if (moves.empty()) return {0};
  }
  if (both && view.legal[task_.player].size() > 1) met_both = true;
  std::vector<Rational> found;
  for (const std::uint32_t mine : view.legal[task_.player]) {
    std::vector<std::uint32_t> theirs;
    found.push_back(least(state, view.legal, mine, 0, theirs, steps));
  }
  return found;
}

Rational OneByOne::least(const State& state, const std::vector<std::vector<std::uint32_t>>& legal,
                         std::uint32_t mine, std::size_t role, std::vector<std::uint32_t>& theirs,
                         std::uint32_t steps) {
  if (role == legal.size()) return mean(state, legal, mine, theirs, steps);
  if (role == task_.player || role == task_.chance) {
    return least(state, legal, mine, role + 1, theirs, steps);
  }
  Rational found = 1;
  for (const std::uint32_t move : legal[role]) {
    theirs.push_back(move);
    found = std::min(found, least(state, legal, mine, role + 1, theirs, steps));
    theirs.pop_back();
  }
  return found;
}

Rational OneByOne::mean(const State& state, const std::vector<std::vector<std::uint32_t>>& legal,
                        std::uint32_t mine, const std::vector<std::uint32_t>& theirs,
                        std::uint32_t steps) {
  std::vector<std::uint32_t> joint = theirs;
  joint.push_back(mine);
  if (!task_.chance) return value(machine_.next(state, joint), steps - 1);
  Rational sum = 0;
  for (const std::uint32_t fall : legal[*task_.chance]) {
    std::vector<std::uint32_t> all = joint;
    all.push_back(fall);
    sum += value(machine_.next(state, all), steps - 1);
  }
  return sum / legal[*task_.chance].size();
}

}  // namespace gdlc::test
