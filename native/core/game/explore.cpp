#include "core/game/explore.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

#include "core/game/evaluate.hpp"
#include "core/game/lanes.hpp"
#include "core/game/longest_path.hpp"
#include "core/game/state_set.hpp"

namespace gdlc::game {
namespace {

using Word = std::uint64_t;
constexpr std::size_t lanes = 64;

class Exploration {
 public:
  Exploration(const Machine& machine, const State& start, const Question& question,
              const ExploreLimits& limits, Stop& stop);

  Findings run();

 private:
  void look(std::uint32_t begin, std::uint32_t end);
  void look_at_goals(Word terminal);
  void look_at_moves(Word going);
  void sight(std::optional<Sighting>& found, Word where, const std::vector<Word>& about = {});
  bool expand(std::size_t lane);
  bool make_moves();
  void load(const std::array<std::uint32_t, lanes>& numbers, std::size_t count);
  void read_next();
  State bytes(std::uint32_t number) const;

  const Machine& machine_;
  const Network& network_;
  const Question& question_;
  ExploreLimits limits_;
  Stop& stop_;
  Values<Word> values_;
  std::size_t width_;                           // words of a state
  StateSet states_;                             // by number, in the order of exploration
  std::vector<std::uint32_t> depth_;            // of each state; never falls
  Successors successors_;                       // of the states that made their moves
  std::vector<std::uint32_t> last_source_;      // of each state, so that arcs are kept once
  std::uint32_t first_cut_ = StateSet::absent;  // the first state that not all moves of were made
  Findings findings_;

  // The states that are looked at.
  std::array<std::uint32_t, lanes> looked_{};
  Word expanding_ = 0;                                                // those that make moves
  std::array<std::vector<std::vector<std::uint32_t>>, lanes> legal_;  // of these, for each role

