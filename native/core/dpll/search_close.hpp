#pragma once

#include <algorithm>
#include <utility>

#include "core/dpll/search.hpp"

// How a search goes from branch to branch, and back up with what they are worth.

namespace gdlc {

inline constexpr std::size_t max_learned_literals =
    200;  // longer clauses cost more than they force

// False: the branch is worth 0.
template <class Number>
bool Search<Number>::begin_branch(Frame<Number>& frame) {
  ++stats_.decisions;
  frame.weight = weights_.of(frame.literal(frame.branch));
  const Outcome outcome = propagator_.decide(frame.literal(frame.branch));
  if (outcome == Outcome::stopped) stopped_ = true;
  if (outcome == Outcome::zero) learn_from_conflict();
  return outcome == Outcome::open;
}

template <class Number>
void Search<Number>::learn_from_conflict() {
  is_zero_known_ = options_.learn;
  if (!options_.learn) return;
  analysis_.conflict_reason(zero_);
  const std::uint32_t level = analysis_.conflict_level();
  is_against_forced_ = propagator_.conflict().implied != Lit();
  if (level > 0 && !is_against_forced_) analysis_.learn(level, max_learned_literals);
}

template <class Number>
auto Search<Number>::enter_branch(Frame<Number>& frame) -> std::optional<Value> {
  if (!components_) {
    const std::uint32_t first = first_open(frame.var.number() + 1);
    frame.weight = weight_between(frame.first, first);
    return enter_all(first, frame.known, window_of_child());
  }
  const Components::Part part = components_->part(frame.parts_begin);
  return enter_parts(part.vars_begin, part.vars_end, frame.trail_begin);
}

// A part that is entered after others were closed may have lost variables: those that follow from
// clauses learned meanwhile.
template <class Number>
auto Search<Number>::enter_next_part(Frame<Number>& frame) -> std::optional<Value> {
  const std::size_t index = --frame.parts_end;
  const Components::Part part = components_->part(index);
  frame.weight = Number(1);
  if (propagator_.trail().size() == frame.trail_begin) return enter_part(index, window_of_child());
  return enter_parts(part.vars_begin, part.vars_end, frame.trail_begin);
}

template <class Number>
std::uint32_t Search<Number>::choice_of_branch(std::size_t trail_begin, std::uint32_t below) {
  if (!wants_choice_) return Choices::none;
  outer_literals_.clear();
  for (const Lit lit : propagator_.trail().subspan(trail_begin)) {
    if (instance_.block(lit.var()) == 0) outer_literals_.push_back(lit);
  }
  return choices_.add(outer_literals_, below);
}

// A branch was worth 0, and why is known. True: so is the node, and zero_ becomes its reason.
template <class Number>
bool Search<Number>::absorb_zero(Frame<Number>& frame) {
  const std::uint32_t level = propagator_.depth();
  if (!is_against_forced_ && analysis_.highest_level(zero_) < level) return true;
  is_against_forced_ = false;
  if (!analysis_.leave_level(zero_, level)) return false;
  if (instance_.is_universal(frame.var)) return true;
  if (frame.branch == 0) {
    frame.is_first_zero = true;
    reasons_.insert(reasons_.end(), zero_.begin(), zero_.end());
    return false;
  }
  if (!frame.is_first_zero) return false;
  const auto first = reasons_.begin() + static_cast<std::ptrdiff_t>(frame.reason_begin);
  for (auto at = first; at != reasons_.end(); ++at) {
    if (std::find(zero_.begin(), zero_.end(), *at) == zero_.end()) zero_.push_back(*at);
  }
  return true;
}

// Adds the branch to the frame, and takes it back.
template <class Number>
void Search<Number>::close_branch(Frame<Number>& frame, Value value) {
  const bool closes_frame = value.known == Known::exactly && is_zero(value.number) &&
                            is_zero_known_ && absorb_zero(frame);
  const std::uint32_t below = value.choice;
  if (closes_frame) {
    frame.decided = true;
    frame.result = Value{Number(0)};
  } else if (combiner_.add(frame, std::move(value)) && instance_.block(frame.var) == 0) {
    frame.choice = choice_of_branch(frame.trail_begin, below);
  }
  is_zero_known_ = closes_frame;
  propagator_.undo();
  if (components_) components_->drop_to(frame.parts_end);
  if (cut_) cut_->drop_missing(frame.known);
  if (!closes_frame) combiner_.next_branch(frame);
  // Bounds may be asked for before the next branch is entered.
  if (frame.branch < 2) frame.weight = weights_.of(frame.literal(frame.branch));
}

template <class Number>
void Search<Number>::close_part(Frame<Number>& frame, Value value) {
  components_->drop_to(frame.parts_end);
  if (value.known != Known::exactly || !is_zero(value.number)) {
    is_zero_known_ = false;
    if (value.choice != Choices::none) {
      frame.choice = frame.choice == Choices::none
                         ? value.choice
                         : choices_.add(choices_.collect(value.choice), frame.choice);
    }
  }
  const bool all_are_known_to_be_satisfiable =
      combiner_.add_part(frame, std::move(value), frame.parts_end == frame.parts_begin);
  frame.weight = Number(1);  // of the next part, for bounds that are asked for before it is entered
  if (frame.decided && !all_are_known_to_be_satisfiable) cache_.take_back(frame.cache_begin);
}

// What the frame on top is worth; takes it off.
template <class Number>
auto Search<Number>::close_frame() -> Value {
  Frame<Number>& frame = frames_.back();
  Value value = combiner_.result_of(frame);
  if (frame.is_product) {
    components_->drop_to(frame.parts_begin);
    if (--n_open_products_ == 0) cache_.set_logging(false);
  } else if (frame.has_key) {
    const Key key(keys_.data() + frame.key_begin, keys_.size() - frame.key_begin);
    cache_.store(hash_of(key), key, value);
  }
  keys_.resize(frame.key_begin);
  reasons_.resize(frame.reason_begin);
  frames_.pop_back();
  return value;
}

}  // namespace gdlc
