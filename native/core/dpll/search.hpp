#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/dpll/cache.hpp"
#include "core/dpll/choices.hpp"
#include "core/dpll/combine.hpp"
#include "core/dpll/frame.hpp"
#include "core/dpll/instance.hpp"
#include "core/dpll/key.hpp"
#include "core/dpll/node_value.hpp"
#include "core/dpll/options.hpp"
#include "core/dpll/propagate.hpp"
#include "core/dpll/stats.hpp"
#include "core/dpll/weights.hpp"
#include "core/dpll/window.hpp"
#include "core/stop.hpp"

namespace gdlc {

// Everything before a stop is exact; behind it, what is open counts as [0, 1].
template <class Number>
struct Found {
  Number lower;
  Number upper;
  std::vector<Lit> outer;  // literals of the outermost existential block, in Instance's numbering
};

// Depth first search along the prefix (Davis, Logemann, Loveland; for chance blocks: Littman,
// Majercik, Pitassi 2001), with values of residual formulas kept in a cache.
//
// Every node is a state closed under propagation. Its value is that of the residual formula:
//   - 1 without unsatisfied clauses; variables in none of them are skipped;
//   - else the best, the worst or the mean over both values of the next variable, where a branch is
//     worth 0 after a conflict, and else the product of the probabilities of the chance literals
//     forced in it, times the value of the node below.
// A node is searched with a window, handed down through best, worst and mean (alpha-beta; for
// chance nodes Star1: Ballard 1983), and left as soon as its value is known to lie outside. The
// stack of frames is ours: prefixes of 100,000 decisions are no danger to the native one.
template <class Number>
class Search {
 public:
  using Poll = std::function<bool(const Stats&)>;  // true: give up

  // probability: var -> of being true, for chance variables (others unused)
  Search(const Instance& instance, const Options& options, std::vector<Number> probability,
         Stop& stop, Poll poll,
         std::uint64_t work_between_polls = Propagator::default_work_between_polls);

  Found<Number> run();
  Stats stats() const;

 private:
  using Value = NodeValue<Number>;

  bool poll();
  std::size_t held_bytes() const;
  std::optional<Value> enter(std::size_t from, const Window& window);
  bool caches(Var var) const;
  bool begin_branch(Frame<Number>& frame);
  std::uint32_t choice_of_branch(std::size_t trail_begin, std::uint32_t below);
  void close_branch(Frame<Number>& frame, Value value);
  std::optional<Value> search();
  Found<Number> unwind(const Number& root_weight);

  const Instance& instance_;
  const Options options_;
  const Weights<Number> weights_;
  Stop& stop_;
  Poll poll_;
  bool wants_choice_;  // the formula begins with an existential block
  Propagator propagator_;
  KeyWriter key_writer_;
  Cache<Number> cache_;
  Combiner<Number> combiner_;
  Choices choices_;
  std::vector<Frame<Number>> frames_;
  std::vector<Lit> outer_literals_;  // scratch of choice_of_branch
  bool stopped_ = false;
  Stats stats_;
};

extern template class Search<Rational>;

}  // namespace gdlc
