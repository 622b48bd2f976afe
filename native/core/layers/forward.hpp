#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/dpll/instance.hpp"
#include "core/layers/cuts.hpp"
#include "core/layers/define.hpp"
#include "core/layers/diagram.hpp"
#include "core/layers/expand.hpp"
#include "core/layers/folds.hpp"
#include "core/layers/layers.hpp"
#include "core/layers/program.hpp"

namespace gdlc::layers {

// The choices between two times, and what they lead to from all states of the first.
struct Layer {
  std::uint32_t begin;  // times
  std::uint32_t end;
  std::size_t n_states;  // at the first
  Folds folds;
  Successors successors;
  bool has_outer;   // it reaches into the first block, which is existential
  Diagram diagram;  // if so, and without its circuit
};

// What there is to expand.
struct Problem {
  const Instance& instance;
  const Defined& defined;
  const Cuts& cuts;
  const std::vector<Rational>& weight_of;  // choice -> its probability, under chance
};

// Finds all states, layer by layer. How far a layer reaches is decided when the states before it
// are known: over runs of equal quantifiers, until many ways of some of the states lead to the same
// successors, as long as the diagram stays small compared with the number of states. To stop where
// ways do not meet would only make states of what is pending, such as a move that may yet slip.
class Forward {
 public:
  enum class Status : std::uint8_t {
    done,
    dead,     // no state is left: the value is 0
    stopped,  // by who asks
    full,     // too many bytes
    many,     // too much work
  };

  Forward(const Problem& problem, const LayersOptions& options, std::uint64_t most_work,
          LayersCounts& counts);

  //   poll  asked now and then; true: give up
  Status run(const std::function<bool()>& poll);

  // From the first to the last; the only state behind the last is worth 1.
  std::vector<Layer>& layers() { return layers_; }

 private:
  struct Step {
    Diagram diagram;
    std::uint32_t end;
    std::vector<std::uint32_t> cut;   // all gates of it
    std::vector<std::uint32_t> kept;  // those that are no functions of others
    KeyLayout layout;
    Program program;
    Folds folds;
  };

  void find_runs();
  Circuit set_inputs();
  Step choose_step(const Circuit& inputs);
  std::optional<Step> try_step(const Circuit& inputs, std::uint32_t end, std::size_t most_leaves);
  double share_of_new(const Step& step) const;
  Status take(Step step, const std::function<bool()>& poll);
  std::size_t bytes_with(const KeyTable& next) const;

  const Instance& instance_;
  const Defined& defined_;
  const Cuts& cuts_;
  const std::vector<Rational>& weight_of_;
  const LayersOptions& options_;
  const std::uint64_t most_work_;  // words of keys looked up
  LayersCounts& counts_;
  const Kernel& kernel_;
  DiagramBuilder builder_;
  std::vector<std::uint32_t> run_end_;  // choice -> last one of its run
  std::uint32_t last_outer_ = 0;        // last choice of the first block, if that is existential
  std::vector<Layer> layers_;
  std::uint64_t work_ = 0;       // words of keys looked up in layers_ but the last
  std::size_t layer_bytes_ = 0;  // of layers_ but the last, while that is filled

  // The states at the present time.
  std::uint32_t time_ = 0;
  KeyTable states_{1};
  KeyLayout layout_;
  std::vector<std::uint32_t> cut_;
  std::vector<std::uint32_t> kept_;
};

}  // namespace gdlc::layers
