#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/dpll/instance.hpp"
#include "core/dpll/small_sat.hpp"

namespace gdlc {

// Which variables are known, and which others clauses define: those in which all other variables
// are known leave it no choice, whatever these are.
//
//   Handler  has  bool may_be_defined(Var)
//                 void define(Var, const std::vector<ClauseIndex>&): by these clauses; calls
//                 set_known void complete(ClauseIndex): all variables of the clause are known
//   poll     asked now and then; true: give up
//   cost     linear in the literals, times the branches that it takes to see that clauses define;
//            what takes long to see counts as undefined
template <class Handler>
class KnownVars {
 public:
  KnownVars(const Instance& instance, const std::function<bool()>& poll, Handler& handler)
      : instance_(instance),
        poll_(poll),
        handler_(handler),
        small_sat_(instance.n_vars()),
        is_known_(std::size_t{instance.n_vars()} + 1, false),
        n_unknown_(instance.n_clauses()),
        usable_(is_known_.size()),
        n_positive_(is_known_.size(), 0) {
    for (ClauseIndex index = 0; index < instance.n_clauses(); ++index) {
      n_unknown_[index] = static_cast<std::uint32_t>(instance.clause(index).size());
    }
  }

  bool is_known(Var var) const { return is_known_[var.number()]; }
  bool is_stopped() const { return is_stopped_; }

  // What follows comes with the next `settle`.
  void set_known(Var var) {
    is_known_[var.number()] = true;
    queue_.push_back(var);
  }

  void use_units() {
    for (ClauseIndex index = 0; index < instance_.n_clauses(); ++index) {
      if (n_unknown_[index] == 1) use(index, instance_.clause(index).front());
    }
  }

  void settle() {
    while (!queue_.empty() && !is_stopped_) {
      const Var var = queue_.back();
      queue_.pop_back();
      count_known(var);
    }
  }

 private:
  static constexpr std::size_t max_usable = 300;
  static constexpr std::size_t max_one_sided = 8;
  static constexpr std::size_t work_between_polls = std::size_t{1} << 18U;

  void count_known(Var var) {
    for (const Lit lit : {Lit(var, true), Lit(var, false)}) {
      count_work(instance_.clauses_with(lit).size());
      for (const ClauseIndex index : instance_.clauses_with(lit)) {
        --n_unknown_[index];
        if (n_unknown_[index] == 0) handler_.complete(index);
        if (n_unknown_[index] != 1) continue;
        for (const Lit other : instance_.clause(index)) {
          if (!is_known(other.var())) use(index, other);
        }
      }
    }
  }

  void count_work(std::size_t amount) {
    work_ += amount;
    if (work_ < work_between_polls) return;
    work_ = 0;
    is_stopped_ = is_stopped_ || poll_();
  }

  // All variables of the clause are known but that of the literal.
  void use(ClauseIndex index, Lit lit) {
    const Var var = lit.var();
    if (is_known(var) || !handler_.may_be_defined(var)) return;
    std::vector<ClauseIndex>& usable = usable_[var.number()];
    usable.push_back(index);
    std::uint32_t& n_positive = n_positive_[var.number()];
    if (lit.positive()) ++n_positive;
    // One literal alone makes a definition only where the variable is constant.
    const bool has_both = n_positive != 0 && n_positive != usable.size();
    if (usable.size() > (has_both ? max_usable : max_one_sided)) return;
    count_work(32 * usable.size());  // it goes through the clauses many times
    if (small_sat_.contradict(instance_, usable, var)) handler_.define(var, usable);
  }

  const Instance& instance_;
  const std::function<bool()>& poll_;
  Handler& handler_;
  std::size_t work_ = 0;  // clauses looked at since the last poll
  bool is_stopped_ = false;
  SmallSat small_sat_;
  std::vector<bool> is_known_;                    // var
  std::vector<std::uint32_t> n_unknown_;          // clause -> variables not yet known
  std::vector<std::vector<ClauseIndex>> usable_;  // var -> clauses with all others known
  std::vector<std::uint32_t> n_positive_;         // var -> those of them with it, not its negation
  std::vector<Var> queue_;
};

}  // namespace gdlc
