#pragma once

#include <cstddef>
#include <functional>
#include <variant>
#include <vector>

#include "core/layers/arithmetic.hpp"
#include "core/layers/forward.hpp"

namespace gdlc::layers {

// Values of all states of one time.
//   exact  whole numbers, in units of 1 / denominator: as few words as the denominator has
class Values {
 public:
  // The one state behind the last layer.
  static Values of_end(bool exact);

  // Those of a layer from those behind it. Empty if `poll` gave up.
  Values before(const Layer& layer, const std::function<bool()>& poll) const;

  bool empty() const;
  Rational exact(std::size_t state) const;   // pre: exact
  Float enclosure(std::size_t state) const;  // of either
  std::size_t bytes() const;

 private:
  template <class Arithmetic>
  using Of = std::vector<typename Arithmetic::Value>;

  template <class Arithmetic>
  Values whole_before(const Layer& layer, const Integer& denominator,
                      const std::function<bool()>& poll) const;

  std::variant<Of<Words<1>>, Of<Words<2>>, Of<Words<4>>, Of<Words<8>>, Of<Words<16>>, Of<Words<32>>,
               Of<Unbounded>, Of<Intervals>>
      values_;
  Integer denominator_ = 1;
};

}  // namespace gdlc::layers
