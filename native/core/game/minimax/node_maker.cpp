#include "core/game/minimax/node_maker.hpp"

#include <stdexcept>
#include <vector>

namespace gdlc::game {
namespace {

// The frontier is to keep every state: here the horizon is where a search turns back.
constexpr std::uint32_t no_horizon = ~std::uint32_t{0};

}  // namespace

NodeMaker::NodeMaker(const Machine& machine, const Task& task, const State& start)
    : machine_(machine),
      task_(task),
      frontier_((machine.network().fluents.size() + 63) / 64, no_horizon),
      plain_(machine, task, frontier_, graph_),
      values_(machine.network()),
      legal_(machine.roles().moves.size()) {
  const std::vector<std::uint64_t> words = words_of(start, machine);
  frontier_.arrive(words.data(), frontier_.states().hash(words.data()), 0);
}

void NodeMaker::expand(std::uint32_t state) {
  if (graph_.is_expanded(state)) return;
  load_states(machine_.network(), frontier_.states(), &state, 1, values_);
  bool others = false;
  for (std::uint32_t role = 0; role < legal_.size(); ++role) {
    legal_[role].clear();
    for (const std::uint32_t move : machine_.roles().moves[role]) {
      if ((values_.get(machine_.network().moves[move].legal) & 1U) != 0) {
        legal_[role].push_back(move);
      }
    }
    if (legal_[role].empty()) {
      if (!stuck_) stuck_ = sighting(state, role);
      graph_.set_end(state, 0);
      return;
    }
    others = others || (role != task_.player && role != task_.chance && legal_[role].size() > 1);
  }
  if (others && legal_[task_.player].size() > 1) {
    has_replies_ = true;
    if (!task_.replies) throw NoValue{NoValue::Why::both_choose, sighting(state, task_.player)};
  }
  plain_.add(state, frontier_.depth(state), legal_);
  plain_.finish();
}

Sighting NodeMaker::sighting(std::uint32_t state, std::uint32_t role) const {
  return {state_of(frontier_.states().words(state), machine_.state_bytes()), frontier_.depth(state),
          role};
}

}  // namespace gdlc::game
