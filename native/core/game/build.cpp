// From ground rules to a network: what is certain is evaluated away, what nobody asks for is left
// out, and the rest is put into an order in which each node comes behind all that it needs.

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "core/errors.hpp"
#include "core/game/components.hpp"
#include "core/game/network.hpp"

namespace gdlc::game {
namespace {

enum class Truth : std::uint8_t { open, yes, no };

std::size_t index_of(Atom literal) {
  return static_cast<std::size_t>(std::abs(literal));
}

class Builder {
 public:
  Builder(const GroundRules& rules, Stop& stop)
      : rules_(rules),
        stop_(stop),
        atoms_(static_cast<std::size_t>(rules.greatest) + 1),
        input_(atoms_, false),
        truth_(atoms_, Truth::open),
        ref_(atoms_, never),
        on_moves_(atoms_, false) {}

  Network build() {
    sort_rules();
    settle();
    name_inputs();
    find_needed();
    place_nodes();
    name_outputs();
    return std::move(network_);
  }

 private:
  using Rule = GroundRules::Rule;

  // Rules by head; the heads of choices are the inputs.
  void sort_rules() {
    starts_.assign(atoms_ + 1, 0);
    for (const Rule& rule : rules_.rules) {
      if (rule.choice) {
        input_[index_of(rule.head)] = true;
      } else {
        ++starts_[index_of(rule.head) + 1];
      }
    }
    for (std::size_t atom = 0; atom < atoms_; ++atom) starts_[atom + 1] += starts_[atom];
    by_head_.resize(starts_[atoms_]);
    std::vector<std::size_t> at(starts_.begin(), starts_.end() - 1);
    for (std::size_t number = 0; number < rules_.rules.size(); ++number) {
      const Rule& rule = rules_.rules[number];
      if (!rule.choice) {
        by_head_[at[index_of(rule.head)]++] = static_cast<std::uint32_t>(number);
      }
    }
  }

  // Propagates certain truth through the rules, as a SAT solver does units.
  void settle() {
    const std::size_t count = rules_.rules.size();
    std::vector<std::uint32_t> open(count, 0);    // literals of the body that are not yet true
    std::vector<std::uint32_t> alive(atoms_, 0);  // rules that may still derive the atom
    dead_.assign(count, false);
    std::vector<std::size_t> begin(2 * atoms_ + 1, 0);  // where a literal occurs
    const auto code = [](Atom literal) { return 2 * index_of(literal) + (literal < 0 ? 1U : 0U); };
    for (const Rule& rule : rules_.rules) {
      if (rule.choice) continue;
      for (const Atom literal : rules_.body(rule)) ++begin[code(literal) + 1];
    }
    for (std::size_t at = 0; at + 1 < begin.size(); ++at) begin[at + 1] += begin[at];
    std::vector<std::uint32_t> occurs(begin.back());
    std::vector<std::size_t> fill(begin.begin(), begin.end() - 1);
    std::vector<Atom> settled;
    const auto decide = [&](Atom atom, Truth value) {
      if (truth_[index_of(atom)] != Truth::open) return;
      truth_[index_of(atom)] = value;
      settled.push_back(atom);
    };
    for (std::size_t number = 0; number < count; ++number) {
      const Rule& rule = rules_.rules[number];
      if (rule.choice) continue;
      ++alive[index_of(rule.head)];
      for (const Atom literal : rules_.body(rule)) {
        occurs[fill[code(literal)]++] = static_cast<std::uint32_t>(number);
        ++open[number];
      }
      if (open[number] == 0) decide(rule.head, Truth::yes);
    }
    for (std::size_t atom = 1; atom < atoms_; ++atom) {
      if (alive[atom] == 0 && !input_[atom]) decide(static_cast<Atom>(atom), Truth::no);
    }
    while (!settled.empty()) {
      tick();
      const Atom atom = settled.back();
      settled.pop_back();
      const bool yes = truth_[index_of(atom)] == Truth::yes;
      for (const Atom literal : {atom, -atom}) {
        const bool holds = (literal > 0) == yes;
        for (std::size_t at = begin[code(literal)]; at < begin[code(literal) + 1]; ++at) {
          const std::size_t number = occurs[at];
          const Rule& rule = rules_.rules[number];
          if (dead_[number]) continue;
          if (holds) {
            if (--open[number] == 0) decide(rule.head, Truth::yes);
          } else {
            dead_[number] = true;
            if (--alive[index_of(rule.head)] == 0) decide(rule.head, Truth::no);
          }
        }
      }
    }
  }

