#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/number/rational.hpp"

namespace gdlc {

// A number in [0, 1] that is known to lie between two doubles: interval arithmetic (Moore 1966),
// for non-negative numbers and without switching the processor's rounding mode.
//
//   lower() <= number <= upper(), whatever was computed
//
// Proof of the operations: a double operation that rounds to nearest, gradual underflow included,
// gives one of the two doubles around the exact result, so the double below and the one above it
// enclose it. Where the error can be had exactly (Knuth 1969 for sums; a fused multiplication for
// products) only the side that it lies on is moved, and exact results stay points: 1/2 * 1/2 costs
// nothing. Sums of probabilities are at most 1, and so is their enclosure.
//
// Each operation moves each end by at most a unit in the last place, relative 2^-52: n products and
// sums one behind the other leave it off by a factor of at most (1 + 2^-52)^n (Higham 2002). Where
// a product underflows its ends move by at most 2^-1074.
//
// Maxima and minima decide nothing: the maximum of two numbers lies between the maxima of their
// lower and of their upper ends, so a comparison cannot go wrong. Who has to choose takes what has
// the greater lower end, and is worth at least that.
//
// upper() is 0 only if the number is: a product or a sum of what is above 0 has an upper end above
// 0. So a 0 means what it means in exact arithmetic, that there is no way to win.
class Float {
 public:
  explicit constexpr Float(double exact) : lower_(exact), upper_(exact) {}  // pre: in [0, 1]
  explicit Float(const Rational& number);                                   // pre: in [0, 1]

  double lower() const { return lower_; }
  double upper() const { return upper_; }

  Float& operator*=(const Float& other) {
    lower_ = product_below(lower_, other.lower_);
    upper_ = product_above(upper_, other.upper_);
    return *this;
  }
  // pre: the sum of the numbers is at most 1
  Float& operator+=(const Float& other) {
    lower_ = sum_below(lower_, other.lower_);
    const double sum = sum_above(upper_, other.upper_);
    upper_ = sum < 1 ? sum : 1;
    return *this;
  }
  friend Float operator*(Float left, const Float& right) { return left *= right; }

  friend Float complement(const Float& number) {
    return {sum_below(1, -number.upper_), sum_above(1, -number.lower_)};
  }

  // `best` becomes the greater of both. True: it has become better.
  friend bool take_max(Float& best, const Float& other) {
    const bool is_better = other.lower_ > best.lower_;
    if (is_better) best.lower_ = other.lower_;
    if (other.upper_ > best.upper_) best.upper_ = other.upper_;
    return is_better;
  }
  friend bool take_min(Float& best, const Float& other) {
    const bool is_better = other.upper_ < best.upper_;
    if (is_better) best.upper_ = other.upper_;
    if (other.lower_ < best.lower_) best.lower_ = other.lower_;
    return is_better;
  }

  friend bool is_zero(const Float& number) { return number.upper_ == 0; }

  // Whether nothing else needs to be looked at to know a maximum with this number. What is exactly
  // 1 seldom stays so: 1/3 * 1 + 2/3 * 1 is a little less. So the rest of a maximum is left out
  // where it can add little, and counts as 1: the enclosure holds.
  friend bool settles_max(Float& number) {
    if (number.lower_ < 1 - little) return false;
    number.upper_ = 1;
    return true;
  }

 private:
  static constexpr double little = 0x1p-40;
  static constexpr double least_exact = 0x1p-960;  // errors of smaller products may underflow

  constexpr Float(double lower, double upper) : lower_(lower), upper_(upper) {}

  // The next double, for numbers from 0 on: their bits count as they do.
  static double next_above(double number) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(number) + 1);
  }
  static double next_below(double number) {
    return number == 0 ? 0 : std::bit_cast<double>(std::bit_cast<std::uint64_t>(number) - 1);
  }

  static double product_below(double left, double right) {
    const double product = left * right;
    if (product >= least_exact && std::fma(left, right, -product) >= 0) return product;
    return next_below(product);
  }
  static double product_above(double left, double right) {
    if (left == 0 || right == 0) return 0;
    const double product = left * right;
    if (product >= least_exact && std::fma(left, right, -product) <= 0) return product;
    return next_above(product);
  }
  // What rounding took away from a sum (Knuth 1969), exactly.
  static double lost(double left, double right, double sum) {
    const double of_right = sum - left;
    return (left - (sum - of_right)) + (right - of_right);
  }
  // pre: the sum is not negative
  static double sum_below(double left, double right) {
    const double sum = left + right;
    return lost(left, right, sum) >= 0 ? sum : next_below(sum);
  }
  static double sum_above(double left, double right) {
    const double sum = left + right;
    return lost(left, right, sum) <= 0 ? sum : next_above(sum);
  }

  double lower_;
  double upper_;
};

inline std::size_t heap_bytes(const Float&) {
  return 0;
}

}  // namespace gdlc
