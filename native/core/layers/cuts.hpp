#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/layers/define.hpp"

namespace gdlc::layers {

// Which gates are known when, and until when they are needed. Of interest are only gates that a
// constraint depends on.
//
// The cut at time t: the gates known at t that are needed later. Given their values, the
// constraints that are still open are functions of later choices alone: the cut is a state.
class Cuts {
 public:
  explicit Cuts(const Defined& defined);

  // Of a constraint: no later choice matters.
  std::uint32_t last_time() const { return last_time_; }
  // Of one time, each behind those that it is made of; the choice itself first.
  std::span<const std::uint32_t> gates_at(std::uint32_t time) const;
  // Known at that time and at none before.
  std::span<const Edge> constraints_at(std::uint32_t time) const;
  // The last time of a gate made of this one; 0: there is none.
  std::uint32_t last_use(std::uint32_t gate) const { return last_use_[gate]; }
  std::uint32_t width(std::uint32_t time) const { return width_[time]; }

  // The cut at `time`, from the one at `before` < time (at time 0 it is empty).
  std::vector<std::uint32_t> cut_at(std::uint32_t time, std::span<const std::uint32_t> cut_before,
                                    std::uint32_t before) const;
  std::size_t bytes() const;

 private:
  std::uint32_t last_time_;
  std::vector<std::uint32_t> gates_;
  std::vector<std::uint32_t> gates_begin_;  // time -> begin in gates_, and one end
  std::vector<Edge> constraints_;
  std::vector<std::uint32_t> constraints_begin_;
  std::vector<std::uint32_t> last_use_;  // gate
  std::vector<std::uint32_t> width_;     // time -> gates in the cut
};

// Of a cut, the gates that are no function of others in it, by a bounded look at what they are
// made of.
std::vector<std::uint32_t> independent_part(const Defined& defined,
                                            std::span<const std::uint32_t> cut);

}  // namespace gdlc::layers
