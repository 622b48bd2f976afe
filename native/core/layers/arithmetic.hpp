#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/number/float.hpp"
#include "core/number/rational.hpp"

namespace gdlc::layers {

// What the values of a layer are computed in. All have
//   Value, Weight
//   weight(exact)          a term's multiplier
//   add(sum, value, weight)
//   keep_max, keep_min     of products
// Values are whole numbers, in the unit 1 / (denominator of the layer), or intervals of doubles.

// Whole numbers below 2^(64 n).
template <std::size_t n>
struct Words {
  using Value = std::array<std::uint64_t, n>;
  using Weight = std::uint64_t;

  static void add(Value& sum, const Value& value, Weight weight) {
    if constexpr (n == 1) {
      sum[0] += value[0] * weight;
    } else {
      Wide carry = 0;
      for (std::size_t i = 0; i < n; ++i) {
        carry += static_cast<Wide>(value[i]) * weight + sum[i];
        sum[i] = static_cast<std::uint64_t>(carry);
        carry >>= 64U;
      }
    }
  }
  static Value product(const Value& value, Weight weight) {
    if (weight == 1) return value;
    Value result{};
    add(result, value, weight);
    return result;
  }
  static bool is_less(const Value& left, const Value& right) {
    for (std::size_t i = n; i-- > 1;) {
      if (left[i] != right[i]) return left[i] < right[i];
    }
    return left[0] < right[0];
  }
  static void keep_max(Value& best, const Value& value) {
    if (is_less(best, value)) best = value;
  }
  static void keep_min(Value& best, const Value& value) {
    if (is_less(value, best)) best = value;
  }

  static Value whole(Integer number) {
    Value value;
    for (std::uint64_t& word : value) {
      word = static_cast<std::uint64_t>(number & std::numeric_limits<std::uint64_t>::max());
      number >>= 64U;
    }
    return value;
  }
  static Integer integer(const Value& value) {
    Integer number = 0;
    for (std::size_t i = n; i-- > 0;) number = (number << 64U) | value[i];
    return number;
  }
  static Weight weight(const Integer& exact) { return static_cast<Weight>(exact); }
  static std::size_t bytes(const Value&) { return sizeof(Value); }

 private:
  __extension__ using Wide = unsigned __int128;
};

// Whole numbers of any size.
struct Unbounded {
  using Value = Integer;
  using Weight = Integer;

  static void add(Value& sum, const Value& value, const Weight& weight) { sum += value * weight; }
  static Value product(const Value& value, const Weight& weight) { return value * weight; }
  static void keep_max(Value& best, const Value& value) {
    if (best < value) best = value;
  }
  static void keep_min(Value& best, const Value& value) {
    if (value < best) best = value;
  }
  static Value whole(const Integer& number) { return number; }
  static Integer integer(const Value& value) { return value; }
  static Weight weight(const Integer& exact) { return exact; }
  static std::size_t bytes(const Value& value) {
    return sizeof(Value) + value.backend().size() * sizeof(boost::multiprecision::limb_type);
  }
};

// Intervals of doubles; nothing is scaled.
struct Intervals {
  using Value = Float;
  using Weight = Float;

  static void add(Value& sum, const Value& value, const Weight& weight) { sum += value * weight; }
  static Value product(const Value& value, const Weight&) { return value; }  // of e and a: all 1
  static void keep_max(Value& best, const Value& value) { take_max(best, value); }
  static void keep_min(Value& best, const Value& value) { take_min(best, value); }
  static std::size_t bytes(const Value&) { return sizeof(Value); }
};

}  // namespace gdlc::layers
