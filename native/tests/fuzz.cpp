// Random formulas through the solver against enumeration, and changed texts through the reader.
//   fuzz SEED SECONDS         from a seed on, for a time
//   fuzz --count SEED COUNT   that many seeds
//   fuzz --shrink SEED        makes the formula of a seed that fails as small as it goes
// Prints the seed of a round that fails; `fuzz --count THAT_SEED 1` repeats it.

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <string>
#include <string_view>

#include "core/formula/write.hpp"
#include "reader_checks.hpp"
#include "shrink.hpp"
#include "solver_checks.hpp"

namespace {

using namespace gdlc;

bool round_holds(std::uint64_t seed) {
  const auto [formula, options] = test::solver_case(seed);
  const std::string text = write_formula(formula);
  try {
    const std::string wrong = test::find_wrong_answer(formula, options);
    if (!wrong.empty()) {
      std::cerr << "the solver is wrong: " << wrong << "\noptions: " << test::options_text(options)
                << "\n"
                << text;
      return false;
    }
    test::Random random(seed);
    for (int i = 0; i < 20; ++i) {
      const std::string changed = test::mutated(text, random);
      if (test::reads_or_complains(changed)) continue;
      std::cerr << "the reader is wrong:\n" << changed;
      return false;
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\noptions: " << test::options_text(options) << "\n" << text;
    return false;
  }
  return true;
}

// In a process of its own, which may crash or never end.
bool fails_in_child(const Formula& formula, const Options& options) {
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start a process");
  if (child == 0) {
    alarm(10);
    bool fails = true;
    try {
      fails = !test::find_wrong_answer(formula, options).empty();
    } catch (const std::exception&) {  // a failure too
    }
    _exit(fails ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status != 0;
}

// The options that the failure does not need come back first: fewer parts of the solver are at
// work.
Options with_little_on(const Formula& formula, Options options) {
  for (bool Options::* const feature : {&Options::preprocess, &Options::cut, &Options::components,
                                        &Options::prune, &Options::learn, &Options::cache}) {
    Options candidate = options;
    candidate.*feature = false;
    if (fails_in_child(formula, candidate)) options = candidate;
  }
  return options;
}

int shrink(std::uint64_t seed) {
  const auto [formula, given] = test::solver_case(seed);
  if (!fails_in_child(formula, given)) {
    std::cerr << "seed " << seed << " does not fail\n";
    return 2;
  }
  const Options options = with_little_on(formula, given);
  const Formula small = test::shrink(
      formula, [&](const Formula& candidate) { return fails_in_child(candidate, options); });
  std::cerr << "options: " << test::options_text(options) << "\n";
  std::cout << write_formula(small);
  return 1;
}

int run(std::uint64_t seed, std::uint64_t count, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::uint64_t rounds = 0;
  do {
    if (!round_holds(seed)) {
      std::cerr << "seed " << seed << "\n";
      return 1;
    }
    ++seed;
    ++rounds;
  } while (rounds < count && Clock::now() < end);
  std::cout << rounds << " rounds, the next seed is " << seed << "\n";
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const std::string_view first = count > 1 ? words[1] : "";
  const auto number = [&](int at) { return std::strtoull(words[at], nullptr, 10); };
  if (count == 3 && first == "--shrink") return shrink(number(2));
  if (count == 4 && first == "--count") return run(number(2), number(3), 1e9);
  if (count == 3) {
    return run(number(1), std::numeric_limits<std::uint64_t>::max(),
               std::strtod(words[2], nullptr));
  }
  std::cerr << "usage: fuzz SEED SECONDS | fuzz --count SEED COUNT | fuzz --shrink SEED\n";
  return 2;
}
