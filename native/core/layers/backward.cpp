#include "core/layers/backward.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "core/layers/evaluate.hpp"

namespace gdlc::layers {
namespace {

template <class Value>
struct ArithmeticOf;
template <std::size_t n>
struct ArithmeticOf<std::array<std::uint64_t, n>> {
  using Type = Words<n>;
};
template <>
struct ArithmeticOf<Integer> {
  using Type = Unbounded;
};

template <class Values>
using ArithmeticFor = typename ArithmeticOf<typename Values::value_type>::Type;

std::vector<Integer> multipliers(const Folds& folds) {
  std::vector<Integer> result;
  for (const Fold& fold : folds.folds) {
    for (const Fold::Term& term : fold.terms) result.push_back(multiplier(folds, fold, term));
  }
  return result;
}

std::size_t bits_of(const Integer& number) {
  return number == 0 ? 0 : boost::multiprecision::msb(number) + std::size_t{1};
}

}  // namespace

Values Values::of_end(bool exact) {
  Values values;
  if (exact) {
    values.values_ = Of<Words<1>>{{1}};
  } else {
    values.values_ = Of<Intervals>{Float(1.0)};
  }
  return values;
}

template <class Arithmetic>
Values Values::whole_before(const Layer& layer, const Integer& denominator,
                            const std::function<bool()>& poll) const {
  std::vector<typename Arithmetic::Weight> weights;
  for (const Integer& exact : multipliers(layer.folds)) {
    weights.push_back(Arithmetic::weight(exact));
  }
  Of<Arithmetic> ones;
  for (const Fold& fold : layer.folds.folds) {
    ones.push_back(Arithmetic::whole(denominator_ * fold.scale));
  }
  Of<Arithmetic> converted;
  const Of<Arithmetic>* next = std::get_if<Of<Arithmetic>>(&values_);
  if (next == nullptr) {
    std::visit(
        [&](const auto& values) {
          using Present = std::decay_t<decltype(values)>;
          if constexpr (!std::is_same_v<Present, Of<Intervals>>) {
            for (const auto& value : values) {
              converted.push_back(Arithmetic::whole(ArithmeticFor<Present>::integer(value)));
            }
          }
        },
        values_);
    next = &converted;
  }
  Values result;
  result.denominator_ = denominator;
  result.values_ = Evaluation<Arithmetic>(layer.folds, std::move(weights), std::move(ones),
                                          layer.successors, *next, Arithmetic::whole(0))
                       .run(layer.n_states, poll);
  return result;
}

Values Values::before(const Layer& layer, const std::function<bool()>& poll) const {
  if (const auto* next = std::get_if<Of<Intervals>>(&values_)) {
    std::vector<Float> weights;
    for (const Fold& fold : layer.folds.folds) {
      for (const Fold::Term& term : fold.terms) weights.emplace_back(term.weight);
    }
    Values result;
    result.values_ = Evaluation<Intervals>(layer.folds, std::move(weights),
                                           std::vector<Float>(layer.folds.folds.size(), Float(1.0)),
                                           layer.successors, *next, Float(0.0))
                         .run(layer.n_states, poll);
    return result;
  }
  const Integer denominator = denominator_ * layer.folds.scale;
  std::size_t n_bits = bits_of(denominator);
  for (const Integer& weight : multipliers(layer.folds)) {
    if (bits_of(weight) > 64) n_bits = SIZE_MAX;
  }
  if (n_bits <= 64) return whole_before<Words<1>>(layer, denominator, poll);
  if (n_bits <= 128) return whole_before<Words<2>>(layer, denominator, poll);
  if (n_bits <= 256) return whole_before<Words<4>>(layer, denominator, poll);
  if (n_bits <= 512) return whole_before<Words<8>>(layer, denominator, poll);
  if (n_bits <= 1024) return whole_before<Words<16>>(layer, denominator, poll);
  if (n_bits <= 2048) return whole_before<Words<32>>(layer, denominator, poll);
  return whole_before<Unbounded>(layer, denominator, poll);
}

bool Values::empty() const {
  return std::visit([](const auto& values) { return values.empty(); }, values_);
}

Rational Values::exact(std::size_t state) const {
  return std::visit(
      [&](const auto& values) -> Rational {
        using Present = std::decay_t<decltype(values)>;
        if constexpr (std::is_same_v<Present, Of<Intervals>>) {
          return Rational(values[state].lower());
        } else {
          return Rational(ArithmeticFor<Present>::integer(values[state]), denominator_);
        }
      },
      values_);
}

Float Values::enclosure(std::size_t state) const {
  if (const auto* values = std::get_if<Of<Intervals>>(&values_)) return (*values)[state];
  return Float(exact(state));
}

std::size_t Values::bytes() const {
  return std::visit(
      [](const auto& values) {
        std::size_t sum = 0;
        using Present = std::decay_t<decltype(values)>;
        if constexpr (std::is_same_v<Present, Of<Unbounded>>) {
          for (const auto& value : values) sum += Unbounded::bytes(value);
        } else {
          sum = values.capacity() * sizeof(typename Present::value_type);
        }
        return sum;
      },
      values_);
}

}  // namespace gdlc::layers
