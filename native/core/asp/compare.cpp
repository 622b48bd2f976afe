#include "core/asp/compare.hpp"

#include <array>

#include "core/errors.hpp"

namespace gdlc::asp {

Atom compare(Program& program, Atom condition, std::span<const Atom> low,
             std::span<const Atom> high, Atom less, const std::string& name) {
  check(!low.empty() && low.size() == high.size(), "compare: two numbers of different length");
  const std::span<const Atom> heads(&less, less == 0 ? 0 : 1);
  Atom so_far = condition;  // and no digit yet that differs
  for (std::size_t digit = low.size(); digit-- > 0;) {
    const std::array differs{so_far, high[digit], -low[digit]};
    program.add({.head = heads, .body = differs, .weights = {}});
    const Atom same = program.fresh(name + std::to_string(digit) + ")");
    program.add(same, std::array{so_far, high[digit], low[digit]});
    program.add(same, std::array{so_far, -high[digit], -low[digit]});
    so_far = same;
  }
  return so_far;
}

}  // namespace gdlc::asp
