#pragma once

// A test is a function; a failed EXPECT prints its place and goes on, so that one run shows all.

#include <cstdlib>
#include <exception>
#include <iostream>
#include <string_view>

namespace gdlc::test {

inline int failures = 0;

template <class Left, class Right>
void expect_equal(const Left& left, const Right& right, std::string_view text, const char* file,
                  int line) {
  if (left == right) return;
  ++failures;
  std::cerr << file << ":" << line << ": " << text << ": " << left << " is not " << right << "\n";
}

inline void expect(bool holds, std::string_view text, const char* file, int line) {
  if (holds) return;
  ++failures;
  std::cerr << file << ":" << line << ": not so: " << text << "\n";
}

template <class... Tests>
int run(Tests... tests) {
  const auto guarded = [](auto test) {
    try {
      test();
    } catch (const std::exception& error) {
      ++failures;
      std::cerr << "unexpected exception: " << error.what() << "\n";
    }
  };
  (guarded(tests), ...);
  if (failures != 0) std::cerr << failures << " failures\n";
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace gdlc::test

#define EXPECT(condition) ::gdlc::test::expect((condition), #condition, __FILE__, __LINE__)
#define EXPECT_EQUAL(left, right) \
  ::gdlc::test::expect_equal((left), (right), #left " == " #right, __FILE__, __LINE__)
