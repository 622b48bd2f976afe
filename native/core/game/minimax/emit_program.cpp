#include "core/game/minimax/unrolled.hpp"

#include <utility>

namespace gdlc::game {
namespace {

class Emitter {
 public:
  explicit Emitter(const Unrolled& unrolled)
      : circuit_(unrolled.circuit), fluents_(unrolled.fluents), choices_(unrolled.choices) {
    program_.inputs = unrolled.inputs;
  }

  ClassProgram emit() {
    place_gates();
    for (const Unrolled::Choice& choice : choices_) emit(choice);
    return std::move(program_);
  }

 private:
  // Registers for the gates that are needed, in the order in which they were made.
  void place_gates() {
    std::vector<bool> needed(circuit_.size(), false);
    const auto need = [&](Ref ref) { needed[ref.node()] = true; };
    for (const Unrolled::Choice& choice : choices_) {
      need(choice.legal);
      for (const Unrolled::Next& next : choice.outcomes) {
        need(next.possible);
        need(next.terminal);
        for (const Ref goal : next.goals) need(goal);
        for (std::size_t at = 0; at < next.fluents.size(); ++at) {
          if (!(next.fluents[at] == fluents_[at])) need(next.fluents[at]);
        }
      }
    }
    for (std::size_t node = needed.size(); node-- != 0;) {
      const auto gate = static_cast<std::uint32_t>(node);
      if (!needed[node] || !circuit_.is_gate(gate)) continue;
      need(circuit_.left(gate));
      need(circuit_.right(gate));
    }
    register_.assign(circuit_.size(), 0);
    std::uint32_t count = 1;
    for (const std::uint32_t fluent : program_.inputs) register_[fluents_[fluent].node()] = count++;
    for (std::uint32_t node = 0; node < needed.size(); ++node) {
      if (!needed[node] || !circuit_.is_gate(node)) continue;
      program_.gates.push_back({operand(circuit_.left(node)), operand(circuit_.right(node))});
      register_[node] = count++;
    }
  }

  void emit(const Unrolled::Choice& choice) {
    const auto begin = static_cast<std::uint32_t>(program_.outcomes.size());
    for (const Unrolled::Next& next : choice.outcomes) {
      const std::size_t width = (fluents_.size() + 63) / 64;
      ClassProgram::Outcome outcome{operand(next.possible),
                                    next.weight,
                                    operand(next.terminal),
                                    {},
                                    std::vector<std::uint64_t>(width, 0),
                                    std::vector<std::uint64_t>(width, 0),
                                    {}};
      for (const Ref goal : next.goals) outcome.goals.push_back(operand(goal));
      for (std::size_t at = 0; at < next.fluents.size(); ++at) {
        const std::uint64_t mask = std::uint64_t{1} << at % 64;
        const Ref wire = next.fluents[at];
        if (wire == always) {
          outcome.ones[at / 64] |= mask;
        } else if (wire == never) {
          continue;
        } else if (wire == fluents_[at]) {
          outcome.keep[at / 64] |= mask;
        } else {
          outcome.bits.push_back({static_cast<std::uint32_t>(at), operand(wire)});
        }
      }
      program_.outcomes.push_back(std::move(outcome));
    }
    program_.branches.push_back(
        {operand(choice.legal), choice.group, choice.is_certain, choice.steps, begin,
         static_cast<std::uint32_t>(program_.outcomes.size()), choice.moves});
  }

  ClassProgram::Operand operand(Ref ref) const {
    return 2 * register_[ref.node()] + (ref.negative() ? 1U : 0U);
  }

  const Circuit& circuit_;
  const std::vector<Ref>& fluents_;
  const std::vector<Unrolled::Choice>& choices_;
  std::vector<std::uint32_t> register_;  // of each node
  ClassProgram program_;
};

}  // namespace

ClassProgram emit(const Unrolled& unrolled) {
  return Emitter(unrolled).emit();
}

}  // namespace gdlc::game
