#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/game/minimax/move_graph.hpp"
#include "core/number/float.hpp"
#include "core/number/rational.hpp"

namespace gdlc::game {

// Kinds of numbers that the values of states are computed in. Each has
//   Value                        of a state
//   end(worth), one(), zero()
//   mean(shape, codes, values)   of a branch: `values` by the codes of targets
//   raise(best, value)           `best` becomes the greater one; lower: the lesser one

// Integers of K words over one denominator for all states. Every mean is exact: a state's value is
// a multiple of what the denominator is divided by behind it, so that totals divide sums.
template <std::size_t K>
class FixedPoint {
 public:
  using Value = std::array<std::uint64_t, K>;  // the least word first

  // pre: the denominator, times the greatest total, has at most 64 K bits; every worth in use
  // becomes whole with it
  FixedPoint(const MoveGraph& graph, const Integer& denominator) : denominator_(denominator) {
    for (std::size_t at = 0; at < graph.shapes(); ++at) {
      const std::uint32_t total = graph.shape(static_cast<std::uint32_t>(at)).total;
      const auto shift = static_cast<std::uint32_t>(std::countr_zero(total));
      divisors_.push_back({total, shift, total >> shift, inverse(total >> shift)});
    }
  }

  Value zero() const { return {}; }
  Value end(Worth worth) const {
    Integer scaled = denominator_ * worth / full_worth;
    Value value{};
    for (std::uint64_t& word : value) {
      word = static_cast<std::uint64_t>(scaled & 0xFFFFFFFFFFFFFFFFU);
      scaled >>= 64;
    }
    return value;
  }
  Rational rational(const Value& value) const {
    Integer number = 0;
    for (std::size_t at = K; at-- != 0;) number = (number << 64) + value[at];
    return Rational(number, denominator_);
  }

  Value mean(std::uint32_t number, const Shape& shape, const std::uint32_t* codes,
             const Value* values) const {
    const Divisor& divisor = divisors_[number];
    if (divisor.total == 1) return values[codes[0]];
    Value sum{};
    for (std::size_t at = 0; at < shape.weights.size(); ++at) {
      add(sum, values[codes[at]], shape.weights[at]);
    }
    divide(sum, divisor);
    return sum;
  }

  static void raise(Value& best, const Value& value) {
    if (is_less(best, value)) best = value;
  }
  static void lower(Value& best, const Value& value) {
    if (is_less(value, best)) best = value;
  }

 private:
  __extension__ using Wide = unsigned __int128;

  struct Divisor {
    std::uint32_t total;
    std::uint32_t shift;    // how often 2 divides it
    std::uint64_t odd;      // the rest
    std::uint64_t inverse;  // of the rest, modulo 2^64
  };

  // Newton's iteration: each round doubles the number of right digits, three at first.
  static std::uint64_t inverse(std::uint64_t odd) {
    std::uint64_t found = odd;
    for (int round = 0; round < 5; ++round) found *= 2 - odd * found;
    return found;
  }

  static bool is_less(const Value& one, const Value& other) {
    for (std::size_t at = K; at-- != 0;) {
      if (one[at] != other[at]) return one[at] < other[at];
    }
    return false;
  }

  static void add(Value& sum, const Value& value, std::uint32_t weight) {
    if constexpr (K == 1) {
      sum[0] += value[0] * weight;
    } else {
      Wide carry = 0;
      for (std::size_t at = 0; at < K; ++at) {
        carry += Wide{value[at]} * weight + sum[at];
        sum[at] = static_cast<std::uint64_t>(carry);
        carry >>= 64U;
      }
    }
  }

  // pre: the total divides the number.
  // Source: Jebelean, An algorithm for exact division (1993).
  static void divide(Value& number, const Divisor& divisor) {
    if constexpr (K == 1) {
      number[0] = (number[0] >> divisor.shift) * divisor.inverse;
    } else {
      if (divisor.shift != 0) {
        for (std::size_t at = 0; at + 1 < K; ++at) {
          number[at] = number[at] >> divisor.shift | number[at + 1] << (64U - divisor.shift);
        }
        number[K - 1] >>= divisor.shift;
      }
      if (divisor.odd == 1) return;
      std::uint64_t borrow = 0;
      for (std::uint64_t& word : number) {
        const std::uint64_t rest = word - borrow;
        const std::uint64_t below = word < borrow ? 1 : 0;
        word = rest * divisor.inverse;
        borrow = static_cast<std::uint64_t>(Wide{word} * divisor.odd >> 64U) + below;
      }
    }
  }

  Integer denominator_;
  std::vector<Divisor> divisors_;  // of each shape
};

// Rationals, where one denominator would be too long.
class Fractions {
 public:
  using Value = Rational;

  static Value zero() { return 0; }
  static Value end(Worth worth) { return {worth, full_worth}; }
  static const Rational& rational(const Value& value) { return value; }
  static Value mean(std::uint32_t, const Shape& shape, const std::uint32_t* codes,
                    const Value* values) {
    Value sum = 0;
    for (std::size_t at = 0; at < shape.weights.size(); ++at) {
      sum += values[codes[at]] * shape.weights[at];
    }
    return sum / shape.total;
  }
  static void raise(Value& best, const Value& value) { take_max(best, value); }
  static void lower(Value& best, const Value& value) { take_min(best, value); }
};

// Intervals of doubles.
class Floats {
 public:
  using Value = Float;

  explicit Floats(const MoveGraph& graph) {
    for (std::size_t at = 0; at < graph.shapes(); ++at) {
      const Shape& shape = graph.shape(static_cast<std::uint32_t>(at));
      std::vector<Float> chances;
      for (const std::uint32_t weight : shape.weights) {
        chances.emplace_back(Rational(weight, shape.total));
      }
      chances_.push_back(std::move(chances));
    }
  }

  static Value zero() { return Float(0.0); }
  static Value end(Worth worth) { return Float(Rational(worth, full_worth)); }
  Value mean(std::uint32_t number, const Shape&, const std::uint32_t* codes,
             const Value* values) const {
    Value sum = zero();
    for (std::size_t at = 0; at < chances_[number].size(); ++at) {
      sum += chances_[number][at] * values[codes[at]];
    }
    return sum;
  }
  static void raise(Value& best, const Value& value) { take_max(best, value); }
  static void lower(Value& best, const Value& value) { take_min(best, value); }

 private:
  std::vector<std::vector<Float>> chances_;  // of each shape
};

}  // namespace gdlc::game
