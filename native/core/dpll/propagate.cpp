#include "core/dpll/propagate.hpp"

#include <utility>

#include "core/errors.hpp"

namespace gdlc {
namespace {

// The finalizer of splitmix64: a fixed function, so that runs repeat on every machine.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

std::uint64_t hash_of(Var var, Truth truth) {
  return mixed(std::uint64_t{var.number()} * 4 + static_cast<std::uint64_t>(truth));
}

void flip(std::vector<std::uint64_t>& words, std::uint32_t place) {
  words[place / 64] ^= std::uint64_t{1} << (place % 64);
}

}  // namespace

Propagator::Propagator(const Instance& instance, bool learn, std::function<bool()> poll,
                       std::uint64_t work_between_polls)
    : instance_(instance),
      learn_(learn),
      poll_(std::move(poll)),
      work_between_polls_(work_between_polls),
      clauses_(instance.n_clauses()),
      vars_(std::size_t{instance.n_vars()} + 1),
      n_unsatisfied_(instance.n_clauses()),
      learned_(instance.n_vars()) {
  for (ClauseIndex index = 0; index < instance.n_clauses(); ++index) {
    ClauseState& state = clauses_[index];
    for (const Lit lit : instance.clause(index)) {
      ++state.n_left;
      state.left ^= lit.code();
      ++vars_[lit.var().number()].live;
    }
  }
  std::vector<Var> order;
  order.reserve(instance.n_vars());
  for (std::uint32_t number = 1; number <= instance.n_vars(); ++number) order.emplace_back(number);
  set_places(order);
}

std::span<const Lit> Propagator::clause_of(Reason reason) const {
  return reason.is_learned() ? learned_.clause(reason.index()) : instance_.clause(reason.index());
}

void Propagator::set_places(std::span<const Var> order) {
  check(order.size() == instance_.n_vars(), "set_places: not every variable has a place");
  const std::size_t n_words = order.size() / 64 + 1;
  live_.assign(n_words, 0);
  assigned_.assign(n_words, 0);
  positive_.assign(n_words, 0);
  hash_ = 0;
  for (std::uint32_t place = 0; place < order.size(); ++place) {
    VarState& state = vars_[order[place].number()];
    state.place = place;
    if (state.live != 0) flip_live(state, order[place]);
    if (state.truth != Truth::open) flip(assigned_, place);
    if (state.truth == Truth::yes) flip(positive_, place);
  }
}

inline void Propagator::flip_live(const VarState& state, Var var) {
  flip(live_, state.place);
  hash_ ^= hash_of(var, state.truth);
}

inline void Propagator::assign(Lit lit, Reason reason) {
  VarState& state = vars_[lit.var().number()];
  const Truth truth = lit.positive() ? Truth::yes : Truth::no;
  if (state.live != 0) hash_ ^= hash_of(lit.var(), Truth::open) ^ hash_of(lit.var(), truth);
  state.truth = truth;
  state.reason = reason;
  state.level = static_cast<std::uint32_t>(level_begin_.size());
  flip(assigned_, state.place);
  if (lit.positive()) flip(positive_, state.place);
  trail_.push_back(lit);
}

inline void Propagator::unassign(Lit lit) {
  VarState& state = vars_[lit.var().number()];
  if (state.live != 0) hash_ ^= hash_of(lit.var(), Truth::open) ^ hash_of(lit.var(), state.truth);
  state.truth = Truth::open;
  flip(assigned_, state.place);
  if (lit.positive()) flip(positive_, state.place);
}

Outcome Propagator::enqueue(Lit lit, Reason reason) {
  switch (truth(lit)) {
    case Truth::yes:
      return Outcome::open;
    case Truth::no:
      return conflict(reason);
    case Truth::open:
      break;
  }
  if (instance_.quantifier(lit.var()) == Quantifier::forall) {
    ++n_conflicts_;
    return Outcome::zero;
  }
  ++n_forced_;
  assign(lit, reason);
  return Outcome::open;
}

Outcome Propagator::conflict(Reason reason) {
  ++n_conflicts_;
  if (learn_ && !level_begin_.empty()) learned_.learn(*this, reason);
  return Outcome::zero;
}

// The counters follow one literal. Always to the end of its lists, even after a conflict: `unvisit`
// must find what it takes back.
Outcome Propagator::visit(Lit lit) {
  for (const ClauseIndex index : instance_.clauses_with(lit)) {
    if (clauses_[index].n_true++ != 0) continue;
    --n_unsatisfied_;
    for (const Lit other : instance_.clause(index)) {
      VarState& state = vars_[other.var().number()];
      if (--state.live == 0) flip_live(state, other.var());
    }
  }
  Outcome outcome = Outcome::open;
  const Lit negated = lit.negated();
  for (const ClauseIndex index : instance_.clauses_with(negated)) {
    ClauseState& state = clauses_[index];
    --state.n_left;
    state.left ^= negated.code();
    if (state.n_true != 0 || state.n_left > 1 || outcome != Outcome::open) continue;
    outcome = state.n_left == 0 ? conflict(Reason::clause(index))
                                : enqueue(Lit::from_code(state.left), Reason::clause(index));
  }
  work_ += 1 + instance_.clauses_with(lit).size() + instance_.clauses_with(negated).size();
  return outcome;
}

void Propagator::unvisit(Lit lit) {
  const Lit negated = lit.negated();
  for (const ClauseIndex index : instance_.clauses_with(negated)) {
    ++clauses_[index].n_left;
    clauses_[index].left ^= negated.code();
  }
  for (const ClauseIndex index : instance_.clauses_with(lit)) {
    if (--clauses_[index].n_true != 0) continue;
    ++n_unsatisfied_;
    for (const Lit other : instance_.clause(index)) {
      VarState& state = vars_[other.var().number()];
      if (state.live++ == 0) flip_live(state, other.var());
    }
  }
}

Outcome Propagator::propagate() {
  Outcome outcome = Outcome::open;
  while (outcome == Outcome::open && n_visited_ < trail_.size()) {
    const Lit lit = trail_[n_visited_++];
    outcome = visit(lit);
    if (outcome == Outcome::open && learn_) outcome = learned_.propagate(*this, lit);
    if (work_ >= work_between_polls_) {
      work_ = 0;
      if (poll_()) return Outcome::stopped;
    }
  }
  return outcome;
}

Outcome Propagator::propagate_units() {
  for (ClauseIndex index = 0; index < instance_.n_clauses(); ++index) {
    if (instance_.clause(index).size() != 1) continue;
    const Outcome outcome = enqueue(instance_.clause(index).front(), Reason::clause(index));
    if (outcome != Outcome::open) return outcome;
  }
  return propagate();
}

Outcome Propagator::decide(Lit lit) {
  level_begin_.push_back(trail_.size());
  assign(lit, Reason());
  if (learn_) {
    const Outcome outcome = learned_.assert_pending(*this);
    if (outcome != Outcome::open) return outcome;
  }
  work_ += 16;
  return propagate();
}

void Propagator::undo() {
  check(!level_begin_.empty(), "undo: no level is open");
  const std::size_t begin = level_begin_.back();
  level_begin_.pop_back();
  while (trail_.size() > begin) {
    if (n_visited_ == trail_.size()) {
      --n_visited_;
      unvisit(trail_.back());
    }
    unassign(trail_.back());
    trail_.pop_back();
  }
}

std::size_t Propagator::bytes() const {
  return clauses_.capacity() * sizeof(ClauseState) + vars_.capacity() * sizeof(VarState) +
         trail_.capacity() * sizeof(Lit) + 3 * live_.capacity() * sizeof(std::uint64_t) +
         learned_.bytes();
}

}  // namespace gdlc
