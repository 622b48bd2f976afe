// fuzz_asp SEED SECONDS: random ground programs through texts, passes and completions, against
// stable models by their definition; mutated texts through the readers. Prints the seed of a round
// that fails, with the program shrunk; `fuzz_asp THAT_SEED 0` repeats it.

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>

#include "asp_checks.hpp"
#include "core/asp/aspif.hpp"
#include "core/asp/simplify.hpp"
#include "core/asp/text.hpp"
#include "random_program.hpp"

namespace {

using namespace gdlc;

std::string mutated(std::string text, test::Random& random) {
  static const std::string pieces[] = {"0",      "-",    " ",
                                       "\n",     "not ", ":- ",
                                       "#sum {", "{",    "}",
                                       "(",      ")",    ".",
                                       ",",      ";",    ":",
                                       "\"",     "\\",   "%",
                                       "a",      "X",    "_",
                                       ">=",     "\r",   "\xC3",
                                       "\xA9",   "\t",   "#count ",
                                       "1",      "'",    "asp",
                                       "4 1 ",   "1 0 ", "99999999999999999999"};
  const std::uint32_t n_changes = 1 + random.below(4);
  for (std::uint32_t i = 0; i < n_changes; ++i) {
    const auto size = static_cast<std::uint32_t>(text.size());
    const std::size_t at = random.below(size + 1);
    switch (random.below(4)) {
      case 0:
        text.insert(at, pieces[random.below(std::size(pieces))]);
        break;
      case 1:
        text.erase(at, 1 + random.below(5));
        break;
      case 2:
        text.insert(at, text.substr(random.below(size + 1), random.below(30)));
        break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(random.below(256));
    }
  }
  return text;
}

std::string fault_of_mutants(std::uint64_t seed) {
  test::Random random(seed);
  const asp::Program program = test::random_program(
      random, {.max_atoms = 5, .max_rules = 6, .tight = false, .bounds = true});
  std::vector<asp::Atom> shown;
  for (std::size_t n = 1; n <= program.atoms(); ++n) shown.push_back(static_cast<asp::Atom>(n));
  const std::string text = asp::write_text(program);
  const std::string aspif = asp::write_aspif(asp::free_choices(program), shown);
  for (int i = 0; i < 20; ++i) {
    const bool is_aspif = random.chance(50);
    const std::string changed = mutated(is_aspif ? aspif : text, random);
    const std::string fault =
        test::guarded([&] { return test::fault_in_reading(changed, is_aspif); });
    if (!fault.empty()) return "a reader is wrong: " + fault + "\n" + changed;
  }
  return {};
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    std::cerr << "usage: fuzz_asp SEED SECONDS\n";
    return 2;
  }
  using Clock = std::chrono::steady_clock;
  std::uint64_t seed = std::strtoull(words[1], nullptr, 10);
  const auto end = Clock::now() + std::chrono::duration<double>(std::strtod(words[2], nullptr));
  std::uint64_t rounds = 0;
  do {
    std::string fault = test::fault_of_seed(seed);
    if (fault.empty()) fault = fault_of_mutants(seed);
    if (!fault.empty()) {
      std::cerr << fault << "seed " << seed << "\n";
      return 1;
    }
    ++seed;
    ++rounds;
  } while (Clock::now() < end);
  std::cout << rounds << " rounds, the next seed is " << seed << "\n";
  return 0;
}
