#include "core/layers/cuts.hpp"

#include <algorithm>

namespace gdlc::layers {
namespace {

std::vector<std::uint32_t> begins_from_counts(std::vector<std::uint32_t> counts) {
  std::uint32_t sum = 0;
  for (std::uint32_t& count : counts) {
    const std::uint32_t next = sum + count;
    count = sum;
    sum = next;
  }
  counts.push_back(sum);
  return counts;
}

}  // namespace

Cuts::Cuts(const Defined& defined) : last_time_(0), last_use_(defined.circuit.n_gates(), 0) {
  const Circuit& circuit = defined.circuit;
  for (const Edge edge : defined.constraints) {
    last_time_ = std::max(last_time_, defined.time[edge.gate()]);
  }
  const std::size_t n_times = std::size_t{last_time_} + 1;
  std::vector<bool> is_needed(circuit.n_gates(), false);
  std::vector<std::uint32_t> n_constraints(n_times, 0);
  for (const Edge edge : defined.constraints) {
    is_needed[edge.gate()] = true;
    ++n_constraints[defined.time[edge.gate()]];
  }
  std::vector<std::uint32_t> n_gates(n_times, 0);
  for (std::uint32_t gate = circuit.n_gates(); gate-- > 1;) {
    if (!is_needed[gate]) continue;
    ++n_gates[defined.time[gate]];
    if (!circuit.is_conjunction(gate)) continue;
    for (const Edge part : {circuit.left(gate), circuit.right(gate)}) {
      is_needed[part.gate()] = true;
      last_use_[part.gate()] = std::max(last_use_[part.gate()], defined.time[gate]);
    }
  }

  gates_begin_ = begins_from_counts(n_gates);
  gates_.resize(gates_begin_.back());
  std::vector<std::uint32_t> next = gates_begin_;
  std::vector<std::int64_t> change(n_times + 1, 0);
  for (std::uint32_t gate = 1; gate < circuit.n_gates(); ++gate) {
    if (!is_needed[gate]) continue;
    const std::uint32_t time = defined.time[gate];
    gates_[next[time]++] = gate;
    if (last_use_[gate] <= time) continue;
    ++change[time];
    --change[last_use_[gate]];
  }
  width_.resize(n_times);
  std::int64_t width = 0;
  for (std::size_t time = 0; time < n_times; ++time) {
    width += change[time];
    width_[time] = static_cast<std::uint32_t>(width);
  }

  constraints_begin_ = begins_from_counts(n_constraints);
  constraints_.resize(constraints_begin_.back());
  next = constraints_begin_;
  for (const Edge edge : defined.constraints) {
    constraints_[next[defined.time[edge.gate()]]++] = edge;
  }
}

std::span<const std::uint32_t> Cuts::gates_at(std::uint32_t time) const {
  return {gates_.data() + gates_begin_[time], gates_.data() + gates_begin_[time + std::size_t{1}]};
}

std::span<const Edge> Cuts::constraints_at(std::uint32_t time) const {
  return {constraints_.data() + constraints_begin_[time],
          constraints_.data() + constraints_begin_[time + std::size_t{1}]};
}

std::vector<std::uint32_t> Cuts::cut_at(std::uint32_t time,
                                        std::span<const std::uint32_t> cut_before,
                                        std::uint32_t before) const {
  std::vector<std::uint32_t> cut;
  for (const std::uint32_t gate : cut_before) {
    if (last_use_[gate] > time) cut.push_back(gate);
  }
  for (std::uint32_t at = before + 1; at <= time; ++at) {
    for (const std::uint32_t gate : gates_at(at)) {
      if (last_use_[gate] > time) cut.push_back(gate);
    }
  }
  return cut;
}

std::size_t Cuts::bytes() const {
  return (gates_.capacity() + gates_begin_.capacity() + constraints_.capacity() +
          constraints_begin_.capacity() + last_use_.capacity() + width_.capacity()) *
         sizeof(std::uint32_t);
}

std::vector<std::uint32_t> independent_part(const Defined& defined,
                                            std::span<const std::uint32_t> cut) {
  constexpr int most_gates = 64;  // looked at for one gate of the cut
  const Circuit& circuit = defined.circuit;
  std::vector<std::uint32_t> sorted(cut.begin(), cut.end());
  std::sort(sorted.begin(), sorted.end());
  const auto is_in_cut = [&](std::uint32_t gate) {
    return std::binary_search(sorted.begin(), sorted.end(), gate);
  };
  std::vector<std::uint32_t> kept;
  std::vector<std::uint32_t> open;
  for (const std::uint32_t gate : cut) {
    bool depends = circuit.is_conjunction(gate);
    int n_left = most_gates;
    open.assign(1, gate);
    while (depends && !open.empty()) {
      const std::uint32_t next = open.back();
      open.pop_back();
      for (const Edge part : {circuit.left(next), circuit.right(next)}) {
        if (is_in_cut(part.gate())) continue;
        depends = depends && circuit.is_conjunction(part.gate()) && --n_left > 0;
        open.push_back(part.gate());
      }
    }
    if (!depends) kept.push_back(gate);
  }
  return kept;
}

}  // namespace gdlc::layers
