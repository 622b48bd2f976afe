#include "core/asp/unroll.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/asp/rule_index.hpp"
#include "core/asp/steps.hpp"
#include "core/errors.hpp"
#include "core/game/components.hpp"

namespace gdlc::asp {
namespace {

enum class Kind : std::uint8_t { same, fluent, init, next, state, moves, does };

// What an atom may be at a step; each includes those before it.
enum class Chance : std::uint8_t { impossible, possible, certain };

class Unroller {
 public:
  Unroller(const Program& once, std::uint32_t horizon, Stop& stop)
      : once_(once),
        horizon_(horizon),
        stop_(stop),
        kind_(once.atoms() + 1, Kind::same),
        chance_(once.atoms() + 1, Chance::impossible),
        number_(once.atoms() + 1, 0),
        fluent_(once.atoms() + 1, 0),
        stem_(once.atoms() + 1) {}

  std::optional<Program> run(const Timing& timing) {
    sort_atoms(timing);
    if (!order_rules()) return std::nullopt;
    for (const Rule& rule : once_.rules()) {
      const Kind kind = rule.heads == 1 ? kind_[at(once_.head(rule)[0])] : Kind::same;
      if (kind != Kind::same && kind != Kind::init) continue;
      if (!rule.is_fact()) return std::nullopt;
      const Atom atom = once_.head(rule)[0];
      if (kind == Kind::same) {
        chance_[at(atom)] = Chance::certain;
        result_.add(result_.atom(once_.name(atom)), {});
      } else {
        begin_with(fluent_[at(atom)]);
      }
    }
    for (step_ = 1; step_ <= horizon_ + 1; ++step_) {
      for (const Component& component : components_) settle(component);
      go_on();
    }
    return std::move(result_);
  }

 private:
  // Atoms that depend on each other, or one that does not.
  struct Component {
    std::size_t begin;  // of its rules, in order_
    std::size_t end;
    bool in_circle;
    bool with_moves;  // has no meaning at the last step
  };

  static Kind kind_of(std::string_view predicate, const Timing& timing) {
    if (predicate == "true") return Kind::fluent;
    if (predicate == "does") return Kind::does;
    if (predicate == "_init") return Kind::init;
    if (predicate == "_next") return Kind::next;
    if (timing.state.contains(std::string(predicate))) return Kind::state;
    if (timing.moves.contains(std::string(predicate))) return Kind::moves;
    return Kind::same;
  }

  void sort_atoms(const Timing& timing) {
    for (std::size_t n = 1; n < kind_.size(); ++n) {
      const std::string_view name = once_.name(static_cast<Atom>(n));
      const std::string_view predicate = predicate_of(name);
      kind_[n] = kind_of(predicate, timing);
      if (kind_[n] == Kind::same) continue;
      std::string stem(name);
      if (kind_[n] == Kind::init || kind_[n] == Kind::next) {
        stem.replace(0, predicate.size(), "true");
        fluent_[n] = once_.find(stem);
      }
      if (stem.back() == ')') {
        stem.back() = ',';
      } else {
        stem += '(';
      }
      stem_[n] = std::move(stem);
    }
  }

  // false: an atom depends on its own negation.
  bool order_rules() {
    const RuleIndex rules = RuleIndex::by_head(once_);
    std::vector<bool> wanted(kind_.size());
    for (std::size_t n = 1; n < kind_.size(); ++n) {
      wanted[n] = kind_[n] != Kind::same && kind_[n] != Kind::init && kind_[n] != Kind::fluent;
    }
    const auto successors = [&](std::uint32_t atom, std::vector<std::uint32_t>& found) {
      for (const std::uint32_t rule : rules[static_cast<Atom>(atom)]) {
        for (const Atom literal : once_.body(once_.rules()[rule])) {
          found.push_back(static_cast<std::uint32_t>(atom_of(literal)));
        }
      }
    };
    std::vector<bool> inside(kind_.size(), false);
    bool is_stratified = true;
    game::components(kind_.size(), wanted, successors, [&](std::span<const std::uint32_t> members) {
      Component component{order_.size(), 0, false, false};
      for (const std::uint32_t atom : members) inside[atom] = true;
      for (const std::uint32_t atom : members) {
        const Kind kind = kind_[atom];
        component.with_moves |= kind == Kind::moves || kind == Kind::does || kind == Kind::next;
        for (const std::uint32_t rule : rules[static_cast<Atom>(atom)]) {
          order_.push_back(rule);
          for (const Atom literal : once_.body(once_.rules()[rule])) {
            if (!inside[at(atom_of(literal))]) continue;
            component.in_circle = true;
            if (literal < 0) is_stratified = false;
          }
        }
      }
      for (const std::uint32_t atom : members) inside[atom] = false;
      component.end = order_.size();
      components_.push_back(component);
    });
    return is_stratified;
  }

