#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/game/minimax/move_graph.hpp"
#include "core/game/minimax/timeline.hpp"
#include "core/game/minimax/unfold.hpp"
#include "core/stop.hpp"

namespace gdlc::game {

// The values of all states, layer by layer from the last to the first.
template <class Algebra>
class Backward {
 public:
  using Value = typename Algebra::Value;

  // unknown: what a state of the last layer is worth in which the play may go on
  // cut:     whether no steps are left after the last layer
  Backward(const Algebra& algebra, const Unfolding& unfolding, const Timeline& timeline,
           Worth unknown, bool cut, Stop& stop)
      : algebra_(algebra),
        graph_(unfolding.graph()),
        timeline_(timeline),
        unknown_(algebra.end(unknown)),
        cut_(cut),
        stop_(stop) {
    const std::size_t targets = Target::first_state + unfolding.frontier().states().size();
    is_graded_ = unfolding.frontier().is_graded();
    for (std::size_t at = 0; at < (is_graded_ ? 1 : values_.size()); ++at) {
      values_[at].assign(targets, unknown_);
      for (std::uint32_t worth = 0; worth <= full_worth; ++worth) {
        values_[at][worth] = algebra.end(static_cast<Worth>(worth));
      }
    }
  }

  // The values of the groups of the first state; it alone where it makes no moves.
  // throws: Stopped
  std::vector<Value> run() {
    if (timeline_.last() == 0 || !makes_moves(0)) {
      return {graph_.is_end(0) ? algebra_.end(graph_.worth(0)) : unknown_};
    }
    std::size_t looked_at = 0;
    for (std::uint32_t depth = timeline_.last(); depth-- != 1;) {
      if (++looked_at % patience == 0 && stop_.requested()) throw Stopped{stop_.reason()};
      for (const std::uint32_t state : timeline_.layer(depth)) {
        if (++looked_at % patience == 0 && stop_.requested()) throw Stopped{stop_.reason()};
        Value& value = store(depth)[Target::first_state + state];
        if (makes_moves(state)) {
          groups_.clear();
          value_groups(state, depth);
          value = groups_[0];
          for (std::size_t at = 1; at < groups_.size(); ++at) Algebra::raise(value, groups_[at]);
        } else {
          value = graph_.is_end(state) ? algebra_.end(graph_.worth(state)) : unknown_;
        }
      }
    }
    groups_.clear();
    value_groups(0, 0);
    return groups_;
  }

 private:
  static constexpr std::size_t patience = 4096;  // states and layers between two looks at the stop

  bool makes_moves(std::uint32_t state) const {
    return graph_.is_expanded(state) && !graph_.is_end(state);
  }

  std::vector<Value>& store(std::uint32_t depth) {
    return values_[is_graded_ ? 0 : depth % values_.size()];
  }

  void value_groups(std::uint32_t state, std::uint32_t depth) {
    const std::array<const Value*, 2> ahead{store(depth + 1).data(), store(depth + 2).data()};
    // What lies behind the last step is out of reach, also if the play ends there.
    const bool is_late = cut_ && depth + 2 > timeline_.last();
    const std::uint32_t* word = graph_.moves(state);
    for (std::uint32_t left = *word++; left != 0; --left) {
      const std::uint32_t number = *word & ~MoveGraph::begins_group;
      const bool begins = (*word++ & MoveGraph::begins_group) != 0;
      const Shape& shape = graph_.shape(number);
      Value value = is_late && shape.steps == 2
                        ? algebra_.zero()
                        : algebra_.mean(number, shape, word, ahead[shape.steps - 1]);
      word += shape.weights.size();
      if (begins) {
        groups_.push_back(std::move(value));
      } else {
        Algebra::lower(groups_.back(), value);
      }
    }
  }

  const Algebra& algebra_;
  const MoveGraph& graph_;
  const Timeline& timeline_;
  Value unknown_;
  bool cut_;
  Stop& stop_;
  bool is_graded_;
  // By the codes of targets: of the layer and the two behind it, in turn; all in the first one
  // where each state stands in one layer only.
  std::array<std::vector<Value>, 3> values_;
  std::vector<Value> groups_;  // of the state that is being looked at
};

}  // namespace gdlc::game
