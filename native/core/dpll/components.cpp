#include "core/dpll/components.hpp"

#include <algorithm>

namespace gdlc {

Components::Components(const Instance& instance)
    : instance_(instance),
      n_clauses_with_(2 * (std::size_t{instance.n_vars()} + 1), 0),
      var_seen_(std::size_t{instance.n_vars()} + 1, 0),
      clause_seen_(instance.n_clauses(), 0) {}

std::size_t Components::add_all_vars() {
  for (std::uint32_t number = 1; number <= instance_.n_vars(); ++number) vars_.emplace_back(number);
  return vars_.size();
}

// All variables reached from `start` over unsatisfied clauses, and those of the clauses that have
// false literals, into the scratch.
void Components::grow_from(const Propagator& propagator, Var start) {
  std::size_t at = new_vars_.size();
  new_vars_.push_back(start);
  const auto forget_counts = [&](Var var) {
    n_clauses_with_[Lit(var, true).code()] = 0;
    n_clauses_with_[Lit(var, false).code()] = 0;
  };
  forget_counts(start);
  var_seen_[start.number()] = stamp_;
  for (; at < new_vars_.size(); ++at) {
    for (const Lit lit : {Lit(new_vars_[at], true), Lit(new_vars_[at], false)}) {
      for (const ClauseIndex index : instance_.clauses_with(lit)) {
        if (clause_seen_[index] == stamp_) continue;
        clause_seen_[index] = stamp_;
        const std::span<const Lit> clause = instance_.clause(index);
        work_ += clause.size();
        if (std::any_of(clause.begin(), clause.end(),
                        [&](Lit other) { return propagator.is_true(other); })) {
          continue;
        }
        bool is_shortened = false;
        for (const Lit other : clause) {
          const std::uint32_t number = other.var().number();
          if (propagator.is_false(other)) {
            is_shortened = true;
            continue;
          }
          if (var_seen_[number] != stamp_) {
            var_seen_[number] = stamp_;
            new_vars_.push_back(other.var());
            forget_counts(other.var());
          }
          ++n_clauses_with_[other.code()];
        }
        if (is_shortened) new_clauses_.push_back(index);
      }
    }
  }
}

void Components::split(const Propagator& propagator, std::size_t vars_begin, std::size_t vars_end) {
  if (stamp_ > UINT32_MAX - (vars_end - vars_begin) - 1) {
    std::fill(var_seen_.begin(), var_seen_.end(), 0);
    std::fill(clause_seen_.begin(), clause_seen_.end(), 0);
    stamp_ = 0;
  }
  const std::uint32_t first_stamp = stamp_ + 1;
  new_parts_.clear();
  new_vars_.clear();
  new_clauses_.clear();
  for (std::size_t at = vars_begin; at < vars_end; ++at) {
    const Var var = vars_[at];
    if (!propagator.is_open(var) || var_seen_[var.number()] >= first_stamp) continue;
    ++stamp_;
    Part part{new_vars_.size(), 0, new_clauses_.size(), 0};
    grow_from(propagator, var);
    part.vars_end = new_vars_.size();
    part.clauses_end = new_clauses_.size();
    if (part.vars_end - part.vars_begin == 1 && part.clauses_begin == part.clauses_end) {
      continue;  // in no unsatisfied clause
    }
    new_parts_.push_back(part);
  }
  // The stacks are taken down from the end: what is entered first must lie on top in all of them.
  std::stable_sort(new_parts_.begin(), new_parts_.end(), [](const Part& left, const Part& right) {
    return left.vars_end - left.vars_begin > right.vars_end - right.vars_begin;
  });
  for (const Part& part : new_parts_) push(part);
}

// Of the scratch, in ascending order.
void Components::push(const Part& part) {
  const auto copy = [](auto& to, auto& from, std::size_t begin, std::size_t end) {
    const std::size_t at = to.size();
    to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(begin),
              from.begin() + static_cast<std::ptrdiff_t>(end));
    std::sort(to.begin() + static_cast<std::ptrdiff_t>(at), to.end());
    return at;
  };
  Part copied{};
  copied.vars_begin = copy(vars_, new_vars_, part.vars_begin, part.vars_end);
  copied.vars_end = vars_.size();
  copied.clauses_begin = copy(clauses_, new_clauses_, part.clauses_begin, part.clauses_end);
  copied.clauses_end = clauses_.size();
  parts_.push_back(copied);
}

void Components::find_pure(std::size_t n, std::vector<Lit>& pure) const {
  pure.clear();
  if (n >= parts_.size()) return;
  for (std::size_t at = parts_[n].vars_begin; at < vars_.size(); ++at) {
    const Quantifier quantifier = instance_.quantifier(vars_[at]);
    if (quantifier == Quantifier::chance) continue;
    const Lit lit(vars_[at], true);
    const Lit missing = n_clauses_with(lit) == 0 ? lit : lit.negated();
    if (n_clauses_with(missing) != 0) continue;
    pure.push_back(quantifier == Quantifier::exists ? missing.negated() : missing);
  }
}

void Components::drop_to(std::size_t n) {
  if (n >= parts_.size()) return;
  vars_.resize(parts_[n].vars_begin);
  clauses_.resize(parts_[n].clauses_begin);
  parts_.resize(n);
}

// Differences between neighbours, seven bits a byte: mostly one byte each.
void Components::write_key(const Part& part, std::vector<std::uint8_t>& key) const {
  key.clear();
  const auto put = [&](std::uint32_t number) {
    while (number >= 0x80) {
      key.push_back(static_cast<std::uint8_t>(number | 0x80U));
      number >>= 7U;
    }
    key.push_back(static_cast<std::uint8_t>(number));
  };
  std::uint32_t last = 0;
  for (std::size_t at = part.vars_begin; at < part.vars_end; ++at) {
    put(vars_[at].number() - last);
    last = vars_[at].number();
  }
  put(0);
  last = 0;
  for (std::size_t at = part.clauses_begin; at < part.clauses_end; ++at) {
    put(clauses_[at] + 1 - last);
    last = clauses_[at] + 1;
  }
}

std::size_t Components::bytes() const {
  return vars_.capacity() * sizeof(Var) + clauses_.capacity() * sizeof(ClauseIndex) +
         parts_.capacity() * sizeof(Part) +
         (var_seen_.capacity() + clause_seen_.capacity() + n_clauses_with_.capacity()) * 4;
}

}  // namespace gdlc
