#include "core/layers/forward.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/layers/columns.hpp"

namespace gdlc::layers {
namespace {

constexpr std::size_t states_per_leaf = 4;

// Ways of so many states are looked at to see whether they meet; and this share of them may lead to
// states of their own. Tried: 0.5 to 0.9.
constexpr std::size_t n_sampled = 512;
constexpr double much_new = 0.7;

std::size_t words_of(const KeyLayout& layout) {
  return std::max<std::size_t>((layout.n_bits + std::size_t{63}) / 64, 1);
}

KeyTable single_state() {
  KeyTable states(1);
  const std::vector<std::uint64_t> key(KeyTable::max_batch, 0);
  const std::uint16_t which = 0;
  std::uint32_t number = 0;
  states.find_or_add(key.data(), {&which, 1}, &number);
  return states;
}

}  // namespace

Forward::Forward(const Problem& problem, const LayersOptions& options, std::uint64_t most_work,
                 LayersCounts& counts)
    : instance_(problem.instance),
      defined_(problem.defined),
      cuts_(problem.cuts),
      weight_of_(problem.weight_of),
      options_(options),
      most_work_(most_work),
      counts_(counts),
      kernel_(best_kernel()),
      builder_(problem.defined, problem.cuts),
      states_(single_state()) {
  find_runs();
}

// Choices that nothing depends on count to the run before them.
void Forward::find_runs() {
  std::uint32_t end = cuts_.last_time();
  run_end_.assign(end + std::size_t{1}, end);
  std::optional<Quantifier> quantifier;
  for (std::uint32_t time = end; time > 0; --time) {
    if (!cuts_.gates_at(time).empty()) {
      const Quantifier own = instance_.quantifier(defined_.choices[time]);
      if (quantifier && *quantifier != own) end = time;
      quantifier = own;
    }
    run_end_[time] = end;
  }
  for (std::uint32_t time = 1; time < defined_.choices.size(); ++time) {
    const Var var = defined_.choices[time];
    if (instance_.block(var) != 0 || instance_.quantifier(var) != Quantifier::exists) break;
    last_outer_ = time;
  }
}

Forward::Status Forward::run(const std::function<bool()>& poll) {
  counts_.states = 1;
  while (time_ < cuts_.last_time()) {
    const Circuit inputs = set_inputs();
    const Status status = take(choose_step(inputs), poll);
    if (status != Status::done) return status;
  }
  return Status::done;
}

// The circuit over the states: an input for each bit of their keys. What a bit is the same as in
// all of them is not looked at.
Circuit Forward::set_inputs() {
  Circuit circuit;
  std::vector<Edge> inputs;
  for (std::uint32_t bit = 0; bit < layout_.n_bits; ++bit) inputs.push_back(circuit.input());
  std::vector<Edge> bits = inputs;
  const std::vector<Column> columns = compare_columns(states_, layout_.n_bits, kernel_);
  for (std::uint32_t bit = 0; bit < layout_.n_bits; ++bit) {
    const Column& column = columns[bit];
    bits[bit] = column.same_as == Column::constant ? Edge::constant(column.negated)
                                                   : inputs[column.same_as] ^ column.negated;
  }
  for (std::size_t place = 0; place < kept_.size(); ++place) {
    const KeyBit& key = layout_.places[place];
    builder_.set_input(kept_[place], key.bit == KeyBit::constant ? Edge::constant(key.negated)
                                                                 : bits[key.bit] ^ key.negated);
  }
  std::vector<std::uint32_t> sorted = kept_;
  std::sort(sorted.begin(), sorted.end());
  const auto is_kept = [&](std::uint32_t gate) {
    return std::binary_search(sorted.begin(), sorted.end(), gate);
  };
  const std::function<Edge(Edge)> derive = [&](Edge edge) -> Edge {
    if (edge.is_constant()) return edge;
    if (is_kept(edge.gate())) return builder_.image(edge.gate()) ^ edge.negated();
    const Edge left = derive(defined_.circuit.left(edge.gate()));
    const Edge right = derive(defined_.circuit.right(edge.gate()));
    return circuit.conjoin(left, right) ^ edge.negated();
  };
  for (const std::uint32_t gate : cut_) {
    if (!is_kept(gate)) builder_.set_input(gate, derive(Edge(gate, false)));
  }
  return circuit;
}

Forward::Step Forward::choose_step(const Circuit& inputs) {
  const std::size_t limit =
      std::clamp(states_.size() / states_per_leaf, options_.least_leaves, options_.most_leaves);
  std::uint32_t end = run_end_[time_ + 1];
  std::optional<Step> best = try_step(inputs, end, limit);
  // Not even one run: as much of it as there is room for. One choice has two leaves.
  while (!best) {
    end = time_ + std::max<std::uint32_t>((end - time_) / 2, 1);
    best = try_step(inputs, end, limit);
    if (best) return std::move(*best);
  }
  double least = share_of_new(*best);
  while (least > much_new && end < cuts_.last_time()) {
    end = run_end_[end + 1];
    std::optional<Step> longer = try_step(inputs, end, limit);
    if (!longer) break;
    const double share = share_of_new(*longer);
    if (share > least) continue;
    best = std::move(longer);
    least = share;
  }
  return std::move(*best);
}

std::optional<Forward::Step> Forward::try_step(const Circuit& inputs, std::uint32_t end,
                                               std::size_t most_leaves) {
  std::vector<std::uint32_t> cut = cuts_.cut_at(end, cut_, time_);
  std::vector<std::uint32_t> kept = independent_part(defined_, cut);
  std::optional<Diagram> diagram = builder_.build({time_, end, kept}, inputs, most_leaves);
  if (!diagram) return std::nullopt;
  KeyLayout layout = layout_of(*diagram);
  Program program = compile(*diagram, layout, layout_.n_bits);
  Folds folds = fold(*diagram, defined_, instance_, weight_of_);
  return Step{std::move(*diagram), end,
              std::move(cut),      std::move(kept),
              std::move(layout),   std::move(program),
              std::move(folds)};
}

// Of the ways from some states: how many lead to states that no other leads to.
double Forward::share_of_new(const Step& step) const {
  KeyTable next(words_of(step.layout));
  Successors successors(step.diagram.leaves.size(), step.folds.folds.size(), "");
  expand(states_, n_sampled, layout_.n_bits, step.program, step.folds, true, kernel_, next,
         successors, [] { return true; });
  const auto n_ways = static_cast<double>(successors.n_transitions());
  return n_ways == 0 ? 0 : static_cast<double>(next.size()) / n_ways;
}

Forward::Status Forward::take(Step step, const std::function<bool()>& poll) {
  KeyTable next(words_of(step.layout));
  const std::size_t n_leaves = step.diagram.leaves.size();
  const std::size_t n_folds = step.folds.folds.size();
  layers_.push_back({time_,
                     step.end,
                     states_.size(),
                     std::move(step.folds),
                     Successors(n_leaves, n_folds, options_.spill_folder),
                     time_ < last_outer_,
                     {}});
  Layer& layer = layers_.back();
  Status status = Status::done;
  const LayersCounts before = counts_;
  counts_.layers += 1;
  counts_.gates += step.program.code.size();
  counts_.key_bits = std::max<std::uint64_t>(counts_.key_bits, step.layout.n_bits);
  // Who chooses in the first block looks at each leaf by itself.
  expand(states_, states_.size(), layout_.n_bits, step.program, layer.folds, !layer.has_outer,
         kernel_, next, layer.successors, [&] {
           counts_.transitions = before.transitions + layer.successors.n_transitions();
           counts_.states = before.states + next.size();
           if (poll()) {
             status = Status::stopped;
           } else if (bytes_with(next) > options_.memory_bytes) {
             status = Status::full;
           } else if (work_ + layer.successors.n_transitions() * next.n_words() > most_work_) {
             status = Status::many;
           }
           return status == Status::done;
         });
  if (status != Status::done) return status;
  if (next.size() == 0) return Status::dead;
  layer_bytes_ += layer.successors.bytes_in_memory();
  work_ += layer.successors.n_transitions() * next.n_words();
  if (layer.has_outer) {
    layer.diagram = std::move(step.diagram);
    layer.diagram.circuit = {};
    layer.diagram.leaves.clear();
  }
  next.close();
  states_ = std::move(next);
  layout_ = std::move(step.layout);
  cut_ = std::move(step.cut);
  kept_ = std::move(step.kept);
  time_ = step.end;
  return Status::done;
}

// While the last layer is being filled.
std::size_t Forward::bytes_with(const KeyTable& next) const {
  return layer_bytes_ + layers_.back().successors.bytes_in_memory() + states_.bytes() +
         next.bytes() + defined_.circuit.bytes() + cuts_.bytes() + builder_.bytes();
}

}  // namespace gdlc::layers
