#include "core/game/minimax/unfold.hpp"

#include <algorithm>
#include <bit>

#include "core/game/lanes.hpp"

namespace gdlc::game {
namespace {

// For fewer states a program costs more than it saves: to fold a literal of the rules into a
// circuit takes as long as to evaluate it for some 300 states, 64 at a time. Rules of more literals
// than this need more states.
constexpr std::size_t usual_literals = 512;

std::size_t width_of(const Machine& machine) {
  return (machine.network().fluents.size() + 63) / 64;
}

}  // namespace

Unfolding::Unfolding(const Machine& machine, const Task& task, const State& start,
                     std::size_t compile_from)
    : machine_(machine),
      network_(machine.network()),
      task_(task),
      compile_from_(
          std::max(compile_from, compile_from * machine.network().code.size() / usual_literals)),
      frontier_(width_of(machine), task.horizon),
      plain_(machine, task, frontier_, graph_),
      by_class_(machine, task, frontier_, graph_),
      values_(machine.network()) {
  const std::vector<std::uint64_t> words = words_of(start, machine);
  frontier_.arrive(words.data(), frontier_.states().hash(words.data()), 0);
}

bool Unfolding::expand_layer(Stop& stop) {
  while (frontier_.has_layer(done_)) {
    const std::vector<std::uint32_t> layer = frontier_.layer(done_);
    classes_.clear();
    class_numbers_.clear();
    last_class_ = nullptr;
    for (std::size_t begin = 0; begin < layer.size(); begin += lanes) {
      if (stop.requested()) throw Stopped{stop.reason()};
      classify(layer.data() + begin, std::min(lanes, layer.size() - begin), done_);
    }
    for (const StateClass& states : classes_) expand(states, done_, stop);
    graph_.end_layer();
    ++done_;
    if (!layer.empty()) return true;
  }
  return false;
}

// Who moves in these states; those that are stuck are done with.
void Unfolding::classify(const std::uint32_t* states, std::size_t count, std::uint32_t depth) {
  load_states(network_, frontier_.states(), states, count, values_);
  const Word all = count == lanes ? ~Word{0} : bit(count) - 1;
  const auto& roles = machine_.roles().moves;
  for (Movers& movers : movers_) movers.resize(roles.size());
  Word stuck = 0;
  Word mine = 0;
  Word theirs = 0;
  for (std::size_t role = 0; role < roles.size(); ++role) {
    Word able = 0;
    Word choosing = 0;
    for (const std::uint32_t move : roles[role]) {
      const Word legal = values_.get(network_.moves[move].legal) & all;
      choosing |= able & legal;
      able |= legal;
    }
    for (const std::uint32_t move : roles[role]) {
      each_lane(values_.get(network_.moves[move].legal) & all & ~choosing,
                [&](std::size_t lane) { movers_[lane][role] = move; });
    }
    each_lane(choosing, [&](std::size_t lane) { movers_[lane][role] = chooses; });
    if ((all & ~able) != 0 && !stuck_) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(all & ~able));
      stuck_ = Sighting{state_of(frontier_.states().words(states[lane]), machine_.state_bytes()),
                        depth, static_cast<std::uint32_t>(role)};
    }
    stuck |= all & ~able;
    if (role == task_.player) {
      mine = choosing;
    } else if (role != task_.chance) {
      theirs |= choosing;
    }
  }
  const Word both = mine & theirs & ~stuck;
  if (both != 0) {
    has_replies_ = true;
    if (!task_.replies) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(both));
      throw NoValue{NoValue::Why::both_choose,
                    {state_of(frontier_.states().words(states[lane]), machine_.state_bytes()),
                     depth, task_.player}};
    }
  }
  each_lane(stuck, [&](std::size_t lane) { graph_.set_end(states[lane], 0); });
  for (std::size_t lane = 0; lane < count; ++lane) {
    if ((stuck & bit(lane)) != 0) continue;
    add_to_class(class_of(movers_[lane]), states[lane]);
  }
}

StateClass& Unfolding::class_of(const Movers& movers) {
  if (last_class_ != nullptr && last_class_->movers == movers) return *last_class_;
  const auto [place, is_new] = class_numbers_.emplace(movers, nullptr);
  if (is_new) {
    const std::size_t width = frontier_.states().width();
    classes_.push_back(
        {movers, {}, std::vector<Word>(width, ~Word{0}), std::vector<Word>(width, 0)});
    place->second = &classes_.back();
  }
  return *(last_class_ = place->second);
}

void Unfolding::add_to_class(StateClass& found, std::uint32_t state) {
  found.states.push_back(state);
  const Word* const words = frontier_.states().words(state);
  for (std::size_t at = 0; at < found.all.size(); ++at) {
    found.all[at] &= words[at];
    found.any[at] |= words[at];
  }
}

void Unfolding::expand(const StateClass& states, std::uint32_t depth, Stop& stop) {
  const ClassProgram* const program = program_for(states, depth);
  if (program == nullptr) return expand_plainly(states, depth, stop);
  for (std::size_t begin = 0; begin < states.states.size(); begin += lanes) {
    if (stop.requested()) throw Stopped{stop.reason()};
    by_class_.expand(*program, states.states.data() + begin,
                     std::min(lanes, states.states.size() - begin), depth);
  }
}

void Unfolding::expand_plainly(const StateClass& states, std::uint32_t depth, Stop& stop) {
  const auto& roles = machine_.roles().moves;
  LegalMoves legal(roles.size());
  for (std::size_t begin = 0; begin < states.states.size(); begin += lanes) {
    const std::size_t count = std::min(lanes, states.states.size() - begin);
    load_states(network_, frontier_.states(), states.states.data() + begin, count, values_);
    for (std::size_t lane = 0; lane < count; ++lane) {
      if (stop.requested()) throw Stopped{stop.reason()};
      for (std::size_t role = 0; role < roles.size(); ++role) {
        legal[role].clear();
        for (const std::uint32_t move : roles[role]) {
          if ((values_.get(network_.moves[move].legal) & bit(lane)) != 0) {
            legal[role].push_back(move);
          }
        }
      }
      plain_.add(states.states[begin + lane], depth, legal);
    }
  }
  plain_.finish();
}

// The program of a class, made now if that pays. The start is expanded plainly: all of its moves
// are asked for.
const ClassProgram* Unfolding::program_for(const StateClass& states, std::uint32_t depth) {
  if (depth == 0) return nullptr;
  const bool skip = depth + 1 < task_.horizon;
  const Key key{states.movers, states.all, states.any, skip};
  auto place = programs_.find(key);
  if (place == programs_.end()) {
    if (states.states.size() < compile_from_) return nullptr;
    place = programs_.emplace(key, compile(machine_, task_, states, skip)).first;
  }
  return place->second ? &*place->second : nullptr;
}

}  // namespace gdlc::game
