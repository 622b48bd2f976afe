#include "core/game/minimax/frontier.hpp"

#include <stdexcept>

namespace gdlc::game {

State state_of(const std::uint64_t* words, std::size_t bytes) {
  State state(bytes, '\0');
  for (std::size_t at = 0; at < bytes; ++at) {
    state[at] = static_cast<char>(static_cast<unsigned char>(words[at / 8] >> at % 8 * 8));
  }
  return state;
}

std::vector<std::uint64_t> words_of(const State& state, const Machine& machine) {
  if (state.size() != machine.state_bytes()) throw std::invalid_argument("a state of another game");
  std::vector<std::uint64_t> words((machine.network().fluents.size() + 63) / 64, 0);
  for (std::size_t at = 0; at < state.size(); ++at) {
    words[at / 8] |= std::uint64_t{static_cast<unsigned char>(state[at])} << at % 8 * 8;
  }
  return words;
}

std::vector<std::uint32_t> Frontier::layer(std::uint32_t depth) const {
  std::vector<std::uint32_t> found;
  if (!has_layer(depth)) return found;
  found.reserve(layers_[depth].size());
  for (const std::uint32_t state : layers_[depth]) {
    if (depth_[state] == depth) found.push_back(state);
  }
  return found;
}

}  // namespace gdlc::game
