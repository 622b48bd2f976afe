#pragma once

#include <cstdint>

#include "core/dpll/frame.hpp"
#include "core/dpll/instance.hpp"
#include "core/dpll/node_value.hpp"
#include "core/dpll/weights.hpp"
#include "core/dpll/window.hpp"
#include "core/number/float.hpp"
#include "core/number/rational.hpp"

namespace gdlc {

// Makes the value of a node from those of its branches: the best, the worst or the mean. With
// pruning it asks of a branch only what matters to the node, and gives the node up with a bound as
// soon as its value is known to lie outside its window (alpha-beta; Star1: Ballard 1983).
template <class Number>
class Combiner {
 public:
  using Value = NodeValue<Number>;

  Combiner(const Instance& instance, const Weights<Number>& weights, bool prune);

  // What has to be known of the branch entered.
  Window window_of_branch(const Frame<Number>& frame) const;

  // Adds the value of the branch entered, before the frame's weight. True: it is the best of a
  // decision so far, so that its choice is the frame's.
  bool add(Frame<Number>& frame, Value value);

  // Closes the branch that was added: the other one is next, if it still matters.
  void next_branch(Frame<Number>& frame);

  // Of a product: what has to be known of a part.
  Window window_of_part(const Frame<Number>& frame, bool is_last) const;

  // Multiplies the frame's value by that of a part. False: some part may be worth 0.
  bool add_part(Frame<Number>& frame, Value value, bool is_last);

  bool is_closed(const Frame<Number>& frame) const;
  Value result_of(Frame<Number>& frame) const;  // moved out of it. pre: the frame is closed

  // From now on every node is asked for its value. pre: no frame is open
  void stop_pruning() { prune_ = false; }
  std::uint64_t n_cutoffs() const { return n_cutoffs_; }

 private:
  void decide(Frame<Number>& frame, Known known, double bound);
  void close_with_bound(Frame<Number>& frame, const Value& value);

  const Instance& instance_;
  const Weights<Number>& weights_;
  bool prune_;
  std::uint64_t n_cutoffs_ = 0;  // nodes left with a bound
};

extern template class Combiner<Rational>;
extern template class Combiner<Float>;

}  // namespace gdlc
