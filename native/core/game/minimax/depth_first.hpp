#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/game/minimax/ends.hpp"
#include "core/game/minimax/layered.hpp"
#include "core/game/minimax/node_maker.hpp"

namespace gdlc::game {

struct DepthFirstOptions {
  bool prune = true;                        // leave out what cannot change the value
  bool table = true;                        // remember the values of states
  std::uint64_t looks = ~std::uint64_t{0};  // at states; then it gives up
};

// Expected minimax depth first, with a window that a value must lie in to matter.
//
// Maxima and minima prune as alpha-beta does. For a mean, each outcome gets the window in which it
// can still decide the mean's, given the bounds of the others (Star1); before that, one move of
// each outcome is tried, which bounds it from one side and often settles the mean (Star2).
//
// The table holds bounds for a state and a number of steps left; where nothing was cut off by the
// horizon they hold with more steps, too, and stand there without the number.
//
// Source: Ballard, The *-minimax search procedure for trees containing chance nodes (1983);
//         Hauk, Buro and Schaeffer, Rediscovering *-minimax search (2004).
template <class Ends>
class DepthFirst {
 public:
  using End = typename Ends::End;

  // pre: the start is not terminal, and steps > 0
  DepthFirst(NodeMaker& nodes, const DepthFirstOptions& options)
      : nodes_(nodes), options_(options) {}

  // Returns whether the value was found; `choices` are bounds in any case. May be called again,
  // with more looks, and goes on with what it remembers.
  // throws: NoValue; Stopped
  bool run(std::uint32_t steps, std::uint64_t looks, Stop& stop) {
    options_.looks = looks;
    stop_ = &stop;
    looked_ = 0;
    nodes_.expand(0);
    const std::vector<Group> groups = groups_of(0);
    bounds_.assign(groups.size(), {Ends::below(0), Ends::above(full_worth)});
    if (nodes_.graph().is_end(0)) {
      bounds_.assign(1, {Ends::below(0), Ends::below(0)});
      return true;
    }
    try {
      End best = Ends::below(0);
      for (std::size_t at = 0; at < groups.size(); ++at) {
        // A move that is no better than another need not be known better than that.
        const End floor = options_.prune && at != 0 ? best : below_all();
        bounds_[at] = group(groups[at], steps, floor, above_all()).bounds;
        best = std::max(best, bounds_[at].lower);
      }
    } catch (const Spent&) {
      return false;
    }
    return true;
  }

  Choices choices() const {
    Choices found;
    for (const Bounds& bounds : bounds_) {
      found.lower.push_back(Ends::rational(bounds.lower));
      found.upper.push_back(Ends::rational(bounds.upper));
    }
    return found;
  }

  std::uint64_t looked() const { return looked_; }

 private:
  struct Spent {};

  struct Bounds {
    End lower;
    End upper;
    bool settles(const End& floor, const End& ceiling) const {
      return Ends::is_point(lower, upper) || upper <= floor || lower >= ceiling;
    }
  };

  struct Found {
    Bounds bounds;
    std::uint32_t ahead;  // so many steps were looked ahead
    bool is_cut;          // the horizon came before the end of a play
  };

  struct Branch {
    const Shape* shape;
    std::vector<std::uint32_t> codes;  // a copy: the graph grows while we look
  };
  using Group = std::vector<Branch>;

  static End below_all() { return Ends::below(0) - 1; }
  static End above_all() { return Ends::above(full_worth) + 1; }

  std::vector<Group> groups_of(std::uint32_t state) const {
    std::vector<Group> groups;
    if (nodes_.graph().is_end(state)) return groups;
    nodes_.graph().each_branch(
        state, [&](const Shape& shape, bool begins, std::span<const std::uint32_t> codes) {
          if (begins) groups.emplace_back();
          groups.back().push_back({&shape, {codes.begin(), codes.end()}});
        });
    return groups;
  }

