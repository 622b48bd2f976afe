#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/dpll/instance.hpp"
#include "core/dpll/options.hpp"
#include "core/dpll/search.hpp"
#include "core/formula/formula.hpp"
#include "core/preprocess/preprocess.hpp"
#include "core/stop.hpp"

namespace gdlc {

// Chooses how to search, and where that is hard to tell lets two searches take turns, each going on
// where it stood, until one is done: elimination of variables makes a formula smaller, but may tie
// together what would fall apart. A factor of 100 either way was measured. The turns get longer, so
// that both together take little more than twice the time of the better one.
//
// Turns are counted in work, not in time: the same formula and options give the same run.
template <class Number>
class Race {
 public:
  // Of one search: what it works on, and how its value leads to that of the formula.
  struct Runner {
    Runner(Preprocessed made, const Options& options, Stop& stop,
           std::function<bool(const Runner&)> poll)
        : smaller(std::move(made)),
          instance(smaller.formula),
          search(instance, options, probabilities(), stop,
                 [this, ask = std::move(poll)](const Search<Number>&) { return ask(*this); }) {
      smaller.formula = Formula();
    }
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    std::vector<Number> probabilities() const {
      std::vector<Number> probability(std::size_t{instance.n_vars()} + 1, Number(0));
      for (std::uint32_t number = 1; number <= instance.n_vars(); ++number) {
        if (instance.quantifier(Var(number)) != Quantifier::chance) continue;
        probability[number] = Number(smaller.formula.probability(instance.original(Var(number))));
      }
      return probability;
    }

    Preprocessed smaller;
    const Instance instance;
    Search<Number> search;
  };
  using Poll = std::function<bool(const Runner&)>;  // true: give up
  using Prepare = std::function<Preprocessed(const PreprocessOptions&)>;

  // prepare: makes the formula smaller, or leaves it as it is
  Race(const Options& options, Stop& stop, Prepare prepare, Poll poll)
      : options_(options), stop_(stop), prepare_(std::move(prepare)), poll_(std::move(poll)) {}

  // Runs until one is done, or after a stop all are. The runner that is done stands first.
  void run(Preprocessed smaller) {
    const bool is_eliminated = smaller.counts.eliminated != 0;
    if (options_.cut) {
      // Keys by cuts are tried first: a look tells whether they are all that is needed.
      add(options_.components ? copy_of(smaller) : std::move(smaller), true);
      runners_.back()->search.run_for(0);
      if (runners_.back()->search.is_timed() || !options_.components) {
        runners_.back()->search.set_memory(options_.cache_bytes, options_.memory_limit);
        runners_.back()->search.run_for(UINT64_MAX);
        return;
      }
      if (stop_.requested()) return;
      runners_.clear();
    }
    add(std::move(smaller), false);
    if (!is_eliminated) {
      runners_.back()->search.set_memory(options_.cache_bytes, options_.memory_limit);
      runners_.back()->search.run_for(UINT64_MAX);
      return;
    }
    if (runners_.front()->search.run_for(first_turn)) return;
    PreprocessOptions without;
    without.eliminate = false;
    if (options_.memory_limit) without.memory_limit = *options_.memory_limit / most_runners;
    add(prepare_(without), false);
    take_turns();
  }

  const std::vector<std::unique_ptr<Runner>>& runners() const { return runners_; }

 private:
  static constexpr std::uint64_t most_runners = 2;
  static constexpr std::uint64_t first_turn = 200'000;  // some milliseconds

  static Preprocessed copy_of(const Preprocessed& smaller) { return smaller; }

  void add(Preprocessed smaller, bool cut) {
    Options options = options_;
    options.cut = cut;
    options.components = options_.components && !cut;
    share_memory(options, most_runners);
    runners_.push_back(std::make_unique<Runner>(std::move(smaller), options, stop_, poll_));
  }

  static void share_memory(Options& options, std::uint64_t n) {
    options.cache_bytes /= n;
    if (options.memory_limit) *options.memory_limit /= n;
  }

  void take_turns() {
    for (std::uint64_t turn = first_turn;; turn += turn / 2) {
      for (auto& runner : runners_) {
        if (!runner->search.run_for(turn)) continue;
        std::swap(runners_.front(), runner);
        return;
      }
    }
  }

  const Options options_;
  Stop& stop_;
  Prepare prepare_;
  Poll poll_;
  std::vector<std::unique_ptr<Runner>> runners_;
};

}  // namespace gdlc
