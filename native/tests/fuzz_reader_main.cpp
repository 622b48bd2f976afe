// fuzz_reader SEED SECONDS: random formulas as text, changed more and more, through the target of
// fuzz_reader.cpp; for compilers without libFuzzer.
// fuzz_reader FILE...: each file once, as libFuzzer does with what it kept.

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "core/formula/write.hpp"
#include "random_formula.hpp"
#include "reader_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using namespace gdlc;

void feed(const std::string& text) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

void run(std::uint64_t seed, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::uint64_t n_texts = 0;
  do {
    test::Random random(seed++);
    std::string text = write_formula(test::random_formula(random, 8));
    for (int i = 0; i < 30; ++i, ++n_texts) {
      text = test::mutated(std::move(text), random);
      feed(text);
    }
  } while (Clock::now() < end);
  std::cout << n_texts << " texts, the next seed is " << seed << "\n";
}

bool is_number(const std::string& word) {
  return !word.empty() && word.find_first_not_of("0123456789.") == std::string::npos;
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) {
    std::cerr << "usage: fuzz_reader SEED SECONDS | fuzz_reader FILE...\n";
    return 2;
  }
  if (count == 3 && is_number(words[1]) && is_number(words[2])) {
    run(std::strtoull(words[1], nullptr, 10), std::strtod(words[2], nullptr));
    return 0;
  }
  for (int at = 1; at < count; ++at) {
    std::ifstream file(words[at], std::ios::binary);
    if (!file) {
      std::cerr << words[at] << ": cannot be read\n";
      return 1;
    }
    feed({std::istreambuf_iterator<char>(file), {}});
  }
  return 0;
}