  static bool take(std::string_view name, std::string_view functor, std::string_view& inner) {
    if (name.size() < functor.size() + 2 || name.substr(0, functor.size()) != functor) return false;
    if (name[functor.size()] != '(' || name.back() != ')') return false;
    inner = name.substr(functor.size() + 1, name.size() - functor.size() - 2);
    return true;
  }

  void name_inputs() {
    std::string_view inner;
    for (const auto& name : rules_.names) {
      if (take(name.text, "true", inner)) {
        fluent_of_.emplace(inner, network_.fluents.size());
        network_.fluents.push_back({inner, false, never});
        fluent_atoms_.push_back(name.atom);
      } else if (take(name.text, "does", inner)) {
        move_of_.emplace(inner, network_.moves.size());
        network_.moves.push_back({inner, never});
        move_atoms_.push_back(name.atom);
      }
    }
    for (std::size_t at = 0; at < fluent_atoms_.size(); ++at) {
      if (fluent_atoms_[at] != 0) ref_[index_of(fluent_atoms_[at])] = Ref(node(), false);
      ++network_.nodes;
    }
    for (std::size_t at = 0; at < move_atoms_.size(); ++at) {
      if (move_atoms_[at] != 0) {
        ref_[index_of(move_atoms_[at])] = Ref(node(), false);
        on_moves_[index_of(move_atoms_[at])] = true;
      }
      ++network_.nodes;
    }
  }

  std::uint32_t node() const { return network_.nodes; }

  bool is_open(Atom literal) const { return truth_[index_of(literal)] == Truth::open; }

  void tick() {
    if (++looked_at_ % patience == 0 && stop_.requested()) throw Stopped{stop_.reason()};
  }

  // The live rules of an atom, without literals that are certain.
  template <class Visit>
  void each_rule(std::size_t atom, Visit visit) {
    for (std::size_t at = starts_[atom]; at < starts_[atom + 1]; ++at) {
      const std::uint32_t number = by_head_[at];
      if (dead_[number]) continue;
      tick();
      body_.clear();
      for (const Atom literal : rules_.body(rules_.rules[number])) {
        if (is_open(literal)) body_.push_back(literal);
      }
      visit(body_);
    }
  }

  // Everything that a legal move, a goal, the end or the next state depends on.
  void find_needed() {
    needed_.assign(atoms_, false);
    std::vector<Atom> pending;
    const auto need = [&](Atom atom) {
      if (atom == 0 || needed_[index_of(atom)] || !is_open(atom)) return;
      needed_[index_of(atom)] = true;
      pending.push_back(atom);
    };
    std::string_view inner;
    for (const auto& name : rules_.names) {
      const bool asked = name.text == "terminal" || take(name.text, "legal", inner) ||
                         take(name.text, "goal", inner) || take(name.text, "_next", inner);
      if (asked) need(name.atom);
    }
    while (!pending.empty()) {
      const Atom atom = pending.back();
      pending.pop_back();
      if (input_[index_of(atom)]) continue;
      each_rule(index_of(atom), [&](const std::vector<Atom>& body) {
        for (const Atom literal : body) need(std::abs(literal));
      });
    }
  }

  // Components of atoms that need each other, each behind all that it needs.
  void place_nodes() {
    const auto successors = [&](std::size_t atom, std::vector<std::uint32_t>& found) {
      found.clear();
      if (input_[atom]) return;
      each_rule(atom, [&](const std::vector<Atom>& body) {
        for (const Atom literal : body)
          found.push_back(static_cast<std::uint32_t>(index_of(literal)));
      });
    };
    std::vector<std::vector<std::uint32_t>> of_state;
    std::vector<std::vector<std::uint32_t>> of_moves;
    component_.assign(atoms_, 0);
    std::uint32_t number = 0;
    components(atoms_, needed_, successors, [&](std::span<const std::uint32_t> members) {
      ++number;
      for (const std::uint32_t atom : members) component_[atom] = number;
      if (members.size() == 1 && input_[members[0]]) return;
      const bool moves = depends_on_moves(members);
      for (const std::uint32_t atom : members) on_moves_[atom] = moves;
      if (is_recursive(members)) {
        (moves ? of_moves : of_state).emplace_back(members.begin(), members.end());
      } else if (!is_copy(members[0])) {
        (moves ? of_moves : of_state).emplace_back(1, members[0]);
      }
    });
    for (const auto& members : of_state) emit(members, network_.state_program);
    for (const auto& members : of_moves) emit(members, network_.move_program);
  }

  bool depends_on_moves(std::span<const std::uint32_t> members) {
    bool found = false;
    for (const std::uint32_t atom : members) {
      each_rule(atom, [&](const std::vector<Atom>& body) {
        for (const Atom literal : body) found = found || on_moves_[index_of(literal)];
      });
    }
    return found;
  }