  // What the table knows; nothing where that is no more than that a value is one.
  std::optional<Found> remembered(std::uint32_t state, std::uint32_t steps) const {
    if (!options_.table) return std::nullopt;
    if (const auto whole = whole_.find(state); whole != whole_.end()) {
      if (whole->second.ahead <= steps) return whole->second;
    }
    const auto cut = cut_.find(std::uint64_t{state} << 32U | steps);
    if (cut == cut_.end()) return std::nullopt;
    return Found{cut->second, steps, true};
  }

  void remember(std::uint32_t state, std::uint32_t steps, const Found& found) {
    if (!options_.table) return;
    if (found.is_cut) {
      cut_.insert_or_assign(std::uint64_t{state} << 32U | steps, found.bounds);
    } else {
      whole_.insert_or_assign(state, found);
    }
  }

  // The value of a state, as far as it lies between floor and ceiling.
  // only_first: look at its first move alone
  Found look(std::uint32_t state, std::uint32_t steps, End floor, End ceiling, bool only_first) {
    if (steps == 0) return {{Ends::below(0), Ends::below(0)}, 0, true};
    const std::optional<Found> known = remembered(state, steps);
    if (known && known->bounds.settles(floor, ceiling)) return *known;
    if (++looked_ > options_.looks) throw Spent{};
    if (looked_ % patience == 0 && stop_->requested()) throw Stopped{stop_->reason()};
    nodes_.expand(state);
    if (nodes_.graph().is_end(state)) return {{Ends::below(0), Ends::below(0)}, 0, false};
    Found found = options_.prune ? best_of(state, steps, floor, ceiling, only_first)
                                 : best_of(state, steps, below_all(), above_all(), false);
    if (known) {
      found.bounds.lower = std::max(found.bounds.lower, known->bounds.lower);
      found.bounds.upper = std::min(found.bounds.upper, known->bounds.upper);
      found.ahead = std::max(found.ahead, known->ahead);
      found.is_cut = found.is_cut || known->is_cut;
    }
    remember(state, steps, found);
    return found;
  }

  Found best_of(std::uint32_t state, std::uint32_t steps, const End& floor, const End& ceiling,
                bool only_first) {
    const std::vector<Group> groups = groups_of(state);
    if (best_.size() <= state) best_.resize(nodes_.states() + std::size_t{1}, 0);
    Found best{{Ends::below(0), Ends::below(0)}, 0, false};
    const std::size_t first = best_[state] < groups.size() ? best_[state] : 0;
    for (std::size_t turn = 0; turn < groups.size(); ++turn) {
      // The move that was best the last time comes first.
      const std::size_t at = turn == 0 ? first : turn - (turn <= first ? 1 : 0);
      const Found found = group(groups[at], steps, std::max(floor, best.bounds.lower), ceiling,
                                only_first && groups.size() == 1);
      if (found.bounds.lower > best.bounds.lower) best_[state] = static_cast<std::uint32_t>(at);
      take_in(best, found);
      best.bounds.lower = std::max(best.bounds.lower, found.bounds.lower);
      best.bounds.upper = std::max(best.bounds.upper, found.bounds.upper);
      const bool is_enough = options_.prune && best.bounds.lower >= ceiling;
      if (turn + 1 < groups.size() && (is_enough || only_first)) {
        best.bounds.upper = Ends::above(full_worth);
        break;
      }
    }
    return best;
  }

  // The least of some branches.
  Found group(const Group& branches, std::uint32_t steps, const End& floor, const End& ceiling,
              bool only_first = false) {
    Found least{{Ends::above(full_worth), Ends::above(full_worth)}, 0, false};
    for (std::size_t at = 0; at < branches.size(); ++at) {
      const Found found = mean(branches[at], steps, floor, std::min(ceiling, least.bounds.upper));
      take_in(least, found);
      least.bounds.lower = std::min(least.bounds.lower, found.bounds.lower);
      least.bounds.upper = std::min(least.bounds.upper, found.bounds.upper);
      const bool is_enough = options_.prune && least.bounds.upper <= floor;
      if (at + 1 < branches.size() && (is_enough || only_first)) {
        least.bounds.lower = Ends::below(0);
        break;
      }
    }
    return least;
  }

