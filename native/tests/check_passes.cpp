// Passes that keep the stable models of one program: see asp_checks.hpp.

#include <algorithm>
#include <set>

#include "asp_checks.hpp"
#include "core/asp/alike.hpp"
#include "core/asp/cone.hpp"
#include "core/asp/order.hpp"
#include "core/asp/simplify.hpp"
#include "core/asp/text.hpp"
#include "core/asp/tight.hpp"
#include "core/asp/timed.hpp"
#include "random_program.hpp"
#include "stable_models.hpp"

namespace gdlc::test {
namespace {

using asp::Atom;
using asp::Program;
using asp::Rule;

// As far as the first atoms go; those behind must not make models more.
std::vector<Model> projected(std::vector<Model> models, std::size_t atoms) {
  for (Model& model : models) model &= (Model{1} << atoms) - 1;
  std::sort(models.begin(), models.end());
  return models;
}

std::string fault_in_renumbered(const Program& program, const std::vector<Model>& models,
                                Random& random) {
  std::vector<Atom> first;
  for (const asp::Prefixed& one : random_prefix(program, random, 3)) first.push_back(one.atom);
  const Program other = asp::renumbered(program, first);
  if (write_text(other) != write_text(program)) return "renumbered: another text";
  // What is in no rule has no number any more, and holds in no stable model.
  std::vector<Model> found;
  for (const Model model : stable_models(other)) {
    Model old = 0;
    for (std::size_t n = 1; n <= other.atoms(); ++n) {
      const auto atom = static_cast<Atom>(n);
      if (holds(model, atom)) old |= Model{1} << (program.find(other.name(atom)) - 1);
    }
    found.push_back(old);
  }
  std::sort(found.begin(), found.end());
  if (found != models) return "renumbered: other models";
  Atom next = 1;
  for (const Atom atom : first) {
    if (other.find(program.name(atom)) != next++) return "renumbered: not as given";
  }
  const auto look = [&](Atom atom) { return atom > next ? false : (next += atom == next, true); };
  for (const Rule& rule : other.rules()) {
    for (const auto part : {other.head(rule), other.body(rule)}) {
      for (const Atom literal : part) {
        if (!look(asp::atom_of(literal))) return "renumbered: not in the order of the text";
      }
    }
  }
  return {};
}

// By what is left out the value must not change, as long as the prefix is kept.
std::string fault_in_cone(const Program& program, const std::vector<Model>& models,
                          Random& random) {
  const std::vector<asp::Prefixed> prefix = random_prefix(program, random, 4);
  std::vector<Atom> roots;
  for (const asp::Prefixed& one : prefix) roots.push_back(one.atom);
  const Program kept = asp::cone(program, {}, roots);
  const std::vector<Model> left = stable_models(kept);
  if (value_of(left, prefix) != value_of(models, prefix)) {
    return "cone: another value from\n" + write_text(kept);
  }
  const auto of_roots = [&](const std::vector<Model>& all) {
    std::set<Model> found;
    for (const Model model : all) {
      Model part = 0;
      for (const Atom atom : roots) part |= model & (Model{1} << (atom - 1));
      found.insert(part);
    }
    return found;
  };
  return of_roots(left) == of_roots(models) ? "" : "cone: other models of the roots";
}

// Each atom's needs, and theirs in turn, by repeated squaring of nothing cleverer than sets.
std::vector<std::set<Atom>> reach(const Program& program, bool positive_only,
                                  const std::set<Atom>& ends) {
  std::vector<std::set<Atom>> needs(program.atoms() + 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Rule& rule : program.rules()) {
      for (const Atom head : program.head(rule)) {
        if (ends.contains(head)) continue;
        const std::size_t before = needs[asp::at(head)].size();
        for (const Atom literal : program.body(rule)) {
          if (literal < 0 && positive_only) continue;
          const std::set<Atom> further = needs[asp::at(asp::atom_of(literal))];
          needs[asp::at(head)].insert(asp::atom_of(literal));
          needs[asp::at(head)].insert(further.begin(), further.end());
        }
        changed = changed || needs[asp::at(head)].size() != before;
      }
    }
  }
  return needs;
}

std::string fault_in_depths(const Program& program, Random& random) {
  std::vector<std::pair<Atom, std::int64_t>> chosen;
  std::set<Atom> ends;
  for (const asp::Prefixed& one : random_prefix(program, random, 4)) {
    chosen.emplace_back(one.atom, one.level);
    ends.insert(one.atom);
  }
  const std::vector<bool> facts = program.facts();
  std::set<Atom> stop_at = ends;
  for (std::size_t n = 1; n < facts.size(); ++n) {
    if (facts[n]) stop_at.insert(static_cast<Atom>(n));
  }
  const auto needs = reach(program, false, stop_at);
  std::vector<std::pair<Atom, std::int64_t>> expected;
  std::set<Atom> seen = stop_at;
  for (const Rule& rule : program.rules()) {
    for (const Atom head : program.head(rule)) {
      if (!seen.insert(head).second) continue;
      std::int64_t deepest = 0;
      for (const auto& [atom, level] : chosen) {
        if (needs[asp::at(head)].contains(atom)) deepest = std::max(deepest, level);
      }
      expected.emplace_back(head, deepest);
    }
  }
  return asp::depths(program, chosen) == expected ? "" : "depths";
}

std::string fault_in_loops(const Program& program) {
  const auto needs = reach(program, true, {});
  std::set<std::vector<Atom>> expected;
  for (std::size_t n = 1; n <= program.atoms(); ++n) {
    const auto atom = static_cast<Atom>(n);
    if (!needs[n].contains(atom)) continue;
    std::vector<Atom> loop;
    for (const Atom other : needs[n]) {
      if (needs[asp::at(other)].contains(atom)) loop.push_back(other);
    }
    expected.insert(loop);
  }
  const auto found = asp::positive_loops(program);
  return std::set<std::vector<Atom>>(found.begin(), found.end()) == expected &&
                 found.size() == expected.size()
             ? ""
             : "positive_loops";
}

// Atoms with the same rules are equal in each stable model.
std::string fault_in_alike(const Program& program, const std::vector<Model>& models) {
  std::vector<Atom> atoms;
  for (std::size_t n = 1; n <= program.atoms(); ++n) atoms.push_back(static_cast<Atom>(n));
  const std::vector<std::uint32_t> first = asp::Alike(program).by_rules(atoms);
  for (std::size_t n = 0; n < atoms.size(); ++n) {
    for (const Model model : models) {
      if (holds(model, atoms[n]) != holds(model, atoms[first[n]])) return "alike by rules";
    }
  }
  return {};
}

}  // namespace

