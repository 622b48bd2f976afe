#pragma once

#include "core/game/minimax/move_graph.hpp"
#include "core/number/float.hpp"
#include "core/number/rational.hpp"

namespace gdlc::game {

// The ends of the range that a value lies in, as numbers. A kind of ends has
//   End                      a number
//   below(worth), above(worth)   of a play that has ended
//   is_point(lower, upper)       whether a value is known well enough
//   rational(end)
//   Mean                     sums up a mean from below or above, rounded outward:
//                              add(weight, total, end), below(), above()
//   share(part, weight, total)   part * total / weight; need not be exact

struct ExactEnds {
  using End = Rational;

  static End below(Worth worth) { return {worth, full_worth}; }
  static End above(Worth worth) { return below(worth); }
  static bool is_point(const End& lower, const End& upper) { return lower == upper; }
  static const Rational& rational(const End& end) { return end; }
  static End share(const End& part, std::uint32_t weight, std::uint32_t total) {
    return part * total / weight;
  }

  class Mean {
   public:
    void add(std::uint32_t weight, std::uint32_t total, const End& end) {
      sum_ += end * weight;
      total_ = total;
    }
    End below() const { return sum_ / total_; }
    End above() const { return below(); }

   private:
    Rational sum_ = 0;
    std::uint32_t total_ = 1;
  };
};

struct FloatEnds {
  using End = double;

  static End below(Worth worth) { return Float(Rational(worth, full_worth)).lower(); }
  static End above(Worth worth) { return Float(Rational(worth, full_worth)).upper(); }
  // What rounding has left open is not looked for again.
  static bool is_point(End lower, End upper) { return upper - lower <= 0x1p-40 * upper; }
  static Rational rational(End end) { return Rational(end); }
  static End share(End part, std::uint32_t weight, std::uint32_t total) {
    return part * total / weight;
  }

  class Mean {
   public:
    void add(std::uint32_t weight, std::uint32_t total, End end) {
      sum_ += Float(Rational(weight, total)) * Float(end);
    }
    End below() const { return sum_.lower(); }
    End above() const { return sum_.upper(); }

   private:
    Float sum_ = Float(0.0);
  };
};

}  // namespace gdlc::game
