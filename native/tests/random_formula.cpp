#include "random_formula.hpp"

#include <algorithm>
#include <utility>

namespace gdlc::test {

std::uint64_t Random::next() {
  state_ += 0x9E3779B97F4A7C15U;
  std::uint64_t x = state_;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

std::uint32_t Random::below(std::uint32_t bound) {
  return static_cast<std::uint32_t>((next() >> 32U) * bound >> 32U);
}

Formula random_formula(Random& random, std::uint32_t max_vars) {
  FormulaParts parts;
  parts.n_vars = 1 + random.below(max_vars);
  std::vector<Var> vars;
  for (std::uint32_t number = 1; number <= parts.n_vars; ++number) vars.emplace_back(number);
  for (std::uint32_t i = parts.n_vars; i > 1; --i) std::swap(vars[i - 1], vars[random.below(i)]);

  const std::uint32_t length = 1 + random.below(6);  // of an average block
  const bool with_universals = random.chance(70);
  for (const Var var : vars) {
    if (parts.blocks.empty() || random.below(length) == 0) {
      const std::uint32_t kind = random.below(with_universals ? 3 : 2);
      parts.blocks.push_back({kind == 0   ? Quantifier::exists
                              : kind == 1 ? Quantifier::chance
                                          : Quantifier::forall,
                              {}});
    }
    parts.blocks.back().vars.push_back(var);
    if (parts.blocks.back().quantifier == Quantifier::chance) {
      const std::uint32_t below = 1 + random.below(10);
      parts.probabilities.emplace(var, Rational(random.below(below + 1), below));
    }
  }

  const std::uint32_t n_clauses = random.below(3 * parts.n_vars + 2);
  const std::uint32_t width = 2 + random.below(3);
  for (std::uint32_t index = 0; index < n_clauses; ++index) {
    std::uint32_t size = random.chance(90) ? width : 1 + random.below(5);
    if (size == 1 && random.chance(70)) size = width;
    if (random.chance(1) && random.chance(30)) size = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
      parts.literals.emplace_back(Var(1 + random.below(parts.n_vars)), random.chance(50));
    }
    parts.ends.push_back(parts.literals.size());
  }
  return Formula::make(std::move(parts));
}

Formula entangled_formula(Random& random, std::uint32_t max_vars) {
  FormulaParts parts;
  parts.n_vars = 4 + random.below(max_vars - 3);
  const std::uint32_t n_last = 2 + random.below(parts.n_vars / 2);
  const std::uint32_t length = 1 + random.below(3);  // of an average block
  for (std::uint32_t number = 1; number <= parts.n_vars; ++number) {
    const std::uint32_t n_left = parts.n_vars - number + 1;
    if (n_left == n_last) {
      parts.blocks.push_back({Quantifier::exists, {}});
    } else if (parts.blocks.empty() || (n_left > n_last && random.below(length) == 0)) {
      const std::uint32_t kind = random.below(10);
      parts.blocks.push_back({kind < 4   ? Quantifier::exists
                              : kind < 7 ? Quantifier::chance
                                         : Quantifier::forall,
                              {}});
    }
    parts.blocks.back().vars.emplace_back(number);
    if (parts.blocks.back().quantifier == Quantifier::chance) {
      const std::uint32_t below = 2 + random.below(9);
      parts.probabilities.emplace(Var(number), Rational(1 + random.below(below - 1), below));
    }
  }

  std::vector<bool> is_universal(parts.n_vars + std::size_t{1}, false);
  for (const Block& block : parts.blocks) {
    for (const Var var : block.vars) {
      is_universal[var.number()] = block.quantifier == Quantifier::forall;
    }
  }
  const std::uint32_t width = 2 + random.below(2);
  const std::uint32_t n_clauses = parts.n_vars * (2 + random.below(width * width)) / 2;
  std::vector<std::uint32_t> vars;
  for (std::uint32_t index = 0; index < n_clauses; ++index) {
    const std::uint32_t size = width + random.below(2);
    do {
      vars.clear();
      while (vars.size() < size) {
        const std::uint32_t var = 1 + random.below(parts.n_vars);
        if (std::find(vars.begin(), vars.end(), var) == vars.end()) vars.push_back(var);
      }
    } while (is_universal[*std::max_element(vars.begin(), vars.end())]);
    for (const std::uint32_t var : vars) parts.literals.emplace_back(Var(var), random.chance(50));
    parts.ends.push_back(parts.literals.size());
  }
  return Formula::make(std::move(parts));
}

}  // namespace gdlc::test
