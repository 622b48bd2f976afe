#include "core/game/minimax/class_program.hpp"

#include <utility>

#include "core/game/minimax/symbolic.hpp"
#include "core/game/minimax/unrolled.hpp"

namespace gdlc::game {
namespace {

constexpr std::size_t most_outcomes = 4096;

class Compiler {
 public:
  Compiler(const Machine& machine, const Task& task, const StateClass& states, bool skip)
      : network_(machine.network()),
        roles_(machine.roles().moves),
        task_(task),
        states_(states),
        skip_(skip),
        now_(network_, circuit_),
        later_(network_, circuit_) {}

  std::optional<ClassProgram> compile() {
    if (!set_state() || !each_choice()) return std::nullopt;
    return emit(unrolled_);
  }

 private:
  using Next = Unrolled::Next;
  using Choice = Unrolled::Choice;

  bool set_state() {
    for (std::size_t at = 0; at < network_.fluents.size(); ++at) {
      const std::uint64_t mask = std::uint64_t{1} << at % 64;
      Ref wire = (states_.all[at / 64] & mask) != 0 ? always : never;
      if (wire == never && (states_.any[at / 64] & mask) != 0) {
        wire = circuit_.input();
        unrolled_.inputs.push_back(static_cast<std::uint32_t>(at));
      }
      unrolled_.fluents.push_back(wire);
      now_.set(network_.fluent_node(at), wire);
    }
    if (!now_.derive_from_state()) return false;
    circuit_.assume(now_.get(network_.terminal).negated());
    for (std::size_t role = 0; role < roles_.size(); ++role) {
      const std::uint32_t only = states_.movers[role];
      if (only != chooses) circuit_.assume(now_.get(network_.moves[only].legal));
    }
    return now_.derive_from_state();  // once more, with what is known now
  }

  bool is_chance(std::size_t role) const { return task_.chance == role; }

  // All joint choices of the players, the player's changing slowest.
  bool each_choice() {
    std::vector<std::uint32_t> order{task_.player};
    for (std::uint32_t role = 0; role < roles_.size(); ++role) {
      if (role != task_.player && !is_chance(role)) order.push_back(role);
    }
    std::vector<std::vector<std::uint32_t>> moves;
    for (const std::uint32_t role : order) {
      moves.push_back(states_.movers[role] == chooses
                          ? roles_[role]
                          : std::vector<std::uint32_t>{states_.movers[role]});
    }
    std::vector<std::size_t> turn(order.size(), 0);
    for (;;) {
      Ref legal = always;
      for (std::size_t at = 0; at < order.size(); ++at) {
        const std::uint32_t move = moves[at][turn[at]];
        legal = circuit_.conjunction(legal, now_.get(network_.moves[move].legal));
        now_.set(network_.move_node(move), always);
      }
      if (!(legal == never) && !choose(legal, static_cast<std::uint32_t>(turn[0]))) return false;
      for (std::size_t at = 0; at < order.size(); ++at) {
        now_.set(network_.move_node(moves[at][turn[at]]), never);
      }
      std::size_t at = turn.size();
      while (at != 0 && ++turn[at - 1] == moves[at - 1].size()) turn[--at] = 0;
      if (at == 0) return true;
    }
  }

  // One joint choice of the players; their moves are set.
  bool choose(Ref legal, std::uint32_t group) {
    Choice choice{legal, group, true, 1, 1, {}};
    const std::uint32_t chance = task_.chance ? states_.movers[*task_.chance] : 0;
    if (task_.chance && chance == chooses) {
      const std::vector<std::uint32_t>& moves = roles_[*task_.chance];
      choice.moves = 0;
      for (const std::uint32_t move : moves) {
        const Ref possible = now_.get(network_.moves[move].legal);
        choice.is_certain = choice.is_certain && possible.node() == 0;
        choice.moves += possible == never ? 0 : 1;
      }
      for (const std::uint32_t move : moves) {
        if (!fall(now_, move, choice)) return false;
      }
    } else {
      if (task_.chance) now_.set(network_.move_node(chance), always);
      const bool is_small = now_.derive_from_moves();
      if (task_.chance) now_.set(network_.move_node(chance), never);
      if (!is_small) return false;
      Next next;
      next.fluents = next_of(now_);
      if (!skip_ || !unroll_chance(next, choice)) {
        if (is_large_) return false;
        choice.outcomes.push_back(std::move(next));
      }
    }
    for (Next& next : choice.outcomes) {
      if (!look_at_end(next)) return false;
    }
    outcomes_ += choice.outcomes.size();
    unrolled_.choices.push_back(std::move(choice));
    return outcomes_ <= most_outcomes;
  }