  // The moves that wait for being made, in the order in which they were found.
  std::array<std::uint32_t, lanes> source_{};
  std::size_t waiting_ = 0;
  std::vector<std::uint32_t> done_;  // moves with a bit set
  std::vector<Word> move_words_;
  std::vector<std::size_t> turn_;  // scratch: which of its moves each role makes
  std::vector<Word> block_;        // scratch: `width_` blocks of 64 fluents by 64 states
};

Exploration::Exploration(const Machine& machine, const State& start, const Question& question,
                         const ExploreLimits& limits, Stop& stop)
    : machine_(machine),
      network_(machine.network()),
      question_(question),
      limits_(limits),
      stop_(stop),
      values_(machine.network()),
      width_((machine.network().fluents.size() + 63) / 64),
      states_(width_),
      move_words_(network_.moves.size(), 0),
      turn_(machine.roles().moves.size()),
      block_(width_ * lanes) {
  if (start.size() != machine.state_bytes()) {
    throw std::invalid_argument("a state of another game");
  }
  std::vector<Word> words(width_, 0);
  for (std::size_t at = 0; at < start.size(); ++at) {
    words[at / 8] |= static_cast<Word>(static_cast<unsigned char>(start[at])) << at % 8 * 8;
  }
  states_.add(words.data());
  depth_.push_back(0);
  last_source_.push_back(StateSet::absent);
  for (auto& legal : legal_) legal.resize(turn_.size());
}

Findings Exploration::run() {
  std::uint32_t done = 0;
  bool goes_on = true;
  while (goes_on && done < states_.size()) {
    const auto count = std::min<std::uint32_t>(lanes, states_.size() - done);
    look(done, done + count);
    for (std::size_t lane = 0; goes_on && lane < count; ++lane) {
      if ((expanding_ & bit(lane)) != 0) goes_on = expand(lane);
    }
    goes_on = make_moves() && goes_on;
    if (goes_on) done += count;
  }
  findings_.states = states_.size();
  findings_.deepest = depth_.back();
  findings_.limited = !goes_on;
  if (findings_.limited) {
    findings_.depth_done = std::int64_t{depth_[first_cut_]} - 1;
  } else if (findings_.cut_by_depth) {
    findings_.depth_done = std::int64_t{limits_.depth} - 1;
  } else {
    findings_.depth_done = findings_.deepest;
    findings_.longest = longest_path(successors_, states_.size());
  }
  return findings_;
}

// Ask all that is asked of some states, and collect their legal moves.
void Exploration::look(std::uint32_t begin, std::uint32_t end) {
  const std::size_t count = end - begin;
  Word open = 0;
  for (std::size_t lane = 0; lane < count; ++lane) {
    looked_[lane] = begin + static_cast<std::uint32_t>(lane);
    if (depth_[looked_[lane]] < limits_.depth) open |= bit(lane);
  }
  load(looked_, count);
  const Word all = count == lanes ? ~Word{0} : bit(count) - 1;
  const Word terminal = values_.get(network_.terminal) & all;
  findings_.terminal += static_cast<std::uint64_t>(std::popcount(terminal));
  look_at_goals(terminal);
  if ((all & ~terminal & ~open) != 0) findings_.cut_by_depth = true;
  look_at_moves(open & ~terminal);
}

void Exploration::look_at_goals(Word terminal) {
  Word one = 0;
  Word wrong = 0;
  for (const std::uint32_t goal : question_.goals) {
    const Word holds = values_.get(network_.goals[goal].holds) & terminal;
    wrong |= one & holds;
    one |= holds;
  }
  for (const std::uint32_t goal : question_.wrong) {
    wrong |= values_.get(network_.goals[goal].holds) & terminal;
  }
  Word won = 0;
  for (const std::uint32_t goal : question_.winning) {
    won |= values_.get(network_.goals[goal].holds) & terminal;
  }
  sight(findings_.goals, wrong);
  sight(findings_.won, won);
}

void Exploration::look_at_moves(Word going) {
  const auto& roles = machine_.roles().moves;
  std::vector<Word> able(roles.size(), 0);
  std::vector<Word> choosing(roles.size(), 0);
  Word stuck = 0;
  for (std::size_t role = 0; role < roles.size(); ++role) {
    for (const std::uint32_t move : roles[role]) {
      const Word legal = values_.get(network_.moves[move].legal) & going;
      choosing[role] |= able[role] & legal;
      able[role] |= legal;
    }
    stuck |= going & ~able[role];
  }
  expanding_ = going & ~stuck;
  const Word chooses = choosing[question_.player] & expanding_;
  Word both = 0;
  for (std::size_t role = 0; role < roles.size(); ++role) {
    if (role == question_.player || role == question_.chance) choosing[role] = 0;
    both |= choosing[role] & chooses;
    able[role] = ~able[role];
  }
  sight(findings_.stuck, stuck, able);
  sight(findings_.both, both, choosing);
  for (std::size_t role = 0; role < roles.size(); ++role) {
    for (auto& legal : legal_) legal[role].clear();
    for (const std::uint32_t move : roles[role]) {
      each_lane(values_.get(network_.moves[move].legal) & expanding_,
                [&](std::size_t lane) { legal_[lane][role].push_back(move); });
    }
  }
}

// Note the first of these states, unless one was found before, and the first role that it is about.
void Exploration::sight(std::optional<Sighting>& found, Word where,
                        const std::vector<Word>& about) {
  if (found || where == 0) return;
  const auto lane = static_cast<std::size_t>(std::countr_zero(where));
  std::uint32_t role = 0;
  while (role < about.size() && (about[role] & bit(lane)) == 0) ++role;
  const std::uint32_t number = looked_[lane];
  found = Sighting{bytes(number), depth_[number], role};
}

// All joint moves of a state. Returns whether no limit was met.
bool Exploration::expand(std::size_t lane) {
  const auto& legal = legal_[lane];
  std::fill(turn_.begin(), turn_.end(), 0);
  for (;;) {
    if (findings_.transitions == limits_.transitions) {
      first_cut_ = std::min(first_cut_, looked_[lane]);
      return false;
    }
    ++findings_.transitions;
    source_[waiting_] = looked_[lane];
    for (std::size_t role = 0; role < turn_.size(); ++role) {
      const std::uint32_t move = legal[role][turn_[role]];
      if (move_words_[move] == 0) done_.push_back(move);
      move_words_[move] |= bit(waiting_);
    }
    if (++waiting_ == lanes && !make_moves()) return false;
    std::size_t role = turn_.size();
    while (role != 0 && ++turn_[role - 1] == legal[role - 1].size()) turn_[--role] = 0;
    if (role == 0) return true;
  }
}

// Make the moves that wait. Returns whether no limit was met.
bool Exploration::make_moves() {
  if (waiting_ == 0) return true;
  if (stop_.requested()) throw Stopped{stop_.reason()};
  load(source_, waiting_);
  for (const std::uint32_t move : done_) {
    values_.set(network_.move_node(move), move_words_[move]);
  }
  values_.derive_from_moves();
  read_next();  // before the moves are taken back: a fluent may hang on a move alone
  for (const std::uint32_t move : done_) {
    values_.set(network_.move_node(move), 0);
    move_words_[move] = 0;
  }
  done_.clear();
  std::vector<Word> next(width_);
  for (std::size_t lane = 0; lane < waiting_; ++lane) {
    for (std::size_t at = 0; at < width_; ++at) next[at] = block_[at * lanes + lane];
    std::uint32_t target = states_.find(next.data());
    if (target == StateSet::absent) {
      if (states_.size() == limits_.states) {
        first_cut_ = std::min(first_cut_, source_[lane]);
        findings_.transitions -= waiting_ - lane;
        waiting_ = 0;
        return false;
      }
      target = states_.add(next.data());
      depth_.push_back(depth_[source_[lane]] + 1);
      last_source_.push_back(StateSet::absent);
    }
    if (last_source_[target] == source_[lane]) continue;
    last_source_[target] = source_[lane];
    successors_.add(source_[lane], target);
  }
  waiting_ = 0;
  return true;
}

// Set the fluents to these states, and derive what follows from them.
void Exploration::load(const std::array<std::uint32_t, lanes>& numbers, std::size_t count) {
  const std::size_t fluents = network_.fluents.size();
  std::array<Word, lanes> block{};
  for (std::size_t at = 0; at < width_; ++at) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      block[lane] = lane < count ? states_.words(numbers[lane])[at] : 0;
    }
    transpose(block.data());
    const std::size_t end = std::min(lanes, fluents - at * lanes);
    for (std::size_t row = 0; row < end; ++row) {
      values_.set(network_.fluent_node(at * lanes + row), block[row]);
    }
  }
  values_.derive_from_state();
}

// The next states: word `at` of the one in a lane is block_[at * lanes + lane].
void Exploration::read_next() {
  const std::size_t fluents = network_.fluents.size();
  std::fill(block_.begin(), block_.end(), 0);
  for (std::size_t at = 0; at < fluents; ++at) block_[at] = values_.get(network_.fluents[at].next);
  for (std::size_t at = 0; at < width_; ++at) transpose(block_.data() + at * lanes);
}

State Exploration::bytes(std::uint32_t number) const {
  State state(machine_.state_bytes(), '\0');
  const Word* const words = states_.words(number);
  for (std::size_t at = 0; at < state.size(); ++at) {
    state[at] = static_cast<char>(static_cast<unsigned char>(words[at / 8] >> at % 8 * 8));
  }
  return state;
}

}  // namespace

Findings explore(const Machine& machine, const State& start, const Question& question,
                 const ExploreLimits& limits, Stop& stop) {
  return Exploration(machine, start, question, limits, stop).run();
}

}  // namespace gdlc::game