  bool is_recursive(std::span<const std::uint32_t> members) {
    bool found = members.size() > 1;
    for (const std::uint32_t atom : members) {
      each_rule(atom, [&](const std::vector<Atom>& body) {
        for (const Atom literal : body) {
          const bool inner = component_[index_of(literal)] == component_[atom];
          if (inner && literal < 0) {
            throw NotStratified("an atom depends on its own negation through a cycle of rules");
          }
          found = found || inner;
        }
      });
    }
    return found;
  }

  // An atom with one rule and one premise is its premise. The copy gets no node of its own.
  bool is_copy(std::uint32_t atom) {
    std::size_t rules = 0;
    Atom premise = 0;
    each_rule(atom, [&](const std::vector<Atom>& body) {
      ++rules;
      premise = body.size() == 1 ? body[0] : 0;
    });
    if (rules != 1 || premise == 0) return false;
    copies_.emplace(atom, premise);
    return true;
  }

  Ref ref(Atom literal) {
    bool negative = literal < 0;
    auto atom = static_cast<std::uint32_t>(index_of(literal));
    for (auto copy = copies_.find(atom); copy != copies_.end(); copy = copies_.find(atom)) {
      negative = negative != (copy->second < 0);
      atom = static_cast<std::uint32_t>(index_of(copy->second));
    }
    return negative ? ref_[atom].negated() : ref_[atom];
  }

  void emit(const std::vector<std::uint32_t>& members, std::vector<Network::Block>& program) {
    for (const std::uint32_t atom : members) {
      ref_[atom] = Ref(node(), false);
      ++network_.nodes;
    }
    const std::size_t begin = network_.code.size();
    auto& code = network_.code;
    for (const std::uint32_t atom : members) {
      code.push_back(ref_[atom].node());
      const std::size_t count = code.size();
      code.push_back(0);
      each_rule(atom, [&](const std::vector<Atom>& body) {
        ++code[count];
        code.push_back(static_cast<std::uint32_t>(body.size()));
        for (const Atom literal : body) {
          const Ref premise = ref(literal);
          code.push_back(2 * premise.node() + (premise.negative() ? 1U : 0U));
        }
      });
    }
    const bool recursive = members.size() > 1 || is_recursive(members);
    if (!recursive && !program.empty() && !program.back().recursive) {
      program.back().end = code.size();
    } else {
      program.push_back({begin, code.size(), recursive});
    }
  }

  Ref output(Atom atom) {
    if (atom == 0) return always;
    switch (truth_[index_of(atom)]) {
      case Truth::yes:
        return always;
      case Truth::no:
        return never;
      case Truth::open:
        break;
    }
    return ref(atom);
  }

  void name_outputs() {
    std::string_view inner;
    for (const auto& name : rules_.names) {
      if (name.text == "terminal") {
        network_.terminal = output(name.atom);
      } else if (take(name.text, "_next", inner)) {
        network_.fluents[fluent_of_.at(inner)].next = output(name.atom);
      } else if (take(name.text, "_init", inner)) {
        check(output(name.atom) == always, "build_network: an init that is not certain");
        network_.fluents[fluent_of_.at(inner)].initial = true;
      } else if (take(name.text, "legal", inner)) {
        const auto move = move_of_.find(inner);  // moves of others than roles are without meaning
        if (move != move_of_.end()) network_.moves[move->second].legal = output(name.atom);
      } else if (take(name.text, "goal", inner)) {
        const Ref holds = output(name.atom);
        if (holds != never) network_.goals.push_back({inner, holds});
      }
    }
  }

  static constexpr std::size_t patience = 4096;  // rules between two looks at the stop token

  const GroundRules& rules_;
  Stop& stop_;
  std::size_t looked_at_ = 0;
  std::size_t atoms_;
  std::vector<bool> input_;
  std::vector<Truth> truth_;
  std::vector<Ref> ref_;        // of atoms with a node
  std::vector<bool> on_moves_;  // depends on the moves
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> by_head_;
  std::vector<bool> dead_;  // the body can never hold
  std::vector<bool> needed_;
  std::vector<std::uint32_t> component_;  // counted from 1; 0: not met yet
  std::unordered_map<std::uint32_t, Atom> copies_;
  std::unordered_map<std::string_view, std::size_t> fluent_of_;
  std::unordered_map<std::string_view, std::size_t> move_of_;
  std::vector<Atom> fluent_atoms_;
  std::vector<Atom> move_atoms_;
  std::vector<Atom> body_;
  Network network_;
};

}  // namespace

Network build_network(const GroundRules& rules, Stop& stop) {
  return Builder(rules, stop).build();
}

}  // namespace gdlc::game
