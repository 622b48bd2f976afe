#include "metamorphic.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "draft.hpp"

namespace gdlc::test {
namespace {

template <class Item>
void shuffle(std::vector<Item>& items, Random& random) {
  for (auto i = static_cast<std::uint32_t>(items.size()); i > 1; --i) {
    std::swap(items[i - 1], items[random.below(i)]);
  }
}

}  // namespace

Formula renamed(const Formula& formula, Random& random) {
  Draft draft(formula);
  std::vector<Var> name;
  for (std::uint32_t number = 1; number <= draft.n_vars; ++number) name.emplace_back(number);
  shuffle(name, random);
  draft.rename(draft.n_vars, [&](Var var) { return name[var.number() - 1]; });
  return draft.formula();
}

Formula permuted(const Formula& formula, Random& random) {
  Draft draft(formula);
  shuffle(draft.clauses, random);
  for (std::vector<Lit>& clause : draft.clauses) shuffle(clause, random);
  for (Block& block : draft.blocks) shuffle(block.vars, random);
  return draft.formula();
}

Formula flipped(const Formula& formula, Random& random) {
  Draft draft(formula);
  std::vector<bool> is_flipped(std::size_t{draft.n_vars} + 1);
  for (std::size_t number = 1; number < is_flipped.size(); ++number) {
    is_flipped[number] = random.chance(50);
  }
  for (std::vector<Lit>& clause : draft.clauses) {
    for (Lit& lit : clause) {
      if (is_flipped[lit.var().number()]) lit = lit.negated();
    }
  }
  for (auto& [var, probability] : draft.probabilities) {
    if (is_flipped[var.number()]) probability = 1 - probability;
  }
  return draft.formula();
}

Formula split(const Formula& formula, Random& random) {
  Draft draft(formula);
  if (draft.blocks.empty()) return formula;
  const std::size_t at = random.below(static_cast<std::uint32_t>(draft.blocks.size()));
  const Block whole = draft.blocks[at];
  const auto middle =
      whole.vars.begin() + random.below(static_cast<std::uint32_t>(whole.vars.size()) + 1);
  const Var unused(++draft.n_vars);
  const Quantifier quantifiers[] = {Quantifier::exists, Quantifier::forall, Quantifier::chance};
  const Quantifier quantifier = quantifiers[random.below(3)];
  if (quantifier == Quantifier::chance) draft.probabilities.emplace(unused, Rational(1, 3));
  std::vector<Block> blocks(draft.blocks.begin(),
                            draft.blocks.begin() + static_cast<std::ptrdiff_t>(at));
  blocks.push_back({whole.quantifier, {whole.vars.begin(), middle}});
  blocks.push_back({quantifier, {unused}});
  blocks.push_back({whole.quantifier, {middle, whole.vars.end()}});
  blocks.insert(blocks.end(), draft.blocks.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                draft.blocks.end());
  draft.blocks = std::move(blocks);
  return draft.formula();
}

Formula with_implied(const Formula& formula, Random& random) {
  Draft draft(formula);
  const auto n_clauses = static_cast<std::uint32_t>(draft.clauses.size());
  if (n_clauses == 0) return formula;
  for (std::uint32_t i = 1 + random.below(5); i > 0; --i) {
    std::vector<Lit> clause = draft.clauses[random.below(n_clauses)];
    if (random.chance(30)) {
      clause.emplace_back(Var(1 + random.below(draft.n_vars)), random.chance(50));
    } else if (random.chance(70)) {
      const Lit pivot = clause[random.below(static_cast<std::uint32_t>(clause.size()))];
      for (const std::vector<Lit>& other : std::vector<std::vector<Lit>>(draft.clauses)) {
        if (std::find(other.begin(), other.end(), pivot.negated()) == other.end()) continue;
        std::erase(clause, pivot);
        std::copy_if(other.begin(), other.end(), std::back_inserter(clause),
                     [&](Lit lit) { return lit != pivot.negated(); });
        break;
      }
      if (clause.empty()) continue;  // of two contradictory units
    }
    draft.clauses.push_back(std::move(clause));
  }
  return draft.formula();
}

}  // namespace gdlc::test
