#include "core/game/minimax/move_graph.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gdlc::game {

std::uint32_t MoveGraph::shape(Shape shape) {
  std::uint32_t shared = shape.total;
  for (const std::uint32_t weight : shape.weights) shared = std::gcd(shared, weight);
  if (shared > 1) {
    shape.total /= shared;
    for (std::uint32_t& weight : shape.weights) weight /= shared;
  }
  const auto [place, is_new] = numbers_.emplace(shape, static_cast<std::uint32_t>(shapes_.size()));
  if (is_new) {
    shapes_.push_back(std::move(shape));
    in_layer_.push_back(false);
  }
  return place->second;
}

void MoveGraph::end_layer() {
  Integer divisor = 1;
  for (std::size_t at = 0; at < shapes_.size(); ++at) {
    if (in_layer_[at]) divisor = boost::multiprecision::lcm(divisor, Integer(shapes_[at].total));
    in_layer_[at] = false;
  }
  divisors_.push_back(divisor);
}

void MoveGraph::add_run(std::size_t least) {
  free_ = std::max(least, usual_run);
  // Not set to anything: it is written before it is read.
  runs_.push_back(std::make_unique_for_overwrite<std::uint32_t[]>(free_));
  next_ = runs_.back().get();
  words_ += free_;
}

}  // namespace gdlc::game
