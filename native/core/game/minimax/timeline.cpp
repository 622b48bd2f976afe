#include "core/game/minimax/timeline.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace gdlc::game {
namespace {

constexpr std::size_t patience = 4096;  // states between two looks at the stop token
constexpr std::size_t longest_period = 4;

}  // namespace

Timeline::Timeline(const Unfolding& unfolding, std::uint32_t last, Stop& stop) : last_(last) {
  if (!unfolding.frontier().is_graded()) {
    follow(unfolding, stop);
    return;
  }
  for (std::uint32_t depth = 0; depth <= last && unfolding.frontier().has_layer(depth); ++depth) {
    layers_.push_back(unfolding.frontier().layer(depth));
    divisors_.push_back(depth < unfolding.done() ? unfolding.graph().divisor(depth) : Integer(1));
  }
}

void Timeline::follow(const Unfolding& unfolding, Stop& stop) {
  const MoveGraph& graph = unfolding.graph();
  // What is reached now, in one step, and in two; and in which layer a state was last put there.
  std::vector<std::uint32_t> now{0};
  std::vector<std::uint32_t> next;
  std::vector<std::uint32_t> far;
  std::vector<std::uint32_t> in_next(unfolding.frontier().states().size(), 0);
  std::vector<std::uint32_t> in_far(in_next.size(), 0);
  std::size_t looked_at = 0;
  for (std::uint32_t depth = 0; depth <= last_; ++depth) {
    std::sort(now.begin(), now.end());
    now.erase(std::unique(now.begin(), now.end()), now.end());
    // The next layer follows from two: where both come again, all that follows does.
    for (std::size_t back = 1; back <= longest_period && back < depth && period_ == 0; ++back) {
      const bool again =
          layers_[depth - back] == now && layers_[depth - 1] == layers_[depth - 1 - back];
      if (again) period_ = back;
    }
    if (period_ != 0) return;
    layers_.push_back(now);
    Integer divisor = 1;
    std::set<std::uint32_t> totals;
    for (const std::uint32_t state : now) {
      if (++looked_at % patience == 0 && stop.requested()) throw Stopped{stop.reason()};
      if (!graph.is_expanded(state) || graph.is_end(state)) continue;
      graph.each_branch(state, [&](const Shape& shape, bool, std::span<const std::uint32_t> codes) {
        totals.insert(shape.total);
        auto& marks = shape.steps == 1 ? in_next : in_far;
        auto& layer = shape.steps == 1 ? next : far;
        for (const std::uint32_t code : codes) {
          const Target target = Target::of_code(code);
          if (target.is_end() || marks[target.number()] == depth + 1) continue;
          marks[target.number()] = depth + 1;
          layer.push_back(target.number());
        }
      });
    }
    for (const std::uint32_t total : totals) {
      divisor = boost::multiprecision::lcm(divisor, Integer(total));
    }
    divisors_.push_back(divisor);
    now = std::move(next);
    next = std::move(far);
    far.clear();
  }
}

std::optional<Integer> Timeline::denominator(std::size_t most_bits) const {
  Integer found = 1;
  for (const Integer& divisor : divisors_) {
    found *= divisor;
    if (boost::multiprecision::msb(found) >= most_bits) return std::nullopt;
  }
  if (period_ == 0 || last_ < divisors_.size()) return found;
  Integer again = 1;
  for (std::size_t at = divisors_.size() - period_; at < divisors_.size(); ++at) {
    again *= divisors_[at];
  }
  const std::size_t times = (last_ - divisors_.size()) / period_ + 1;
  if (times * boost::multiprecision::msb(again) >= most_bits) return std::nullopt;
  if (again == 1) return found;
  return found * boost::multiprecision::pow(again, static_cast<unsigned>(times));
}

}  // namespace gdlc::game