  // One move of chance in a state whose other moves are set.
  bool fall(Symbolic& state, std::uint32_t move, Choice& choice) {
    const Ref possible = state.get(network_.moves[move].legal);
    if (possible == never) return true;
    state.set(network_.move_node(move), always);
    const bool is_small = state.derive_from_moves();
    state.set(network_.move_node(move), never);
    if (!is_small) return false;
    std::vector<Ref> fluents = next_of(state);
    if (choice.is_certain) {
      for (Next& next : choice.outcomes) {
        if (next.fluents == fluents) {
          ++next.weight;
          return true;
        }
      }
    }
    Next next;
    next.fluents = std::move(fluents);
    next.possible = possible;
    choice.outcomes.push_back(std::move(next));
    return true;
  }

  // Where only chance moves in the next state, and does so in all of them alike, its moves become
  // the outcomes of the choice. Returns whether they did.
  bool unroll_chance(const Next& next, Choice& choice) {
    if (!task_.chance) return false;
    for (std::size_t at = 0; at < next.fluents.size(); ++at) {
      later_.set(network_.fluent_node(at), next.fluents[at]);
    }
    if (!later_.derive_from_state()) return give_up();
    if (!(later_.get(network_.terminal) == never)) return false;
    std::vector<std::uint32_t> only;
    std::vector<std::uint32_t> falls;
    for (std::size_t role = 0; role < roles_.size(); ++role) {
      std::vector<std::uint32_t> legal;
      for (const std::uint32_t move : roles_[role]) {
        const Ref wire = later_.get(network_.moves[move].legal);
        if (wire == always) legal.push_back(move);
        if (wire.node() != 0) return false;
      }
      if (is_chance(role)) {
        falls = std::move(legal);
      } else if (legal.size() == 1) {
        only.push_back(legal[0]);
      } else {
        return false;
      }
    }
    if (falls.empty()) return false;
    for (const std::uint32_t move : only) later_.set(network_.move_node(move), always);
    for (const std::uint32_t move : falls) {
      if (!fall(later_, move, choice)) return give_up();
    }
    for (const std::uint32_t move : only) later_.set(network_.move_node(move), never);
    choice.steps = 2;
    choice.moves = 1 + falls.size();
    return true;
  }

  bool give_up() {
    is_large_ = true;
    return false;
  }

  bool look_at_end(Next& next) {
    for (std::size_t at = 0; at < next.fluents.size(); ++at) {
      later_.set(network_.fluent_node(at), next.fluents[at]);
    }
    if (!later_.derive_from_state()) return false;
    next.terminal = later_.get(network_.terminal);
    if (next.terminal == never) return true;
    for (const Task::Goal& goal : task_.goals) {
      next.goals.push_back(later_.get(network_.goals[goal.goal].holds));
    }
    return true;
  }

  std::vector<Ref> next_of(const Symbolic& state) const {
    std::vector<Ref> found;
    found.reserve(network_.fluents.size());
    for (const Network::Fluent& fluent : network_.fluents) found.push_back(state.get(fluent.next));
    return found;
  }

  const Network& network_;
  const std::vector<std::vector<std::uint32_t>>& roles_;
  const Task& task_;
  const StateClass& states_;
  bool skip_;
  Unrolled unrolled_;
  Circuit& circuit_ = unrolled_.circuit;
  Symbolic now_;    // the states of the class
  Symbolic later_;  // what comes behind
  std::size_t outcomes_ = 0;
  bool is_large_ = false;
};

}  // namespace

std::optional<ClassProgram> compile(const Machine& machine, const Task& task,
                                    const StateClass& states, bool skip) {
  return Compiler(machine, task, states, skip).compile();
}

}  // namespace gdlc::game
