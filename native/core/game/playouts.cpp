#include "core/game/playouts.hpp"

#include <algorithm>

#include "core/game/lanes.hpp"

namespace gdlc::game {
std::uint64_t PlayRandom::mix(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

std::uint32_t PlayRandom::below(std::uint32_t count) {
  state_ += 0x9E3779B97F4A7C15U;
  const std::uint64_t word = mix(state_);
  // The upper half of the product of 64 and 32 bits.
  const std::uint64_t low = (word & 0xFFFFFFFFU) * count;
  const std::uint64_t high = (word >> 32U) * count;
  return static_cast<std::uint32_t>((high + (low >> 32U)) >> 32U);
}

Playouts::Playouts(const Machine& machine, std::uint64_t seed, std::uint64_t first,
                   std::size_t plays, std::uint32_t max_steps)
    : machine_(machine),
      network_(machine.network()),
      values_(machine.network()),
      seed_(seed),
      first_(first),
      max_steps_(max_steps),
      move_words_(network_.moves.size(), 0),
      next_(network_.fluents.size(), 0),
      branching_(machine.roles().moves.size()) {
  results_.steps.assign(plays, 0);
  results_.end.assign(plays, PlayEnd::running);
  results_.goals.assign(plays * branching_.size(), no_goal);
  const Word fresh = begin_plays(~Word{0});
  for (std::size_t at = 0; at < network_.fluents.size(); ++at) {
    values_.set(network_.fluent_node(at), network_.fluents[at].initial ? fresh : 0);
  }
}

// Gives new plays to free lanes; returns the lanes that have one now.
Playouts::Word Playouts::begin_plays(Word free) {
  Word fresh = 0;
  each_lane(free, [&](std::size_t lane) {
    active_ &= ~bit(lane);
    if (begun_ == results_.steps.size()) return;
    lane_[lane] = {PlayRandom(seed_, first_ + begun_), begun_, 0};
    ++begun_;
    active_ |= bit(lane);
    fresh |= bit(lane);
  });
  return fresh;
}

bool Playouts::run(std::uint64_t moves) {
  for (std::uint64_t made = 0; active_ != 0 && made < moves;) {
    values_.derive_from_state();
    const Word over = values_.get(network_.terminal) & active_;
    Word ended = over;
    each_lane(over, [&](std::size_t lane) {
      record_goals(lane);
      end_play(lane, PlayEnd::terminal);
    });
    each_lane(active_ & ~over, [&](std::size_t lane) {
      if (lane_[lane].steps != max_steps_) return;
      end_play(lane, PlayEnd::limit);
      ended |= bit(lane);
    });
    const Word stuck = choose_moves(active_ & ~ended);
    each_lane(stuck, [&](std::size_t lane) { end_play(lane, PlayEnd::stuck); });
    ended |= stuck;
    const auto count = static_cast<std::uint64_t>(std::popcount(active_ & ~ended));
    states_ += count;
    made += std::max<std::uint64_t>(count, 1);
    each_lane(active_ & ~ended, [&](std::size_t lane) { ++lane_[lane].steps; });
    advance(begin_plays(ended));
  }
  return active_ == 0;
}

void Playouts::end_play(std::size_t lane, PlayEnd how) {
  results_.steps[lane_[lane].play] = lane_[lane].steps;
  results_.end[lane_[lane].play] = how;
  ++ended_;
}

void Playouts::record_goals(std::size_t lane) {
  const Roles& roles = machine_.roles();
  std::int32_t* const goals = results_.goals.data() + lane_[lane].play * branching_.size();
  for (std::size_t at = 0; at < network_.goals.size(); ++at) {
    if ((values_.get(network_.goals[at].holds) & bit(lane)) == 0) continue;
    std::int32_t& goal = goals[roles.goal_role[at]];
    goal = goal == no_goal ? roles.goal_value[at] : several_goals;
  }
}

// Each lane picks a move for each role; returns the lanes in which a role has none.
Playouts::Word Playouts::choose_moves(Word moving) {
  for (const std::uint32_t move : done_) {
    move_words_[move] = 0;
    values_.set(network_.move_node(move), 0);
  }
  done_.clear();
  const Roles& roles = machine_.roles();
  Word stuck = 0;
  for (const auto& moves : roles.moves) {
    Word able = 0;
    for (const std::uint32_t move : moves) able |= values_.get(network_.moves[move].legal);
    stuck |= moving & ~able;
  }
  for (std::size_t role = 0; role < roles.moves.size(); ++role) {
    for (const std::uint32_t move : roles.moves[role]) {
      each_lane(values_.get(network_.moves[move].legal) & moving & ~stuck,
                [&](std::size_t lane) { legal_[lane].push_back(move); });
    }
    each_lane(moving & ~stuck, [&](std::size_t lane) {
      const auto count = static_cast<std::uint32_t>(legal_[lane].size());
      branching_[role].legal += count;
      branching_[role].most = std::max(branching_[role].most, count);
      const std::uint32_t pick = count == 1 ? 0 : lane_[lane].random.below(count);
      const std::uint32_t move = legal_[lane][pick];
      if (move_words_[move] == 0) done_.push_back(move);
      move_words_[move] |= bit(lane);
      legal_[lane].clear();
    });
  }
  for (const std::uint32_t move : done_) {
    values_.set(network_.move_node(move), move_words_[move]);
  }
  return stuck;
}

// To the next states; the lanes of `fresh` begin anew.
void Playouts::advance(Word fresh) {
  values_.derive_from_moves();
  for (std::size_t at = 0; at < next_.size(); ++at) {
    const Network::Fluent& fluent = network_.fluents[at];
    next_[at] = (values_.get(fluent.next) & ~fresh) | (fluent.initial ? fresh : 0);
  }
  for (std::size_t at = 0; at < next_.size(); ++at) {
    values_.set(network_.fluent_node(at), next_[at]);
  }
}

}  // namespace gdlc::game