  Found mean(const Branch& branch, std::uint32_t steps, const End& floor, const End& ceiling) {
    const std::size_t count = branch.shape->weights.size();
    std::vector<Bounds> outcomes(count, {Ends::below(0), Ends::above(full_worth)});
    Found all{{Ends::below(0), Ends::above(full_worth)}, branch.shape->steps, false};
    std::vector<bool> is_open(count, false);
    const std::uint32_t left = steps - branch.shape->steps;
    for (std::size_t at = 0; at < count; ++at) {
      const Target target = Target::of_code(branch.codes[at]);
      if (target.is_end()) {
        outcomes[at] = {Ends::below(target.worth()), Ends::above(target.worth())};
      } else if (left == 0) {
        outcomes[at] = {Ends::below(0), Ends::below(0)};
        all.is_cut = true;
      } else {
        is_open[at] = true;
        if (const auto known = remembered(target.number(), left)) {
          outcomes[at] = known->bounds;
          take_in(all, *known, branch.shape->steps);
        }
      }
    }
    const bool tries = options_.prune && options_.table && count > 1;
    for (const bool only_first : {true, false}) {
      if (only_first && !tries) continue;
      for (std::size_t at = 0; at < count; ++at) {
        if (!is_open[at] || Ends::is_point(outcomes[at].lower, outcomes[at].upper)) continue;
        set_mean(all.bounds, branch, outcomes);
        if (options_.prune && all.bounds.settles(floor, ceiling)) return all;
        const auto [low, high] = window(branch, outcomes, at, floor, ceiling);
        const Target target = Target::of_code(branch.codes[at]);
        const Found found = look(target.number(), left, low, high, only_first);
        outcomes[at] = found.bounds;
        take_in(all, found, branch.shape->steps);
      }
    }
    set_mean(all.bounds, branch, outcomes);
    return all;
  }

  void set_mean(Bounds& mean, const Branch& branch, const std::vector<Bounds>& outcomes) const {
    typename Ends::Mean lower;
    typename Ends::Mean upper;
    for (std::size_t at = 0; at < outcomes.size(); ++at) {
      lower.add(branch.shape->weights[at], branch.shape->total, outcomes[at].lower);
      upper.add(branch.shape->weights[at], branch.shape->total, outcomes[at].upper);
    }
    mean = {lower.below(), upper.above()};
  }

  // Where one outcome must lie for the mean to lie in the window, whatever the others are.
  std::pair<End, End> window(const Branch& branch, const std::vector<Bounds>& outcomes,
                             std::size_t one, const End& floor, const End& ceiling) const {
    if (!options_.prune) return {below_all(), above_all()};
    typename Ends::Mean least;
    typename Ends::Mean most;
    const Shape& shape = *branch.shape;
    for (std::size_t at = 0; at < outcomes.size(); ++at) {
      if (at == one) continue;
      least.add(shape.weights[at], shape.total, outcomes[at].lower);
      most.add(shape.weights[at], shape.total, outcomes[at].upper);
    }
    return {Ends::share(floor - most.above(), shape.weights[one], shape.total),
            Ends::share(ceiling - least.below(), shape.weights[one], shape.total)};
  }

  static void take_in(Found& all, const Found& found, std::uint32_t steps = 0) {
    all.ahead = std::max(all.ahead, found.ahead + steps);
    all.is_cut = all.is_cut || found.is_cut;
  }

  static constexpr std::uint64_t patience = 64;  // looks between two looks at the stop token

  NodeMaker& nodes_;
  DepthFirstOptions options_;
  Stop* stop_ = nullptr;
  std::vector<Bounds> bounds_;       // of the groups of the first state
  std::vector<std::uint32_t> best_;  // of each state, its best group so far
  std::unordered_map<std::uint32_t, Found> whole_;
  std::unordered_map<std::uint64_t, Bounds> cut_;
  std::uint64_t looked_ = 0;
};

}  // namespace gdlc::game
