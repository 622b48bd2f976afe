#include "core/game/minimax/plain_expansion.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace gdlc::game {

void load_states(const Network& network, const StateSet& states, const std::uint32_t* numbers,
                 std::size_t count, Values<std::uint64_t>& values) {
  constexpr std::size_t lanes = 64;
  const std::size_t fluents = network.fluents.size();
  std::array<std::uint64_t, lanes> block{};
  for (std::size_t at = 0; at < states.width(); ++at) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      block[lane] = lane < count ? states.words(numbers[lane])[at] : 0;
    }
    transpose(block.data());
    const std::size_t end = std::min(lanes, fluents - at * lanes);
    for (std::size_t row = 0; row < end; ++row) {
      values.set(network.fluent_node(at * lanes + row), block[row]);
    }
  }
  values.derive_from_state();
}

PlainExpansion::PlainExpansion(const Machine& machine, const Task& task, Frontier& frontier,
                               MoveGraph& graph)
    : machine_(machine),
      network_(machine.network()),
      task_(task),
      frontier_(frontier),
      graph_(graph),
      values_(machine.network()),
      move_words_(network_.moves.size(), 0),
      block_(frontier.states().width() * lanes) {
  const auto roles = static_cast<std::uint32_t>(machine.roles().moves.size());
  order_.push_back(task.player);
  for (std::uint32_t role = 0; role < roles; ++role) {
    if (role != task.player && role != task.chance) order_.push_back(role);
  }
  if (task.chance) order_.push_back(*task.chance);
}

void PlainExpansion::add(std::uint32_t state, std::uint32_t depth, const LegalMoves& legal) {
  const std::size_t outcomes = task_.chance ? legal[*task_.chance].size() : 1;
  std::size_t branches = 1;
  for (const std::uint32_t role : order_) {
    if (role != task_.chance) branches *= legal[role].size();
  }
  plans_.push_back({state, branches, branches / legal[task_.player].size(), outcomes});
  std::vector<std::size_t> turn(order_.size(), 0);
  for (;;) {
    source_[waiting_] = state;
    depth_[waiting_] = depth + 1;
    for (std::size_t at = 0; at < order_.size(); ++at) {
      const std::uint32_t move = legal[order_[at]][turn[at]];
      if (move_words_[move] == 0) done_.push_back(move);
      move_words_[move] |= bit(waiting_);
    }
    if (++waiting_ == lanes) make_moves();
    std::size_t at = turn.size();
    while (at != 0 && ++turn[at - 1] == legal[order_[at - 1]].size()) turn[--at] = 0;
    if (at == 0) return;
  }
}

void PlainExpansion::finish() {
  if (waiting_ != 0) make_moves();
  write_down();
}

void PlainExpansion::make_moves() {
  load_states(network_, frontier_.states(), source_.data(), waiting_, values_);
  for (const std::uint32_t move : done_) {
    values_.set(network_.move_node(move), move_words_[move]);
  }
  values_.derive_from_moves();
  const std::size_t fluents = network_.fluents.size();
  std::fill(block_.begin(), block_.end(), 0);
  for (std::size_t at = 0; at < fluents; ++at) block_[at] = values_.get(network_.fluents[at].next);
  for (const std::uint32_t move : done_) {
    values_.set(network_.move_node(move), 0);
    move_words_[move] = 0;
  }
  done_.clear();
  for (std::size_t at = 0; at < fluents; ++at) values_.set(network_.fluent_node(at), block_[at]);
  values_.derive_from_state();
  const Word all = waiting_ == lanes ? ~Word{0} : bit(waiting_) - 1;
  const Word terminal = values_.get(network_.terminal) & all;
  const Worths worths(task_, terminal, [&](std::size_t goal) {
    return values_.get(network_.goals[task_.goals[goal].goal].holds);
  });
  for (std::size_t at = 0; at * lanes < block_.size(); ++at) transpose(&block_[at * lanes]);
  std::vector<Word> next(frontier_.states().width());
  for (std::size_t lane = 0; lane < waiting_; ++lane) {
    for (std::size_t at = 0; at < next.size(); ++at) next[at] = block_[at * lanes + lane];
    if ((worths.wrong & bit(lane)) != 0) {
      throw NoValue{NoValue::Why::goals,
                    {state_of(next.data(), machine_.state_bytes()), depth_[lane], task_.player}};
    }
    targets_.push_back(
        (terminal & bit(lane)) != 0
            ? Target::end(worths.of[lane])
            : frontier_.arrive(next.data(), frontier_.states().hash(next.data()), depth_[lane]));
  }
  transitions_ += waiting_;
  waiting_ = 0;
  if (targets_.size() > 4096) write_down();
}

// Hands on the states all of whose moves were made.
void PlainExpansion::write_down() {
  std::size_t begin = 0;
  std::size_t plan = 0;
  for (; plan < plans_.size(); ++plan) {
    const auto& [state, branches, group, outcomes] = plans_[plan];
    if (begin + branches * outcomes > targets_.size()) break;
    graph_.begin(state, static_cast<std::uint32_t>(branches), branches * (1 + outcomes));
    for (std::size_t branch = 0; branch < branches; ++branch, begin += outcomes) {
      write_branch(targets_.data() + begin, outcomes, branch % group == 0);
    }
  }
  plans_.erase(plans_.begin(), plans_.begin() + static_cast<std::ptrdiff_t>(plan));
  targets_.erase(targets_.begin(), targets_.begin() + static_cast<std::ptrdiff_t>(begin));
}

// Outcomes that are the same are written once, with their number as the weight.
void PlainExpansion::write_branch(const Target* outcomes, std::size_t count, bool begins) {
  std::map<std::uint32_t, std::uint32_t> weights;
  for (std::size_t at = 0; at < count; ++at) ++weights[outcomes[at].code()];
  Shape shape{1, static_cast<std::uint32_t>(count), {}};
  for (const auto& [code, weight] : weights) shape.weights.push_back(weight);
  graph_.add_branch(graph_.shape(std::move(shape)), begins);
  for (const auto& [code, weight] : weights) graph_.add_target(Target::of_code(code));
}

}  // namespace gdlc::game
