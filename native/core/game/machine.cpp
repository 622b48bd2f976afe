#include "core/game/machine.hpp"

#include <stdexcept>
#include <utility>

#include "core/game/evaluate.hpp"

namespace gdlc::game {
namespace {

using Single = Values<std::uint8_t>;
constexpr std::uint8_t yes = 1;

bool holds(const Single& values, Ref ref) {
  return (values.get(ref) & yes) != 0;
}

}  // namespace

Machine::Machine(std::string text, Stop& stop)
    : text_(std::move(text)), network_(build_network(read_aspif(text_, stop), stop)) {
  network_.code.shrink_to_fit();
}

void Machine::set_roles(Roles roles) {
  for (const auto& moves : roles.moves) {
    for (const std::uint32_t move : moves) {
      if (move >= network_.moves.size()) throw std::invalid_argument("a move that does not exist");
    }
  }
  const std::size_t goals = network_.goals.size();
  if (roles.goal_role.size() != goals || roles.goal_value.size() != goals) {
    throw std::invalid_argument("one role and one value is expected for each goal");
  }
  for (const std::uint32_t role : roles.goal_role) {
    if (role >= roles.moves.size()) throw std::invalid_argument("a role that does not exist");
  }
  roles_ = std::move(roles);
}

State Machine::initial() const {
  State state(state_bytes(), '\0');
  for (std::size_t at = 0; at < network_.fluents.size(); ++at) {
    if (network_.fluents[at].initial) {
      state[at / 8] = static_cast<char>(static_cast<unsigned char>(state[at / 8]) | 1U << at % 8);
    }
  }
  return state;
}

template <class Values>
void Machine::put(const State& state, Values& values) const {
  if (state.size() != state_bytes()) throw std::invalid_argument("a state of another game");
  for (std::size_t at = 0; at < network_.fluents.size(); ++at) {
    const bool set = (static_cast<unsigned char>(state[at / 8]) >> at % 8 & 1U) != 0;
    values.set(network_.fluent_node(at), set ? 0xFF : 0);
  }
  values.derive_from_state();
}

View Machine::view(const State& state) const {
  Single values(network_);
  put(state, values);
  View view{{}, {}, holds(values, network_.terminal)};
  view.legal.resize(roles_.moves.size());
  for (std::size_t role = 0; role < roles_.moves.size(); ++role) {
    for (const std::uint32_t move : roles_.moves[role]) {
      if (holds(values, network_.moves[move].legal)) view.legal[role].push_back(move);
    }
  }
  for (std::size_t at = 0; at < network_.goals.size(); ++at) {
    if (holds(values, network_.goals[at].holds)) {
      view.goals.push_back(static_cast<std::uint32_t>(at));
    }
  }
  return view;
}

State Machine::next(const State& state, const std::vector<std::uint32_t>& moves) const {
  Single values(network_);
  put(state, values);
  for (const std::uint32_t move : moves) {
    if (move >= network_.moves.size()) throw std::invalid_argument("a move that does not exist");
    values.set(network_.move_node(move), 0xFF);
  }
  values.derive_from_moves();
  State next(state_bytes(), '\0');
  for (std::size_t at = 0; at < network_.fluents.size(); ++at) {
    if (holds(values, network_.fluents[at].next)) {
      next[at / 8] = static_cast<char>(static_cast<unsigned char>(next[at / 8]) | 1U << at % 8);
    }
  }
  return next;
}

}  // namespace gdlc::game
