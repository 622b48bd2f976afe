#include "random_game.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace gdlc::test {
namespace {

constexpr int state_strata = 3;  // those above may depend on moves
constexpr int strata = 6;

// Both numbers of `r,m`.
std::pair<int, int> pair_of(std::string_view text) {
  std::pair<int, int> found;
  const std::size_t comma = text.find(',');
  std::from_chars(text.data(), text.data() + comma, found.first);
  std::from_chars(text.data() + comma + 1, text.data() + text.size(), found.second);
  return found;
}

int pick(const std::vector<int>& atoms, Random& random) {
  return atoms[random.below(static_cast<std::uint32_t>(atoms.size()))];
}

// What a name stands for: mostly an atom.
int output(const std::vector<int>& atoms, Random& random) {
  const std::uint32_t shape = random.below(12);
  if (shape == 0) return RandomGame::fact;
  if (shape == 1) return RandomGame::absent;
  return pick(atoms, random);
}

}  // namespace

std::set<int> RandomGame::meaning(const std::set<int>& inputs) const {
  std::set<int> model = inputs;
  for (int level = 0; level < strata; ++level) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Rule& rule : rules) {
        if (stratum[static_cast<std::size_t>(rule.head)] != level) continue;
        const bool fires = std::all_of(rule.body.begin(), rule.body.end(), [&](int literal) {
          return literal > 0 ? model.contains(literal) : !model.contains(-literal);
        });
        if (fires && model.insert(rule.head).second) changed = true;
      }
    }
  }
  return model;
}

bool RandomGame::holds(int atom, const std::set<int>& model) const {
  return atom == fact || (atom != absent && model.contains(atom));
}

std::string RandomGame::aspif(Random& random) const {
  std::vector<std::string> lines;
  const auto choice = [&](int atom) {
    lines.push_back("1 1 1 " + std::to_string(atom) + " 0 0\n");
  };
  const auto name = [&](const std::string& text, int atom) {
    if (atom == absent) return;
    const std::string condition = atom == fact ? " 0" : " 1 " + std::to_string(atom);
    lines.push_back("4 " + std::to_string(text.size()) + " " + text + condition + "\n");
  };
  for (const Rule& rule : rules) {
    std::string line = "1 0 1 " + std::to_string(rule.head) + " 0 ";
    line += std::to_string(rule.body.size());
    for (const int literal : rule.body) line += " " + std::to_string(literal);
    lines.push_back(line + "\n");
  }
  for (std::size_t at = 0; at < fluents.size(); ++at) {
    const std::string inner = "(" + std::to_string(at) + ")";
    choice(fluents[at]);
    name("true" + inner, fluents[at]);
    name("_next" + inner, next[at]);
    if (initial[at]) name("_init" + inner, fact);
  }
  for (std::size_t at = 0; at < moves.size(); ++at) {
    const std::string inner = "(" + std::to_string(moves[at].role) + "," + std::to_string(at) + ")";
    choice(moves[at].atom);
    name("does" + inner, moves[at].atom);
    name("legal" + inner, moves[at].legal);
  }
  for (const Goal& goal : goals) {
    name("goal(" + std::to_string(goal.role) + "," + std::to_string(goal.value) + ")", goal.atom);
  }
  name("terminal", terminal);
  lines.push_back("1 0 0 0 1 " + std::to_string(fluents[0]) + "\n");  // a constraint
  for (std::size_t left = lines.size(); left > 1; --left) {
    std::swap(lines[left - 1], lines[random.below(static_cast<std::uint32_t>(left))]);
  }
  std::string text = "asp 1 0 0\n";
  for (const std::string& line : lines) text += line;
  return text + "0\n";
}

RandomGame random_game(Random& random) {
  RandomGame made;
  made.stratum.push_back(0);
  const auto atom = [&](int level) {
    made.stratum.push_back(level);
    return static_cast<int>(made.stratum.size()) - 1;
  };
  const auto fluents = 1 + random.below(5);
  for (std::uint32_t at = 0; at < fluents; ++at) made.fluents.push_back(atom(-1));
  made.roles = static_cast<int>(1 + random.below(3));
  std::vector<int> inputs = made.fluents;
  std::vector<int> all_inputs = inputs;
  const auto moves = static_cast<std::uint32_t>(made.roles) + random.below(5);
  for (std::uint32_t at = 0; at < moves; ++at) {
    const int role = static_cast<int>(at) % made.roles;
    made.moves.push_back({role, atom(-1), RandomGame::absent});
    all_inputs.push_back(made.moves.back().atom);
  }
  std::vector<int> usable = inputs;
  std::vector<int> of_state = inputs;
  for (int level = 0; level < strata; ++level) {
    if (level == state_strata) {
      of_state = usable;
      usable.insert(usable.end(), all_inputs.begin() + static_cast<std::ptrdiff_t>(inputs.size()),
                    all_inputs.end());
    }
    const auto size = 1 + random.below(5);
    std::vector<int> own;
    for (std::uint32_t at = 0; at < size; ++at) own.push_back(atom(level));
    for (const int head : own) {
      for (std::uint32_t left = random.below(4); left > 0; --left) {
        RandomGame::Rule rule{head, {}};
        for (std::uint32_t size_left = random.chance(5) ? 0 : 1 + random.below(3); size_left > 0;
             --size_left) {
          if (random.chance(40)) {
            rule.body.push_back(pick(own, random));
          } else {
            const int literal = pick(usable, random);
            rule.body.push_back(random.chance(40) ? -literal : literal);
          }
        }
        made.rules.push_back(rule);
      }
    }
    usable.insert(usable.end(), own.begin(), own.end());
  }
  for (std::uint32_t at = 0; at < fluents; ++at) {
    made.next.push_back(output(usable, random));
    made.initial.push_back(random.chance(50));
  }
  for (RandomGame::Move& move : made.moves) {
    move.legal = random.chance(40) ? RandomGame::fact : output(of_state, random);
  }
  for (int role = 0; role < made.roles; ++role) {
    for (const int value : {0, 50, 100}) {
      const int holds = output(of_state, random);
      if (random.chance(60)) made.goals.push_back({role, value, holds});
    }
  }
  made.terminal = output(of_state, random);
  return made;
}

game::Roles roles_of(const game::Machine& machine, int roles) {
  game::Roles found;
  found.moves.resize(static_cast<std::size_t>(roles));
  const game::Network& network = machine.network();
  for (std::size_t at = 0; at < network.moves.size(); ++at) {
    const int role = pair_of(network.moves[at].text).first;
    found.moves[static_cast<std::size_t>(role)].push_back(static_cast<std::uint32_t>(at));
  }
  for (auto& moves : found.moves) {
    std::sort(moves.begin(), moves.end(), [&](std::uint32_t one, std::uint32_t other) {
      return pair_of(network.moves[one].text) < pair_of(network.moves[other].text);
    });
  }
  for (const auto& goal : network.goals) {
    const auto [role, value] = pair_of(goal.text);
    found.goal_role.push_back(static_cast<std::uint32_t>(role));
    found.goal_value.push_back(value);
  }
  return found;
}

}  // namespace gdlc::test
