#include "core/layers/layers.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/dpll/instance.hpp"
#include "core/layers/backward.hpp"
#include "core/layers/forward.hpp"
#include "core/layers/outer_choice.hpp"
#include "core/preprocess/preprocess.hpp"

namespace gdlc::layers {
namespace {

// Beyond these a formula is no game's: most choices lead to states of their own.
constexpr std::uint32_t most_undefined = 64;         // in any case
constexpr std::uint32_t most_undefined_unasked = 0;  // where nobody wants layers in particular
constexpr std::uint32_t least_runs = 6;              // of choices under one quantifier
constexpr std::uint32_t least_defined = 4;           // for each choice; or else
constexpr std::uint32_t most_width = 64;             // gates in a cut
// Words of keys looked up, whatever the formula is: some hundredths of a second.
constexpr std::uint64_t free_work = std::uint64_t{1} << 17U;

// Definitions must stay as they are written: no resolution, and no literal is set only because it
// loses nothing.
Preprocessed prepared(const Formula& formula, Stop& stop) {
  PreprocessOptions options;
  options.pure = false;
  options.probe = false;
  options.subsume = false;
  options.eliminate = false;
  return preprocess(formula, options, stop);
}

std::uint32_t n_runs(const Instance& instance, const Defined& defined) {
  std::uint32_t result = 0;
  for (std::size_t choice = 1; choice < defined.choices.size(); ++choice) {
    const bool is_new = choice == 1 || instance.quantifier(defined.choices[choice]) !=
                                           instance.quantifier(defined.choices[choice - 1]);
    result += is_new ? 1 : 0;
  }
  return result;
}

class Run {
 public:
  Run(const Formula& formula, const LayersOptions& options, Stop& stop,
      const std::function<bool(const LayersCounts&)>& poll)
      : formula_(formula),
        options_(options),
        smaller_(prepared(formula, stop)),
        instance_(smaller_.formula),
        poll_([this, &poll] { return poll(result_.counts); }),
        defined_(define(instance_, poll_)) {}

  LayersResult run() {
    if (poll_()) return std::move(result_);
    LayersCounts& counts = result_.counts;
    counts.choices = defined_.choices.size() - 1;
    counts.undefined = defined_.n_undefined;
    if (std::find(defined_.constraints.begin(), defined_.constraints.end(),
                  Edge::constant(false)) != defined_.constraints.end()) {
      return with_value(0);
    }
    if (!is_fit()) return std::move(result_);
    find_weights();
    const Cuts cuts(defined_);
    const bool is_wanted = options_.is_wanted || is_game(cuts);
    Forward forward({instance_, defined_, cuts, weight_of_}, options_,
                    is_wanted ? UINT64_MAX : free_work, counts);
    switch (forward.run(poll_)) {
      case Forward::Status::done:
        break;
      case Forward::Status::dead:
        return with_value(0);
      case Forward::Status::stopped:
        return std::move(result_);
      case Forward::Status::full:
        result_.refused = too_large();
        return std::move(result_);
      case Forward::Status::many:
        result_.refused = "it has many states, and little of a game's structure";
        return std::move(result_);
    }
    go_backward(forward.layers());
    return std::move(result_);
  }

 private:
  LayersResult with_value(const Rational& value) {
    result_.lower = value;
    result_.upper = value;
    result_.is_complete = true;
    result_.outer = smaller_.choice.extend({}, formula_.n_vars());  // each is as good
    return std::move(result_);
  }

  std::string too_large() const {
    return "its states took more than " + std::to_string(options_.memory_bytes) +
           " bytes of memory";
  }

  bool is_fit() {
    const std::uint32_t most = options_.is_wanted ? most_undefined : most_undefined_unasked;
    if (defined_.n_undefined <= most) return true;
    result_.refused =
        std::to_string(defined_.n_undefined) + " innermost variables are not defined by others";
    return false;
  }

  bool is_game(const Cuts& cuts) const {
    if (n_runs(instance_, defined_) < least_runs) return false;
    const std::uint64_t n_choices = result_.counts.choices;
    if (instance_.n_vars() - n_choices >= least_defined * n_choices) return true;
    for (std::uint32_t time = 0; time <= cuts.last_time(); ++time) {
      if (cuts.width(time) > most_width) return false;
    }
    return true;
  }

  void find_weights() {
    weight_of_.resize(defined_.choices.size());
    for (std::size_t choice = 1; choice < weight_of_.size(); ++choice) {
      const Var var = defined_.choices[choice];
      if (instance_.quantifier(var) != Quantifier::chance) continue;
      weight_of_[choice] = smaller_.formula.probability(instance_.original(var));
    }
  }

  void go_backward(std::vector<Layer>& layers) {
    OuterChoice outer(instance_, defined_, weight_of_);
    Values values = Values::of_end(options_.exact);
    for (std::size_t at = layers.size(); at-- > 0;) {
      Values before = values.before(layers[at], [&] { return !poll_(); });
      if (before.empty()) return;
      if (values.bytes() + before.bytes() > options_.memory_bytes) {
        result_.refused = too_large();
        return;
      }
      if (layers[at].has_outer) {
        outer.keep(at, std::move(values));
      } else {
        layers.pop_back();
      }
      values = std::move(before);
    }
    if (options_.exact) {
      result_.lower = values.exact(0) * smaller_.factor;
      result_.upper = result_.lower;
    } else {
      const Float enclosure = values.enclosure(0) * Float(smaller_.factor);
      result_.lower = Rational(enclosure.lower());
      result_.upper = Rational(enclosure.upper());
    }
    std::vector<Lit> chosen = outer.choose(layers);
    for (Lit& lit : chosen) lit = Lit(instance_.original(lit.var()), lit.positive());
    result_.outer = smaller_.choice.extend(chosen, formula_.n_vars());
    result_.is_complete = true;
  }

  const Formula& formula_;
  const LayersOptions& options_;
  LayersResult result_;
  const Preprocessed smaller_;
  const Instance instance_;
  const std::function<bool()> poll_;
  const Defined defined_;
  std::vector<Rational> weight_of_;  // choice -> probability
};

}  // namespace

LayersResult solve_by_layers(const Formula& formula, const LayersOptions& options, Stop& stop,
                             const std::function<bool(const LayersCounts&)>& poll) {
  try {
    return Run(formula, options, stop, poll).run();
  } catch (const std::system_error& error) {
    LayersResult result;
    result.refused = error.what();
    return result;
  }
}

}  // namespace gdlc::layers
