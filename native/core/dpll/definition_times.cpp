#include "core/dpll/definition_times.hpp"

#include <algorithm>

#include "core/dpll/small_sat.hpp"

namespace gdlc {
namespace {

class Times {
 public:
  Times(const Instance& instance, std::uint32_t n_prefix, const std::function<bool()>& poll)
      : instance_(instance),
        n_prefix_(n_prefix),
        poll_(poll),
        small_sat_(instance.n_vars()),
        time_(std::size_t{instance.n_vars()} + 1, n_prefix + 1),
        is_known_(time_.size(), false),
        n_unknown_(instance.n_clauses()),
        usable_(time_.size()),
        n_positive_(time_.size(), 0) {
    for (ClauseIndex index = 0; index < instance.n_clauses(); ++index) {
      n_unknown_[index] = static_cast<std::uint32_t>(instance.clause(index).size());
    }
  }

  std::vector<std::uint32_t> find(const std::vector<std::uint32_t>& guessed) {
    std::vector<Var> by_guess;
    for (std::uint32_t number = n_prefix_ + 1; number <= instance_.n_vars(); ++number) {
      by_guess.emplace_back(number);
    }
    std::stable_sort(by_guess.begin(), by_guess.end(), [&](Var left, Var right) {
      return guessed[left.number()] < guessed[right.number()];
    });
    auto next_guess = by_guess.begin();
    for (now_ = 0; now_ <= n_prefix_ + 1 && !is_stopped_; ++now_) {
      if (now_ > 0 && now_ <= n_prefix_) become_known(Var(now_));
      for (; next_guess != by_guess.end() && guessed[next_guess->number()] <= now_; ++next_guess) {
        become_known(*next_guess);
      }
    }
    return std::move(time_);
  }

 private:
  static constexpr std::size_t max_usable = 300;
  static constexpr std::size_t work_between_polls = std::size_t{1} << 18U;

  void become_known(Var var) {
    if (is_known_[var.number()]) return;
    set_known(var);
    while (!queue_.empty() && !is_stopped_) {
      const Var next = queue_.back();
      queue_.pop_back();
      count_known(next);
    }
  }

  void set_known(Var var) {
    is_known_[var.number()] = true;
    time_[var.number()] = now_;
    queue_.push_back(var);
  }

  void count_known(Var var) {
    for (const Lit lit : {Lit(var, true), Lit(var, false)}) {
      count_work(instance_.clauses_with(lit).size());
      for (const ClauseIndex index : instance_.clauses_with(lit)) {
        if (--n_unknown_[index] != 1) continue;
        for (const Lit other : instance_.clause(index)) {
          if (!is_known_[other.var().number()]) use(index, other);
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
    if (var.number() <= n_prefix_) return;
    std::vector<ClauseIndex>& usable = usable_[var.number()];
    usable.push_back(index);
    std::uint32_t& n_positive = n_positive_[var.number()];
    if (lit.positive()) ++n_positive;
    const bool has_both = n_positive != 0 && n_positive != usable.size();
    if (!has_both || usable.size() > max_usable) return;
    count_work(32 * usable.size());  // it goes through the clauses many times
    if (small_sat_.contradict(instance_, usable, var)) set_known(var);
  }

  const Instance& instance_;
  const std::uint32_t n_prefix_;
  const std::function<bool()>& poll_;
  std::size_t work_ = 0;  // clauses looked at since the last poll
  bool is_stopped_ = false;
  SmallSat small_sat_;
  std::uint32_t now_ = 0;
  std::vector<std::uint32_t> time_;
  std::vector<bool> is_known_;
  std::vector<std::uint32_t> n_unknown_;          // clause -> variables not yet known
  std::vector<std::vector<ClauseIndex>> usable_;  // var -> clauses with all others known
  std::vector<std::uint32_t> n_positive_;         // var -> those of them with it, not its negation
  std::vector<Var> queue_;
};

}  // namespace

std::vector<std::uint32_t> definition_times(
    const Instance& instance, std::uint32_t n_prefix, const std::function<bool()>& poll,
    const std::function<std::vector<std::uint32_t>()>& guess) {
  const std::uint32_t never = n_prefix + 1;
  std::vector<std::uint32_t> times =
      Times(instance, n_prefix, poll)
          .find(std::vector<std::uint32_t>(std::size_t{instance.n_vars()} + 1, never));
  if (std::find(times.begin(), times.end(), never) == times.end()) return times;
  std::vector<std::uint32_t> guessed = guess();
  for (std::uint32_t number = n_prefix + 1; number <= instance.n_vars(); ++number) {
    if (times[number] != never) guessed[number] = never;
  }
  return Times(instance, n_prefix, poll).find(guessed);
}

}  // namespace gdlc
