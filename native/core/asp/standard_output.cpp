#include "core/asp/standard_output.hpp"

#include <array>
#include <iostream>

namespace gdlc::asp {

void buffer_standard_output() {
  static std::array<char, 1U << 20U> buffer;  // stays until the stream is flushed at the end
  std::ios_base::sync_with_stdio(false);
  std::cout.rdbuf()->pubsetbuf(buffer.data(), static_cast<std::streamsize>(buffer.size()));
}

bool flush_standard_output() {
  return std::cout.flush().good();
}

}  // namespace gdlc::asp
