#include "core/dpll/cut.hpp"

#include <algorithm>

#include "core/dpll/definition_times.hpp"

namespace gdlc {
namespace {

constexpr int n_descents = 24;
constexpr std::uint32_t timed_ratio = 5;       // variables to those of the prefix
constexpr std::uint32_t undefined_ratio = 50;  // variables to those that nothing defines
constexpr std::uint32_t small_cut = 20;        // variables

// A fixed sequence (xorshift64; Marsaglia 2003), so that runs repeat.
class Coin {
 public:
  bool toss() {
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 7U;
    state_ ^= state_ << 17U;
    return (state_ >> 32U) % 2 == 0;
  }

 private:
  std::uint64_t state_ = 0x9E3779B97F4A7C15U;
};

}  // namespace

Cut::Cut(const Instance& instance, Propagator& propagator, const std::function<bool()>& poll)
    : instance_(instance) {
  n_prefix_ = instance.last_not_existential();
  if (n_prefix_ == 0) return;
  time_ = definition_times(instance, n_prefix_, poll, [&] {
    sample_times(propagator);
    return time_;
  });
  if (!poll()) find_cuts();
}

Var Cut::next_var(const Propagator& propagator, std::uint32_t from) const {
  for (std::uint32_t number = from; number <= n_prefix_; ++number) {
    const Var var(number);
    if (propagator.is_open(var) && propagator.is_live(var)) return var;
  }
  return Var();
}

void Cut::sample_times(Propagator& propagator) {
  const std::uint32_t never = n_prefix_ + 1;
  time_.assign(std::size_t{instance_.n_vars()} + 1, 0);
  for (std::uint32_t number = 1; number <= n_prefix_; ++number) time_[number] = number;
  std::vector<bool> seen(time_.size(), false);
  for (const Lit lit : propagator.trail()) seen[lit.var().number()] = true;
  Coin coin;
  for (int descent = 0; descent < n_descents; ++descent) {
    Var var = next_var(propagator, 1);
    while (var != Var()) {
      const bool first = coin.toss();
      const std::size_t before = propagator.trail().size();
      Outcome outcome = propagator.decide(Lit(var, first));
      if (outcome == Outcome::zero) {
        propagator.undo();
        outcome = propagator.decide(Lit(var, !first));
      }
      for (const Lit lit :
           propagator.trail().subspan(std::min(before, propagator.trail().size()))) {
        const std::uint32_t number = lit.var().number();
        seen[number] = true;
        if (number > n_prefix_) time_[number] = std::max(time_[number], var.number());
      }
      if (outcome != Outcome::open) break;
      var = next_var(propagator, var.number() + 1);
    }
    while (propagator.depth() > 0) propagator.undo();
  }
  for (std::uint32_t number = n_prefix_ + 1; number <= instance_.n_vars(); ++number) {
    if (!seen[number]) time_[number] = never;
  }
}

void Cut::find_cuts() {
  const std::uint32_t n_vars = instance_.n_vars();
  by_time_.clear();
  for (std::uint32_t number = 1; number <= n_vars; ++number) by_time_.emplace_back(number);
  std::stable_sort(by_time_.begin(), by_time_.end(), [&](Var left, Var right) {
    return time_[left.number()] < time_[right.number()];
  });

  std::vector<std::uint32_t> last(time_);  // var -> the latest time in a clause with it
  latest_.assign(instance_.n_clauses(), 0);
  for (ClauseIndex index = 0; index < instance_.n_clauses(); ++index) {
    std::uint32_t& latest = latest_[index];
    for (const Lit lit : instance_.clause(index))
      latest = std::max(latest, time_[lit.var().number()]);
    for (const Lit lit : instance_.clause(index)) {
      std::uint32_t& of_var = last[lit.var().number()];
      of_var = std::max(of_var, latest);
    }
  }
  std::size_t n_entries = 0;
  for (std::uint32_t number = 1; number <= n_vars; ++number) {
    const std::uint32_t end = std::min(last[number], n_prefix_);
    if (end > time_[number]) n_entries += end - time_[number];
  }
  if (n_entries > max_entries) return;
  std::vector<std::uint32_t> size(std::size_t{n_prefix_} + 2, 0);
  const auto for_each = [&](auto&& visit) {
    for (const Var var : by_time_) {
      const std::uint32_t end = std::min(last[var.number()], n_prefix_);
      for (std::uint32_t at = time_[var.number()] + 1; at <= end; ++at) visit(at, var);
    }
  };
  for_each([&](std::uint32_t at, Var) { ++size[at]; });
  begin_.assign(std::size_t{n_prefix_} + 2, 0);
  const auto n_undefined = static_cast<std::uint32_t>(std::count_if(
      by_time_.begin(), by_time_.end(), [&](Var var) { return time_[var.number()] > n_prefix_; }));
  is_timed_ = (n_vars / timed_ratio >= n_prefix_ && n_undefined <= n_vars / undefined_ratio) ||
              *std::max_element(size.begin(), size.end()) <= small_cut;
  for (std::uint32_t at = 1; at <= n_prefix_; ++at)
    begin_[at + std::size_t{1}] = begin_[at] + size[at];
  vars_.resize(n_entries);
  std::vector<std::uint32_t> next(begin_);
  for_each([&](std::uint32_t at, Var var) { vars_[next[at]++] = var; });
  is_useful_ = true;
}

void Cut::pass(const Propagator& propagator, std::uint32_t now, Known& known) {
  const std::size_t begin = known.missing_begin;
  const std::size_t end = known.missing_end;
  known.missing_begin = missing_.size();
  const auto pass_var = [&](Var var) {
    if (propagator.is_open(var) && propagator.is_live(var)) missing_.push_back(var);
  };
  for (std::size_t at = begin; at < end; ++at) pass_var(Var(missing_[at]));
  for (; known.n_passed < by_time_.size(); ++known.n_passed) {
    const Var var = by_time_[known.n_passed];
    if (time_[var.number()] >= now) break;
    pass_var(var);
  }
  known.missing_end = missing_.size();
}

void Cut::write(const Propagator& propagator, Var next, Known& known,
                std::vector<std::uint8_t>& key) {
  const std::uint32_t now = next.number();
  pass(propagator, now, known);
  key.clear();
  const auto put = [&](std::uint32_t number) {
    while (number >= 0x80) {
      key.push_back(static_cast<std::uint8_t>(number | 0x80U));
      number >>= 7U;
    }
    key.push_back(static_cast<std::uint8_t>(number));
  };
  put(now);
  unsigned bits = 0;
  unsigned n_bits = 0;
  for (std::uint32_t at = begin_[now]; at < begin_[now + std::size_t{1}]; ++at) {
    bits |= (propagator.is_true(Lit(vars_[at], true)) ? 1U : 0U) << n_bits;
    if (++n_bits < 8) continue;
    key.push_back(static_cast<std::uint8_t>(bits));
    bits = 0;
    n_bits = 0;
  }
  if (n_bits != 0) key.push_back(static_cast<std::uint8_t>(bits));
  if (known.missing_begin == known.missing_end) return;
  clauses_.clear();
  for (std::size_t at = known.missing_begin; at < known.missing_end; ++at) {
    put(missing_[at].number());
    for (const Lit lit : {Lit(missing_[at], true), Lit(missing_[at], false)}) {
      for (const ClauseIndex index : instance_.clauses_with(lit)) {
        if (latest_[index] < now && !propagator.is_satisfied(index)) clauses_.push_back(index);
      }
    }
  }
  put(0);
  std::sort(clauses_.begin(), clauses_.end());
  clauses_.erase(std::unique(clauses_.begin(), clauses_.end()), clauses_.end());
  for (const ClauseIndex index : clauses_) put(index);
}

std::size_t Cut::bytes() const {
  return time_.capacity() * 4 + by_time_.capacity() * sizeof(Var) + begin_.capacity() * 4 +
         vars_.capacity() * sizeof(Var);
}

}  // namespace gdlc
