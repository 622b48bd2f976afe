#pragma once

#include <cstdint>
#include <optional>

#include "core/game/evaluate.hpp"
#include "core/game/machine.hpp"
#include "core/game/minimax/frontier.hpp"
#include "core/game/minimax/move_graph.hpp"
#include "core/game/minimax/plain_expansion.hpp"
#include "core/game/minimax/task.hpp"

namespace gdlc::game {

// Expands states one by one, for a search that goes deep first; each once.
class NodeMaker {
 public:
  // pre: the machine's roles are set; the start is a state of it, and not terminal. It is state 0.
  NodeMaker(const Machine& machine, const Task& task, const State& start);

  // throws: NoValue
  void expand(std::uint32_t state);

  const MoveGraph& graph() const { return graph_; }
  std::uint32_t states() const { return frontier_.states().size(); }
  const std::optional<Sighting>& stuck() const { return stuck_; }
  bool has_replies() const { return has_replies_; }
  std::uint64_t transitions() const { return plain_.transitions(); }
  std::size_t bytes() const { return frontier_.states().bytes() + graph_.bytes(); }

 private:
  Sighting sighting(std::uint32_t state, std::uint32_t role) const;

  const Machine& machine_;
  const Task& task_;
  Frontier frontier_;
  MoveGraph graph_;
  PlainExpansion plain_;
  Values<std::uint64_t> values_;
  LegalMoves legal_;
  std::optional<Sighting> stuck_;
  bool has_replies_ = false;
};

}  // namespace gdlc::game
