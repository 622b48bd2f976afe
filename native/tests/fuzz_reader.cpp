// A target for libFuzzer: whatever the bytes, the reader answers with a formula that comes back
// from its text, or with a ParseError that names a place. Built by clang with -DGDLC_LIBFUZZER=ON;
// else fuzz_reader_main.cpp feeds it.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include "reader_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (gdlc::test::reads_or_complains(text)) return 0;
  std::cerr << "the reader is wrong:\n" << text;
  std::abort();
}