  Chance& chance(Atom atom) { return chance_[at(atom)]; }

  // What a rule makes of its head.
  Chance worth(const Rule& rule) const {
    Chance result = rule.choice ? Chance::possible : Chance::certain;
    for (const Atom literal : once_.body(rule)) {
      const Chance chance = chance_[at(atom_of(literal))];
      const Chance fails = literal > 0 ? Chance::impossible : Chance::certain;
      if (chance == fails) return Chance::impossible;
      if (chance == Chance::possible) result = Chance::possible;
    }
    return result;
  }

  void settle(const Component& component) {
    if (component.with_moves && step_ > horizon_) return;
    bool changed = true;
    while (changed) {
      changed = false;
      for (std::size_t n = component.begin; n < component.end; ++n) {
        const Rule& rule = once_.rules()[order_[n]];
        Chance& head = chance(once_.head(rule)[0]);
        const Chance found = worth(rule);
        if (found <= head) continue;
        head = found;
        changed = component.in_circle;
      }
    }
    for (std::size_t n = component.begin; n < component.end; ++n) write(once_.rules()[order_[n]]);
    if (++settled_ % patience == 0 && stop_.requested()) throw Stopped{stop_.reason()};
  }

  void write(const Rule& rule) {
    const Atom head = once_.head(rule)[0];
    const Chance found = worth(rule);
    if (found == Chance::impossible) return;
    if (chance(head) == Chance::certain) {
      if (number_[at(head)] == 0) result_.add(numbered(head), {});
      return;
    }
    body_.clear();
    for (const Atom literal : once_.body(rule)) {
      const Atom atom = atom_of(literal);
      if (chance(atom) != Chance::possible) continue;  // it holds
      body_.push_back(literal < 0 ? -numbered(atom) : numbered(atom));
    }
    const Atom own = numbered(head);
    result_.add({.head = {&own, 1}, .body = body_, .weights = {}, .choice = rule.choice});
  }

  // The atom at this step.
  Atom numbered(Atom atom) {
    Atom& number = number_[at(atom)];
    if (number == 0) {
      name_ = stem_[at(atom)];
      name_ += std::to_string(kind_[at(atom)] == Kind::next ? step_ + 1 : step_);
      name_ += ')';
      number = result_.atom(name_);
    }
    return number;
  }

  void begin_with(Atom fluent) {
    if (chance(fluent) == Chance::certain) return;
    step_ = 1;
    chance(fluent) = Chance::certain;
    result_.add(numbered(fluent), {});
  }

  void go_on() {
    next_.clear();
    for (std::size_t n = 1; n < kind_.size(); ++n) {
      if (kind_[n] == Kind::next && chance_[n] != Chance::impossible) {
        next_.push_back({fluent_[n], number_[n], chance_[n]});
      }
    }
    for (std::size_t n = 1; n < kind_.size(); ++n) {
      if (kind_[n] == Kind::same) continue;
      chance_[n] = Chance::impossible;
      number_[n] = 0;
    }
    for (const auto& [fluent, number, found] : next_) {
      chance(fluent) = found;
      number_[at(fluent)] = number;
    }
  }

  struct Next {
    Atom fluent;
    Atom number;
    Chance chance;
  };

  static constexpr std::size_t patience = 4096;  // components between two looks at the stop token

  const Program& once_;
  const std::uint32_t horizon_;
  Stop& stop_;
  std::vector<Kind> kind_;
  std::vector<Chance> chance_;         // at this step
  std::vector<Atom> number_;           // in result_, at this step; 0: not there yet
  std::vector<Atom> fluent_;           // of `_init(F)` and `_next(F)`: `true(F)`
  std::vector<std::string> stem_;      // the name up to the step
  std::vector<std::uint32_t> order_;   // rules, those that a component depends on before it
  std::vector<Component> components_;  // in the order of order_
  std::uint32_t step_ = 0;
  std::size_t settled_ = 0;
  std::vector<Next> next_;
  std::vector<Atom> body_;
  std::string name_;
  Program result_;
};

}  // namespace

std::optional<Program> unroll(const Program& once, const Timing& timing, std::uint32_t horizon,
                              Stop& stop) {
  return Unroller(once, horizon, stop).run(timing);
}

}  // namespace gdlc::asp
