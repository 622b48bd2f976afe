#include "reader_checks.hpp"

#include <optional>

#include "core/errors.hpp"
#include "core/formula/read.hpp"
#include "core/formula/write.hpp"

namespace gdlc::test {
namespace {

bool reads_or_complains(const std::string& text, const ReadOptions& options) {
  try {
    const Formula formula = read_formula(text, options).formula;
    // A changed header can promise millions of variables; writing those takes too long here.
    if (formula.n_vars() > 10'000) return true;
    return read_formula(write_formula(formula)).formula == formula;
  } catch (const ParseError& error) {
    return error.line >= 1 && error.column >= 1 && error.width >= 1;
  }
}

}  // namespace

std::string mutated(std::string text, Random& random) {
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

bool reads_or_complains(const std::string& text) {
  for (const std::optional<Free> free :
       {std::optional<Free>(), std::optional(Free::inner), std::optional(Free::outer)}) {
    ReadOptions options;
    options.free = free;
    if (!reads_or_complains(text, options)) return false;
  }
  return true;
}

}  // namespace gdlc::test
