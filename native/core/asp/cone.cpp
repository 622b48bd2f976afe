#include "core/asp/cone.hpp"

#include <unordered_map>

#include "core/asp/rule_index.hpp"
#include "core/game/components.hpp"

namespace gdlc::asp {
namespace {

class Cone {
 public:
  Cone(const Program& program, const std::vector<Condition>& conditional)
      : program_(program),
        rules_(RuleIndex::by_head(program)),
        wanted_(program.atoms() + 1, false),
        kept_(program.rules().size(), false),
        held_(program.rules().size(), false) {
    for (const Condition& condition : conditional) {
      waiting_[condition.atom].push_back(condition.rule);
      held_[condition.rule] = true;
    }
  }

  Program run(const std::vector<Atom>& roots) {
    for (const Atom atom : roots) want(atom);
    for (std::size_t number = 0; number < program_.rules().size(); ++number) {
      if (program_.rules()[number].heads == 0 && !held_[number]) keep(number);
    }
    own_negations();
    while (!pending_.empty()) {
      const Atom atom = pending_.back();
      pending_.pop_back();
      for (const std::uint32_t rule : rules_[atom]) keep(rule);
      const auto held = waiting_.find(atom);
      if (held == waiting_.end()) continue;
      for (const std::size_t number : held->second) keep(number);
    }
    Program result = program_.without_rules();
    result.reserve_as(program_);
    for (std::size_t number = 0; number < kept_.size(); ++number) {
      if (kept_[number]) result.add(program_.parts(program_.rules()[number]));
    }
    return result;
  }

 private:
  void want(Atom atom) {
    if (wanted_[at(atom)]) return;
    wanted_[at(atom)] = true;
    pending_.push_back(atom);
  }

  void keep(std::size_t number) {
    if (kept_[number]) return;
    kept_[number] = true;
    const Rule& rule = program_.rules()[number];
    for (const Atom atom : program_.head(rule)) want(atom);  // bounds bind the heads together
    for (const Atom literal : program_.body(rule)) want(atom_of(literal));
  }

  // A component with a negation inside may have no model, or several.
  void own_negations() {
    const std::size_t size = program_.atoms() + 1;
    std::vector<std::uint32_t> component(size, 0);
    std::uint32_t count = 0;
    std::vector<bool> all(size, true);
    all[0] = false;
    game::components(
        size, all,
        [&](std::uint32_t atom, std::vector<std::uint32_t>& found) {
          for (const std::uint32_t rule : rules_[static_cast<Atom>(atom)]) {
            for (const Atom literal : program_.body(program_.rules()[rule])) {
              found.push_back(static_cast<std::uint32_t>(atom_of(literal)));
            }
          }
        },
        [&](std::span<const std::uint32_t> members) {
          ++count;
          for (const std::uint32_t member : members) component[member] = count;
        });
    for (const Rule& rule : program_.rules()) {
      for (const Atom atom : program_.head(rule)) {
        for (const Atom literal : program_.body(rule)) {
          if (literal < 0 && component[at(atom)] == component[at(-literal)]) want(atom);
        }
      }
    }
  }

  const Program& program_;
  const RuleIndex rules_;  // by head
  std::vector<bool> wanted_;
  std::vector<bool> kept_;
  std::unordered_map<Atom, std::vector<std::size_t>> waiting_;
  std::vector<bool> held_;
  std::vector<Atom> pending_;
};

}  // namespace

Program cone(const Program& program, const std::vector<Condition>& conditional,
             const std::vector<Atom>& roots) {
  return Cone(program, conditional).run(roots);
}

}  // namespace gdlc::asp
