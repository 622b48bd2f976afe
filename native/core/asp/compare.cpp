#include "core/asp/compare.hpp"

#include <array>

#include "core/errors.hpp"

namespace gdlc::asp {

Atom compare(Program& program, std::span<const Atom> low, std::span<const Atom> high, bool less,
             const std::string& name) {
  check(!low.empty() && low.size() == high.size(), "compare: two numbers of different length");
  Atom so_far = 0;
  for (std::size_t digit = 0; digit < low.size(); ++digit) {
    const Atom one = program.fresh(name + std::to_string(digit) + ")");
    const auto add = [&](Atom first, Atom second) { program.add(one, std::array{first, second}); };
    if (so_far != 0) {
      add(high[digit], -low[digit]);
      add(high[digit], so_far);
      add(-low[digit], so_far);
    } else if (less) {
      add(high[digit], -low[digit]);
    } else {
      program.add(one, std::array{high[digit]});
      program.add(one, std::array{-low[digit]});
    }
    so_far = one;
  }
  return so_far;
}

}  // namespace gdlc::asp
