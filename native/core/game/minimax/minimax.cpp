#include "core/game/minimax/minimax.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "core/game/evaluate.hpp"
#include "core/game/minimax/depth_first.hpp"
#include "core/game/minimax/unfold.hpp"

namespace gdlc::game {
namespace {

// Bounds are had from as many layers as can be valued in this time, tried from all on.
constexpr double seconds_for_bounds = 0.2;

// Depth first is recursive: up to 4,000 bytes of the stack a step.
constexpr std::uint32_t deepest = 1000;

Choices all_the_same(const Rational& lower, const Rational& upper) {
  return {{lower}, {upper}};
}

// The last layer that values are to be had from.
std::uint32_t last_layer(const Unfolding& unfolding) {
  const std::uint32_t horizon = unfolding.frontier().horizon();
  if (!unfolding.is_complete()) return unfolding.done();
  // Behind the last layer there is nothing, however long one waits.
  return unfolding.frontier().is_graded() ? std::min(horizon, unfolding.done()) : horizon;
}

Choices bounds(const Unfolding& unfolding, bool is_exact) {
  for (std::uint32_t last = last_layer(unfolding); last != 0; last /= 2) {
    Stop stop;
    stop.set_timeout(seconds_for_bounds);
    try {
      return value_layers(unfolding, last, is_exact, stop);
    } catch (const Stopped&) {
    }
  }
  return all_the_same(0, 1);
}

class Search {
 public:
  Search(const Machine& machine, const Task& task, const State& start,
         const MinimaxOptions& options, Stop& stop, MinimaxResult& result)
      : machine_(machine),
        task_(task),
        start_(start),
        options_(options),
        stop_(stop),
        result_(result) {}

  void run() {
    if (options_.is_exact) {
      find<ExactEnds>();
    } else {
      find<FloatEnds>();
    }
  }

 private:
  // A search depth first, and what it has expanded.
  template <class Ends>
  struct Deep {
    NodeMaker nodes;
    DepthFirst<Ends> search;
    Deep(const Machine& machine, const Task& task, const State& start,
         const MinimaxOptions& options)
        : nodes(machine, task, start), search(nodes, {options.prune, options.table}) {}
  };

  template <class Ends>
  void find() {
    if (!options_.table) return without_table<Ends>();
    Unfolding unfolding(machine_, task_, start_, options_.compile_from);
    try {
      if (unfold<Ends>(unfolding)) return;
      result_.choices = value_layers(unfolding, last_layer(unfolding), options_.is_exact, stop_);
      result_.is_known = true;
    } catch (const Stopped&) {
      result_.choices = bounds(unfolding, options_.is_exact);
    }
    tell(unfolding);
    result_.layers = unfolding.done();
    result_.programs = unfolding.programs();
  }

  // Returns whether the value was found on the way, depth first.
  template <class Ends>
  bool unfold(Unfolding& unfolding) {
    std::unique_ptr<Deep<Ends>> deep;
    std::uint64_t next = options_.first_transitions;
    while (unfolding.expand_layer(stop_)) {
      if (!options_.prune || unfolding.transitions() < next || task_.horizon > deepest) continue;
      if (!deep) deep = std::make_unique<Deep<Ends>>(machine_, task_, start_, options_);
      next = 2 * unfolding.transitions();
      const std::uint64_t looks = 1 + unfolding.transitions() / options_.transitions_a_look;
      result_.is_known = deep->search.run(task_.horizon, looks, stop_);
      result_.looks += deep->search.looked();
      if (!result_.is_known) continue;
      result_.choices = deep->search.choices();
      tell(deep->nodes);
      return true;
    }
    return false;
  }

  template <class Ends>
  void without_table() {
    if (task_.horizon > deepest) {
      throw std::invalid_argument("a horizon that is too deep to go depth first");
    }
    Deep<Ends> deep(machine_, task_, start_, options_);
    try {
      result_.is_known = deep.search.run(task_.horizon, ~std::uint64_t{0}, stop_);
    } catch (const Stopped&) {
    }
    result_.looks = deep.search.looked();
    result_.choices = deep.search.choices();
    tell(deep.nodes);
  }

  template <class Seen>
  void tell(const Seen& seen) {
    result_.stuck = seen.stuck();
    result_.has_replies = seen.has_replies();
    result_.states = seen.states();
    result_.transitions = seen.transitions();
    result_.bytes = seen.bytes();
  }

  const Machine& machine_;
  const Task& task_;
  const State& start_;
  const MinimaxOptions& options_;
  Stop& stop_;
  MinimaxResult& result_;
};

}  // namespace

MinimaxResult minimax(const Machine& machine, const Task& task, const State& start,
                      const MinimaxOptions& options, Stop& stop) {
  MinimaxResult result;
  const View view = machine.view(start);
  if (view.terminal) {
    const Worths worths(task, 1, [&](std::size_t at) {
      const auto& goals = view.goals;
      const bool holds = std::find(goals.begin(), goals.end(), task.goals[at].goal) != goals.end();
      return std::uint64_t{holds ? 1U : 0U};
    });
    if (worths.wrong != 0) {
      result.no_value = NoValue{NoValue::Why::goals, {start, 0, task.player}};
    }
    const Rational worth(worths.of[0], full_worth);
    result.choices = all_the_same(worth, worth);
    result.is_known = true;
    result.states = 1;
  } else if (task.horizon == 0) {
    result.choices = all_the_same(0, 0);
    result.is_known = true;
    result.states = 1;
  } else {
    try {
      Search(machine, task, start, options, stop, result).run();
    } catch (const NoValue& found) {
      result.no_value = found;
    }
  }
  return result;
}

}  // namespace gdlc::game
