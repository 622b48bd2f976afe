#include "core/asp/order.hpp"

#include <algorithm>

#include "core/game/components.hpp"

namespace gdlc::asp {

Program renumbered(const Program& program, const std::vector<Atom>& first) {
  Program result;
  result.reserve_as(program);
  std::vector<Atom> number(program.atoms() + 1, 0);
  const auto literal_of = [&](Atom literal) {
    Atom& known = number[at(atom_of(literal))];
    if (known == 0) known = result.atom(program.name(atom_of(literal)));
    return literal > 0 ? known : -known;
  };
  for (const Atom atom : first) literal_of(atom);
  std::vector<Atom> head;
  std::vector<Atom> body;
  for (const Rule& rule : program.rules()) {
    NewRule copy = program.parts(rule);
    head.clear();
    body.clear();
    for (const Atom atom : copy.head) head.push_back(literal_of(atom));
    for (const Atom literal : copy.body) body.push_back(literal_of(literal));
    copy.head = head;
    copy.body = body;
    result.add(copy);
  }
  return result;
}

std::vector<std::pair<Atom, std::int64_t>> depths(
    const Program& program, const std::vector<std::pair<Atom, std::int64_t>>& chosen) {
  const std::size_t size = program.atoms() + 1;
  std::vector<std::vector<std::uint32_t>> needs(size);
  std::vector<Atom> order;
  std::vector<bool> seen(size, false);
  const std::vector<bool> facts = program.facts();
  std::vector<std::int64_t> level(size, 0);
  std::vector<bool> is_chosen(size, false);
  for (const auto& [atom, depth] : chosen) {
    level[at(atom)] = depth;
    is_chosen[at(atom)] = true;
  }
  for (const Rule& rule : program.rules()) {
    for (const Atom atom : program.head(rule)) {
      if (is_chosen[at(atom)] || facts[at(atom)]) continue;
      if (!seen[at(atom)]) order.push_back(atom);
      seen[at(atom)] = true;
      for (const Atom literal : program.body(rule)) {
        needs[at(atom)].push_back(static_cast<std::uint32_t>(atom_of(literal)));
      }
    }
  }
  std::vector<bool> all(size, true);
  all[0] = false;
  game::components(
      size, all,
      [&](std::uint32_t atom, std::vector<std::uint32_t>& found) { found = needs[atom]; },
      [&](std::span<const std::uint32_t> members) {
        std::int64_t deepest = level[members[0]];
        for (const std::uint32_t member : members) {
          for (const std::uint32_t other : needs[member]) deepest = std::max(deepest, level[other]);
        }
        for (const std::uint32_t member : members) level[member] = std::max(level[member], deepest);
      });
  std::vector<std::pair<Atom, std::int64_t>> found;
  for (const Atom atom : order) found.emplace_back(atom, level[at(atom)]);
  return found;
}

}  // namespace gdlc::asp
