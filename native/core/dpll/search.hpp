#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/dpll/activity.hpp"
#include "core/dpll/analyze.hpp"
#include "core/dpll/bounds.hpp"
#include "core/dpll/cache.hpp"
#include "core/dpll/choices.hpp"
#include "core/dpll/combine.hpp"
#include "core/dpll/components.hpp"
#include "core/dpll/cut.hpp"
#include "core/dpll/frame.hpp"
#include "core/dpll/instance.hpp"
#include "core/dpll/leaf.hpp"
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
  Number lower = Number(0);
  Number upper = Number(1);
  bool is_complete = true;  // both are the value
  std::vector<Lit> outer;   // literals of the outermost existential block, in Instance's numbering
};

// Depth first search along the prefix (Davis, Logemann, Loveland; for chance blocks: Littman,
// Majercik, Pitassi 2001), with values of residual formulas kept in a cache.
//
// Every node is a state closed under propagation. Its value is that of the residual formula:
//   - 1 without unsatisfied clauses; variables in none of them are skipped;
//   - 1 or 0 where only existential variables are left (see Leaf);
//   - the product of the values of its parts, where the search looks for parts;
//   - else the best, the worst or the mean over both values of a variable of the outermost block,
//     where a branch is worth 0 after a conflict, and else the product of the probabilities of the
//     chance literals forced in it, times the value of the node below.
// A node is searched with a window, handed down through best, worst, mean and product (alpha-beta;
// for chance nodes Star1: Ballard 1983), and left as soon as its value is known to lie outside. A
// node worth 0 brings back why, and all above it that have no part in the reason are worth 0 too.
//
// What the residual formula is known by is its cut or its parts, whichever suits the formula. A
// clause learned may hold only because another part has no satisfying assignment; then the product
// is worth 0, but what was stored for its other parts may be wrong, and is taken out again (cache
// pollution: Sang and others 2004).
//
// The stack of frames is ours: prefixes of 100,000 decisions are no danger to the native one.
template <class Number>
class Search {
 public:
  using Poll = std::function<bool(const Search&)>;  // true: give up

  // probability: var -> of being true, for chance variables (others unused)
  Search(const Instance& instance, const Options& options, std::vector<Number> probability,
         Stop& stop, Poll poll,
         std::uint64_t work_between_polls = Propagator::default_work_between_polls);

  // Works until it is done, or about as many steps further. False: there is more to do, and the
  // next call goes on with it. After a stop it is done.
  bool run_for(std::uint64_t work);
  Found<Number> result();  // at any time between; the search cannot go on after it
  Found<Number> run() {
    run_for(UINT64_MAX);
    return result();
  }
  // The formula is structured by time, so that cuts are the keys to use. pre: it was run
  bool is_timed() const { return cut_ && cut_->is_timed(); }
  // From now on, instead of what the options say.
  void set_memory(std::uint64_t cache_bytes, std::optional<std::uint64_t> memory_limit) {
    options_.cache_bytes = cache_bytes;
    options_.memory_limit = memory_limit;
    if (options_.cache) cache_.set_max_bytes(cache_bytes);
  }
  Stats stats() const;
  Bounds bounds() const;  // known so far. pre: asked by the poll

 private:
  using Value = NodeValue<Number>;

  bool poll();
  std::size_t held_bytes() const;
  void begin();
  void enter_root();
  std::uint64_t work() const;

  std::optional<Value> enter_all(std::uint32_t first, Cut::Known known, const Window& window);
  std::optional<Value> enter_parts(std::size_t vars_begin, std::size_t vars_end,
                                   std::size_t trail_begin);
  std::optional<Value> enter_part(std::size_t part, const Window& window);
  std::optional<Value> enter_next_part(Frame<Number>& frame);
  Window window_of_child() const;
  void learn_from_conflict();
  Value solve_leaf(std::span<const Var> vars);
  const Value* find_in_cache(const Window& window);
  std::vector<Var> all_vars() const;
  void audit_hit(const Value& found, std::span<const Var> vars, const Number& weight) const;
  Frame<Number>& push_frame(Var var, const Window& window);
  std::uint32_t first_open(std::uint32_t from) const;
  Number weight_between(std::uint32_t from, std::uint32_t end) const;
  Number weight_of_rest(std::uint32_t from) const;
  Var first_live_var(std::uint32_t from);
  Var best_var(std::span<const Var> vars) const;

  bool begin_branch(Frame<Number>& frame);
  std::optional<Value> enter_branch(Frame<Number>& frame);
  void close_branch(Frame<Number>& frame, Value value);
  void close_part(Frame<Number>& frame, Value value);
  Value close_frame();
  bool absorb_zero(Frame<Number>& frame);
  std::uint32_t choice_of_branch(std::size_t trail_begin, std::uint32_t below);
  Found<Number> unwind();

  const Instance& instance_;
  Options options_;
  const Weights<Number> weights_;
  Stop& stop_;
  Poll poll_;
  bool wants_choice_;  // the formula begins with an existential block
  bool looks_for_parts_ = false;
  Propagator propagator_;
  Activity activity_;
  Analysis analysis_;
  Leaf leaf_;
  std::vector<Var> tail_;  // all variables behind the last that is not existential
  std::optional<Cut> cut_;
  std::optional<Components> components_;
  Cache<Number> cache_;
  Combiner<Number> combiner_;
  Choices choices_;
  std::vector<Frame<Number>> frames_;
  Number root_weight_ = Number(1);   // of the chance literals assigned before all decisions
  std::vector<Lit> pure_;            // scratch of enter_parts
  std::vector<std::uint8_t> key_;    // of the node entered
  std::vector<std::uint8_t> keys_;   // stack: of the nodes open
  ZeroReason zero_;                  // of the node or branch just closed ...
  bool is_zero_known_ = false;       // ... if it is worth 0, and this is true
  bool is_against_forced_ = false;   // the decision itself, against a literal that is forced
  std::vector<Lit> reasons_;         // stack: of first branches
  std::vector<Lit> outer_literals_;  // scratch
  std::uint32_t n_open_products_ = 0;
  std::optional<Value> value_;  // of what was closed last, not yet part of its frame
  bool is_begun_ = false;
  bool is_over_ = false;  // value_ is that of the formula below its units
  bool stopped_ = false;
  Stats stats_;
};

extern template class Search<Rational>;
extern template class Search<Float>;

}  // namespace gdlc
