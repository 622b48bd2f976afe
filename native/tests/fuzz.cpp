// fuzz SEED SECONDS: mutated texts through the reader, and random formulas through the solver
// against enumeration. Prints the seed of a round that fails; `fuzz THAT_SEED 0` repeats it.

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>

#include "core/dpll/solver.hpp"
#include "core/errors.hpp"
#include "core/formula/read.hpp"
#include "core/formula/write.hpp"
#include "enumerate.hpp"
#include "random_formula.hpp"

namespace {

using namespace gdlc;

std::string mutated(std::string text, test::Random& random) {
  static const std::string pieces[] = {"0",
                                       "-",
                                       " ",
                                       "\n",
                                       "r",
                                       "e ",
                                       "a",
                                       "c x ",
                                       "%",
                                       "1",
                                       "p ",
                                       "/",
                                       ".",
                                       "9",
                                       "\r\n",
                                       "\xC3",
                                       "\t",
                                       "cnf",
                                       "0r",
                                       "1e5",
                                       "e-",
                                       "%\n",
                                       "c gdlc xssat 1\n",
                                       "c x prob 1 1/2\n"};
  const std::uint32_t n_changes = 1 + random.below(4);
  for (std::uint32_t i = 0; i < n_changes; ++i) {
    const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()) + 1);
    switch (random.below(4)) {
      case 0:
        text.insert(at, pieces[random.below(std::size(pieces))]);
        break;
      case 1:
        text.erase(at, 1 + random.below(5));
        break;
      case 2:
        text.insert(at, text.substr(random.below(static_cast<std::uint32_t>(text.size()) + 1),
                                    random.below(30)));
        break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(random.below(256));
    }
  }
  return text;
}

// Whatever the text: a ParseError with a place in it, or a formula that comes back from its text.
bool reads_or_complains(const std::string& text, test::Random& random) {
  ReadOptions options;
  if (random.chance(50)) options.free = random.chance(50) ? Free::inner : Free::outer;
  try {
    const Formula formula = read_formula(text, options).formula;
    // A mutated header can promise millions of variables; writing those takes too long here.
    if (formula.n_vars() > 10'000) return true;
    return read_formula(write_formula(formula)).formula == formula;
  } catch (const ParseError& error) {
    return error.line >= 1 && error.column >= 1 && error.width >= 1;
  }
}

bool solves(const Formula& formula, test::Random& random) {
  Options options;
  options.cache = random.chance(80);
  options.learn = random.chance(50);
  options.preprocess = random.chance(50);
  options.prune = random.chance(80);
  options.components = random.chance(80);
  options.cut = random.chance(50);
  if (random.chance(30)) options.cache_bytes = random.below(20'000);
  Stop stop;
  const Answer answer = Solver(formula, options).solve(stop);
  return answer.exact() && answer.lower == test::enumerate(formula) &&
         (answer.outer.empty() || test::enumerate(formula, answer.outer) == answer.lower);
}

bool round_holds(std::uint64_t seed) {
  test::Random random(seed);
  const Formula formula = test::random_formula(random, 4 + random.below(9));
  const std::string text = write_formula(formula);
  try {
    if (!solves(formula, random)) {
      std::cerr << "the solver is wrong:\n" << text;
      return false;
    }
    for (int i = 0; i < 20; ++i) {
      const std::string changed = mutated(text, random);
      if (!reads_or_complains(changed, random)) {
        std::cerr << "the reader is wrong:\n" << changed;
        return false;
      }
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n" << text;
    return false;
  }
  return true;
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    std::cerr << "usage: fuzz SEED SECONDS\n";
    return 2;
  }
  using Clock = std::chrono::steady_clock;
  std::uint64_t seed = std::strtoull(words[1], nullptr, 10);
  const auto end = Clock::now() + std::chrono::duration<double>(std::strtod(words[2], nullptr));
  std::uint64_t rounds = 0;
  do {
    if (!round_holds(seed)) {
      std::cerr << "seed " << seed << "\n";
      return 1;
    }
    ++seed;
    ++rounds;
  } while (Clock::now() < end);
  std::cout << rounds << " rounds, the next seed is " << seed << "\n";
  return 0;
}