std::string fault_in_passes(const Program& program, std::uint64_t seed) {
  Random random(seed);
  const std::vector<Model> models = stable_models(program);
  if (stable_models(asp::simplify(program)) != models) {
    return "simplify: other models from\n" + write_text(asp::simplify(program));
  }
  const Program free = asp::free_choices(program);
  for (const Rule& rule : free.rules()) {
    if (rule.lower != Rule::none || rule.upper != Rule::none) return "free_choices: a bound";
  }
  const std::vector<Model> free_models = stable_models(free);
  if (projected(free_models, program.atoms()) != models) {
    return "free_choices: other models from\n" + write_text(free);
  }
  const Program sorted = asp::in_order(program);
  if (stable_models(sorted) != models) return "in_order: other models";
  if (const Program other = asp::in_order(shuffled(program, random));
      write_text(other) != write_text(sorted)) {
    return "in_order: another text of the same rules\n" + write_text(other) + "and\n" +
           write_text(sorted);
  }
  std::string fault = fault_in_renumbered(program, models, random);
  if (fault.empty()) fault = fault_in_cone(free, free_models, random);
  if (fault.empty()) fault = fault_in_depths(program, random);
  if (fault.empty()) fault = fault_in_loops(program);
  if (fault.empty()) fault = fault_in_alike(program, models);
  return fault;
}

}  // namespace gdlc::test
