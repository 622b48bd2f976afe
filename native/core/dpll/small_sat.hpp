#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/dpll/instance.hpp"

namespace gdlc {

// Whether few clauses can all be true, by unit propagation and a bounded number of branches.
class SmallSat {
 public:
  explicit SmallSat(std::uint32_t n_vars) : truth_(2 * (std::size_t{n_vars} + 1), 0) {}

  // Of the clauses one variable is left out. True: they contradict each other.
  bool contradict(const Instance& instance, std::span<const ClauseIndex> clauses, Var left_out) {
    instance_ = &instance;
    clauses_ = clauses;
    left_out_ = left_out;
    n_branches_left_ = 8;
    const bool result = is_false();
    undo_to(0);
    return result;
  }

 private:
  void assign(Lit lit) {
    truth_[lit.code()] = 1;
    truth_[lit.negated().code()] = -1;
    trail_.push_back(lit);
  }
  void undo_to(std::size_t size) {
    while (trail_.size() > size) {
      truth_[trail_.back().code()] = 0;
      truth_[trail_.back().negated().code()] = 0;
      trail_.pop_back();
    }
  }

  // True: some clause is false. `shortest`: a literal of a clause with two open ones, if any.
  bool propagate(Lit& shortest) {
    bool changed = true;
    while (changed) {
      changed = false;
      shortest = Lit();
      for (const ClauseIndex index : clauses_) {
        Lit open;
        int n_open = 0;
        bool is_true = false;
        for (const Lit lit : instance_->clause(index)) {
          if (lit.var() == left_out_) continue;
          const int truth = truth_[lit.code()];
          is_true = is_true || truth > 0;
          if (truth != 0) continue;
          open = lit;
          ++n_open;
        }
        if (is_true) continue;
        if (n_open == 0) return true;
        if (n_open == 1) {
          assign(open);
          changed = true;
        } else if (n_open == 2) {
          shortest = open;
        }
      }
    }
    return false;
  }

  bool is_false() {
    Lit branch;
    if (propagate(branch)) return true;
    if (branch == Lit() || n_branches_left_ == 0) return false;
    --n_branches_left_;
    const std::size_t size = trail_.size();
    for (const Lit lit : {branch, branch.negated()}) {
      assign(lit);
      const bool result = is_false();
      undo_to(size);
      if (!result) return false;
    }
    return true;
  }

  const Instance* instance_ = nullptr;
  std::span<const ClauseIndex> clauses_;
  Var left_out_;
  int n_branches_left_ = 0;
  std::vector<std::int8_t> truth_;
  std::vector<Lit> trail_;
};

}  // namespace gdlc
