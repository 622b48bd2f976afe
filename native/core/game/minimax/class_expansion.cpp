#include "core/game/minimax/class_expansion.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/game/lanes.hpp"

namespace gdlc::game {

void ClassExpansion::expand(const ClassProgram& program, const std::uint32_t* states,
                            std::size_t count, std::uint32_t depth) {
  const std::size_t width = frontier_.states().width();
  const Word all = count == lanes ? ~Word{0} : bit(count) - 1;
  arriving_.resize(on_the_way * width);
  targets_.resize(program.outcomes.size() * lanes);
  legal_.resize(program.branches.size());
  possible_.resize(program.outcomes.size());
  set_shapes(program);
  hopeful_ = 0;
  run(program, states, count);
  for (std::size_t at = 0; at < program.branches.size(); ++at) {
    const ClassProgram::Branch& branch = program.branches[at];
    legal_[at] = get(branch.legal) & all;
    transitions_ += branch.moves * static_cast<std::uint64_t>(std::popcount(legal_[at]));
    for (std::size_t number = branch.begin; number < branch.end; ++number) {
      const ClassProgram::Outcome& outcome = program.outcomes[number];
      possible_[number] = legal_[at] & get(outcome.possible);
      if (possible_[number] == 0) continue;
      make_outcome(outcome, number, possible_[number], states, depth + branch.steps);
    }
  }
  while (arrivals_count_ != 0) pop();
  for (std::size_t lane = 0; lane < count; ++lane) write_down(program, lane, states[lane]);
}

void ClassExpansion::set_shapes(const ClassProgram& program) {
  if (shaped_ == &program) return;
  shaped_ = &program;
  shapes_.assign(program.branches.size(), 0);
  for (std::size_t at = 0; at < program.branches.size(); ++at) {
    const ClassProgram::Branch& branch = program.branches[at];
    if (!branch.is_certain) continue;
    Shape shape{branch.steps, 0, {}};
    for (std::size_t number = branch.begin; number < branch.end; ++number) {
      shape.weights.push_back(program.outcomes[number].weight);
      shape.total += program.outcomes[number].weight;
    }
    shapes_[at] = graph_.shape(std::move(shape));
  }
}

void ClassExpansion::run(const ClassProgram& program, const std::uint32_t* states,
                         std::size_t count) {
  registers_.resize(1 + program.inputs.size() + program.gates.size());
  registers_[0] = ~Word{0};
  std::array<Word, lanes> block{};
  std::size_t input = 0;
  while (input < program.inputs.size()) {
    const std::size_t word = program.inputs[input] / lanes;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      block[lane] = lane < count ? frontier_.states().words(states[lane])[word] : 0;
    }
    transpose(block.data());
    for (; input < program.inputs.size() && program.inputs[input] / lanes == word; ++input) {
      registers_[1 + input] = block[program.inputs[input] % lanes];
    }
  }
  Word* next = registers_.data() + 1 + program.inputs.size();
  for (const ClassProgram::Gate& gate : program.gates) *next++ = get(gate.left) & get(gate.right);
}

