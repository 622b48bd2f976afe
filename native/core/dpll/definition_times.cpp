#include "core/dpll/definition_times.hpp"

#include <algorithm>
#include <utility>

#include "core/dpll/known_vars.hpp"

namespace gdlc {
namespace {

class Times {
 public:
  Times(const Instance& instance, std::uint32_t n_prefix, const std::function<bool()>& poll)
      : instance_(instance),
        n_prefix_(n_prefix),
        time_(std::size_t{instance.n_vars()} + 1, n_prefix + 1),
        known_(instance, poll, *this) {}
  Times(const Times&) = delete;
  Times& operator=(const Times&) = delete;

  std::vector<std::uint32_t> find(const std::vector<std::uint32_t>& guessed) {
    std::vector<Var> by_guess;
    for (std::uint32_t number = n_prefix_ + 1; number <= instance_.n_vars(); ++number) {
      by_guess.emplace_back(number);
    }
    std::stable_sort(by_guess.begin(), by_guess.end(), [&](Var left, Var right) {
      return guessed[left.number()] < guessed[right.number()];
    });
    auto next_guess = by_guess.begin();
    for (now_ = 0; now_ <= n_prefix_ + 1 && !known_.is_stopped(); ++now_) {
      if (now_ > 0 && now_ <= n_prefix_) become_known(Var(now_));
      for (; next_guess != by_guess.end() && guessed[next_guess->number()] <= now_; ++next_guess) {
        become_known(*next_guess);
      }
    }
    return std::move(time_);
  }

  bool may_be_defined(Var var) const { return var.number() > n_prefix_; }
  void define(Var var, const std::vector<ClauseIndex>&) {
    time_[var.number()] = now_;
    known_.set_known(var);
  }
  void complete(ClauseIndex) {}

 private:
  void become_known(Var var) {
    if (known_.is_known(var)) return;
    time_[var.number()] = now_;
    known_.set_known(var);
    known_.settle();
  }

  const Instance& instance_;
  const std::uint32_t n_prefix_;
  std::uint32_t now_ = 0;
  std::vector<std::uint32_t> time_;
  KnownVars<Times> known_;
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
