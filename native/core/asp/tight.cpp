#include "core/asp/tight.hpp"

#include <algorithm>

#include "core/game/components.hpp"

namespace gdlc::asp {

std::vector<std::vector<Atom>> positive_loops(const Program& program) {
  const std::size_t size = program.atoms() + 1;
  std::vector<std::size_t> first(size + 1, 0);
  for (const Rule& rule : program.rules()) {
    for (const Atom atom : program.head(rule)) ++first[at(atom) + 1];
  }
  for (std::size_t n = 1; n < first.size(); ++n) first[n] += first[n - 1];
  std::vector<std::size_t> rules(first.back());
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  for (std::size_t number = 0; number < program.rules().size(); ++number) {
    for (const Atom atom : program.head(program.rules()[number])) rules[next[at(atom)]++] = number;
  }
  const auto successors = [&](std::uint32_t atom, std::vector<std::uint32_t>& found) {
    for (std::size_t n = first[atom]; n < first[atom + 1]; ++n) {
      for (const Atom literal : program.body(program.rules()[rules[n]])) {
        if (literal > 0) found.push_back(static_cast<std::uint32_t>(literal));
      }
    }
  };
  std::vector<bool> all(size, true);
  all[0] = false;
  std::vector<std::vector<Atom>> loops;
  std::vector<std::uint32_t> found;
  game::components(size, all, successors, [&](std::span<const std::uint32_t> members) {
    if (members.size() == 1) {
      found.clear();
      successors(members[0], found);
      if (std::find(found.begin(), found.end(), members[0]) == found.end()) return;
    }
    std::vector<Atom> loop(members.begin(), members.end());
    std::sort(loop.begin(), loop.end());
    loops.push_back(std::move(loop));
  });
  return loops;
}

}  // namespace gdlc::asp
