#pragma once

#include <cstdint>

namespace gdlc {

// What is known of the value of a node after it was searched with a window.
//   nothing  not even a bound any more: only in the cache, of an entry that was taken out
enum class Known : std::uint8_t { exactly, at_most, at_least, nothing };

template <class Number>
struct NodeValue {
  Number number = Number(0);  // if known exactly
  std::uint32_t choice = 0;   // then: of the outermost block (see Choices)
  Known known = Known::exactly;
  double bound = 0;  // if not known exactly; true whatever the rounding
};

}  // namespace gdlc
