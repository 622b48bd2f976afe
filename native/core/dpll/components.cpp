#include "core/dpll/components.hpp"

#include <algorithm>

namespace gdlc {

Components::Components(const Instance& instance)
    : instance_(instance),
      n_clauses_of_(std::size_t{instance.n_vars()} + 1, 0),
      var_seen_(std::size_t{instance.n_vars()} + 1, 0),
      clause_seen_(instance.n_clauses(), 0) {}

std::size_t Components::add_all_vars() {
  for (std::uint32_t number = 1; number <= instance_.n_vars(); ++number) vars_.emplace_back(number);
  return vars_.size();
}

// All variables reached from `start` over unsatisfied clauses, into found_.
void Components::grow_from(const Propagator& propagator, Var start) {
  found_.assign(1, start);
  n_clauses_of_[start.number()] = 0;
  shortened_.clear();
  var_seen_[start.number()] = stamp_;
  for (std::size_t at = 0; at < found_.size(); ++at) {
    for (const Lit lit : {Lit(found_[at], true), Lit(found_[at], false)}) {
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
            found_.push_back(other.var());
            n_clauses_of_[number] = 0;
          }
          ++n_clauses_of_[number];
        }
        if (is_shortened) shortened_.push_back(index);
      }
    }
  }
}

std::size_t Components::split(const Propagator& propagator, std::size_t vars_begin,
                              std::size_t vars_end) {
  const std::size_t first = parts_.size();
  if (stamp_ > UINT32_MAX - (vars_end - vars_begin) - 1) {
    std::fill(var_seen_.begin(), var_seen_.end(), 0);
    std::fill(clause_seen_.begin(), clause_seen_.end(), 0);
    stamp_ = 0;
  }
  const std::uint32_t first_stamp = stamp_ + 1;
  for (std::size_t at = vars_begin; at < vars_end; ++at) {
    const Var var = vars_[at];
    if (!propagator.is_open(var) || var_seen_[var.number()] >= first_stamp) continue;
    ++stamp_;
    grow_from(propagator, var);
    if (found_.size() == 1 && shortened_.empty()) continue;  // in no unsatisfied clause
    Part part{};
    part.vars_begin = vars_.size();
    std::sort(found_.begin(), found_.end());
    vars_.insert(vars_.end(), found_.begin(), found_.end());
    part.vars_end = vars_.size();
    part.clauses_begin = clauses_.size();
    std::sort(shortened_.begin(), shortened_.end());
    clauses_.insert(clauses_.end(), shortened_.begin(), shortened_.end());
    part.clauses_end = clauses_.size();
    parts_.push_back(part);
  }
  std::stable_sort(parts_.begin() + static_cast<std::ptrdiff_t>(first), parts_.end(),
                   [](const Part& left, const Part& right) {
                     return left.vars_end - left.vars_begin > right.vars_end - right.vars_begin;
                   });
  return parts_.size() - first;
}

void Components::drop_to(std::size_t n) {
  if (n >= parts_.size()) return;
  std::size_t vars_end = SIZE_MAX;
  std::size_t clauses_end = SIZE_MAX;
  for (std::size_t at = n; at < parts_.size(); ++at) {
    vars_end = std::min(vars_end, parts_[at].vars_begin);
    clauses_end = std::min(clauses_end, parts_[at].clauses_begin);
  }
  vars_.resize(vars_end);
  clauses_.resize(clauses_end);
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
         (var_seen_.capacity() + clause_seen_.capacity() + n_clauses_of_.capacity()) * 4;
}

}  // namespace gdlc
