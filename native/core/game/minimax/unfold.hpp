#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "core/game/evaluate.hpp"
#include "core/game/machine.hpp"
#include "core/game/minimax/class_expansion.hpp"
#include "core/game/minimax/class_program.hpp"
#include "core/game/minimax/frontier.hpp"
#include "core/game/minimax/move_graph.hpp"
#include "core/game/minimax/movers.hpp"
#include "core/game/minimax/plain_expansion.hpp"
#include "core/game/minimax/task.hpp"
#include "core/stop.hpp"

namespace gdlc::game {

// All states that plays lead to within the horizon, each expanded once, those with the fewest steps
// first. Nothing is cut off: each state that has no value is found, and each that is stuck.
//
// Cost:   S states of F fluents with B branches and T outcomes each: about
//         S (F / 8 + 28 + 4 B + 4 T) bytes. A state between a choice and chance counts for nothing
//         where a program makes both steps at once.
// throws: NoValue
class Unfolding {
 public:
  // pre: the machine's roles are set; the start is a state of it, not terminal; the horizon > 0
  // compile_from: programs are made for at least so many states
  Unfolding(const Machine& machine, const Task& task, const State& start, std::size_t compile_from);

  // Expands the states nearest to the start; false: there are no more.
  // pre: the stop token did not ask for an end before. A layer that it cuts short is not done.
  bool expand_layer(Stop& stop);

  const Task& task() const { return task_; }
  const Frontier& frontier() const { return frontier_; }
  const MoveGraph& graph() const { return graph_; }
  std::uint32_t done() const { return done_; }  // so many layers were expanded
  bool is_complete() const { return !frontier_.has_layer(done_); }
  const std::optional<Sighting>& stuck() const { return stuck_; }
  bool has_replies() const { return has_replies_; }  // where both sides choose
  std::uint32_t states() const { return frontier_.states().size(); }
  std::uint64_t transitions() const { return plain_.transitions() + by_class_.transitions(); }
  std::size_t programs() const { return programs_.size(); }
  std::size_t bytes() const { return frontier_.states().bytes() + graph_.bytes(); }

 private:
  using Word = std::uint64_t;
  static constexpr std::size_t lanes = 64;

  void classify(const std::uint32_t* states, std::size_t count, std::uint32_t depth);
  StateClass& class_of(const Movers& movers);
  void add_to_class(StateClass& found, std::uint32_t state);
  void expand(const StateClass& states, std::uint32_t depth, Stop& stop);
  void expand_plainly(const StateClass& states, std::uint32_t depth, Stop& stop);
  const ClassProgram* program_for(const StateClass& states, std::uint32_t depth);

  // What programs are known by: the movers, the bits that all and that some states have, and
  // whether steps of chance are unrolled.
  using Key = std::tuple<Movers, std::vector<Word>, std::vector<Word>, bool>;

  const Machine& machine_;
  const Network& network_;
  const Task& task_;
  std::size_t compile_from_;
  Frontier frontier_;
  MoveGraph graph_;
  PlainExpansion plain_;
  ClassExpansion by_class_;
  Values<Word> values_;
  std::array<Movers, lanes> movers_;  // of the states that are looked at
  std::uint32_t done_ = 0;
  std::deque<StateClass> classes_;  // of the layer
  std::map<Movers, StateClass*> class_numbers_;
  StateClass* last_class_ = nullptr;
  std::map<Key, std::optional<ClassProgram>> programs_;
  std::optional<Sighting> stuck_;
  bool has_replies_ = false;
};

}  // namespace gdlc::game
