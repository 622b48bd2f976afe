#include "core/asp/tight.hpp"

#include <algorithm>

#include "core/asp/rule_index.hpp"
#include "core/game/components.hpp"

namespace gdlc::asp {

std::vector<std::vector<Atom>> positive_loops(const Program& program) {
  const std::size_t size = program.atoms() + 1;
  const RuleIndex rules = RuleIndex::by_head(program);
  const auto successors = [&](std::uint32_t atom, std::vector<std::uint32_t>& found) {
    for (const std::uint32_t rule : rules[static_cast<Atom>(atom)]) {
      for (const Atom literal : program.body(program.rules()[rule])) {
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