void ClassExpansion::make_outcome(const ClassProgram::Outcome& outcome, std::size_t number,
                                  Word where, const std::uint32_t* states, std::uint32_t depth) {
  std::uint32_t* const targets = &targets_[number * lanes];
  // What ends behind the last step is not reached, and what goes on there is worth nothing.
  if (depth >= frontier_.horizon()) std::fill_n(targets, lanes, Target::end(0).code());
  if (depth > frontier_.horizon()) return;
  const std::size_t width = frontier_.states().width();
  const Word terminal = get(outcome.terminal) & where;
  Word wrong = 0;
  if (terminal != 0) {
    const Worths worths(task_, terminal,
                        [&](std::size_t goal) { return get(outcome.goals[goal]); });
    wrong = worths.wrong;
    hopeful_ |= worths.above_0;
    each_lane(terminal,
              [&](std::size_t lane) { targets[lane] = Target::end(worths.of[lane]).code(); });
  }
  const Word going = depth < frontier_.horizon() ? where & ~terminal : 0;
  hopeful_ |= going;
  if ((going | wrong) == 0) return;
  // Few bits are set one by one; many are transposed.
  constexpr std::size_t few = 12;
  const bool is_many = outcome.bits.size() > few;
  if (is_many) {
    bits_.assign(width * lanes, 0);
    for (const ClassProgram::Bit& one : outcome.bits) bits_[one.at] = get(one.value);
    for (std::size_t at = 0; at < width; ++at) transpose(&bits_[at * lanes]);
  }
  std::array<Word, few> few_bits{};
  if (!is_many) {
    for (std::size_t at = 0; at < outcome.bits.size(); ++at) {
      few_bits[at] = get(outcome.bits[at].value);
    }
  }
  std::array<Word, 8> small{};
  std::vector<Word> large(width > small.size() ? width : 0);
  Word* const next = width > small.size() ? large.data() : small.data();
  each_lane(going | wrong, [&](std::size_t lane) {
    const Word* const state = frontier_.states().words(states[lane]);
    for (std::size_t at = 0; at < width; ++at) {
      next[at] = (state[at] & outcome.keep[at]) | outcome.ones[at];
      if (is_many) next[at] |= bits_[at * lanes + lane];
    }
    if (!is_many) {
      for (std::size_t at = 0; at < outcome.bits.size(); ++at) {
        const std::uint32_t place = outcome.bits[at].at;
        next[place / lanes] |= (few_bits[at] >> lane & 1U) << place % lanes;
      }
    }
    if ((wrong & bit(lane)) != 0) {
      throw NoValue{NoValue::Why::goals,
                    {state_of(next, machine_.state_bytes()), depth, task_.player}};
    }
    push(next, number * lanes + lane, depth);
  });
}

void ClassExpansion::push(const Word* state, std::size_t place, std::uint32_t depth) {
  if (arrivals_count_ == on_the_way) pop();
  const std::size_t width = frontier_.states().width();
  const std::size_t at = (first_ + arrivals_count_++) % on_the_way;
  const std::uint64_t hash = frontier_.states().hash(state);
  frontier_.states().prefetch(hash);
  std::copy_n(state, width, &arriving_[at * width]);
  arrivals_[at] = {hash, static_cast<std::uint32_t>(place), depth};
  if (arrivals_count_ > on_the_way / 2) {
    const std::size_t earlier = (at + on_the_way - on_the_way / 2) % on_the_way;
    frontier_.states().prefetch_words(arrivals_[earlier].hash);
  }
}

void ClassExpansion::pop() {
  const Arrival& arrival = arrivals_[first_];
  const Word* const state = &arriving_[first_ * frontier_.states().width()];
  targets_[arrival.place] = frontier_.arrive(state, arrival.hash, arrival.depth).code();
  first_ = (first_ + 1) % on_the_way;
  --arrivals_count_;
}

// The moves of one state. Where none leads anywhere but to nothing, that is all we keep; with fewer
// steps left it is not otherwise.
void ClassExpansion::write_down(const ClassProgram& program, std::size_t lane,
                                std::uint32_t state) {
  const Word mine = bit(lane);
  if ((hopeful_ & mine) == 0) {
    graph_.set_end(state, 0);
    return;
  }
  std::uint32_t branches = 0;
  for (const Word legal : legal_) branches += (legal & mine) != 0 ? 1 : 0;
  graph_.begin(state, branches, program.branches.size() + program.outcomes.size());
  std::uint32_t group = ~0U;
  for (std::size_t at = 0; at < program.branches.size(); ++at) {
    if ((legal_[at] & mine) == 0) continue;
    const ClassProgram::Branch& branch = program.branches[at];
    std::uint32_t shape = shapes_[at];
    if (!branch.is_certain) {
      std::uint32_t count = 0;
      for (std::size_t number = branch.begin; number < branch.end; ++number) {
        count += (possible_[number] & mine) != 0 ? 1 : 0;
      }
      shape = graph_.shape({branch.steps, count, std::vector<std::uint32_t>(count, 1)});
    }
    graph_.add_branch(shape, branch.group != group);
    group = branch.group;
    for (std::size_t number = branch.begin; number < branch.end; ++number) {
      if ((possible_[number] & mine) == 0) continue;
      graph_.add_target(Target::of_code(targets_[number * lanes + lane]));
    }
  }
}

}  // namespace gdlc::game
