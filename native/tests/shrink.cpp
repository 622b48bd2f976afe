#include "shrink.hpp"

#include <vector>

#include "draft.hpp"

namespace gdlc::test {
namespace {

class Shrinker {
 public:
  Shrinker(const Formula& formula, const std::function<bool(const Formula&)>& fails)
      : fails_(fails), draft_(formula) {}

  Formula shrink() {
    do {
      changed_ = false;
      drop_clauses();
      for (std::size_t at = 0; at < draft_.clauses.size(); ++at) drop_literals(at);
      drop_vars();
      join_blocks();
      round_probabilities();
    } while (changed_);
    return draft_.formula();
  }

 private:
  bool keep_if_failing(Draft candidate) {
    if (!fails_(candidate.formula())) return false;
    draft_ = std::move(candidate);
    changed_ = true;
    return true;
  }

  // Many at once first: half of them, a quarter, ... (Zeller, Hildebrandt 2002).
  void drop_clauses() {
    for (std::size_t size = (draft_.clauses.size() + 1) / 2; size > 0; size /= 2) {
      for (std::size_t at = 0; at < draft_.clauses.size();) {
        Draft candidate = draft_;
        const auto begin = candidate.clauses.begin() + static_cast<std::ptrdiff_t>(at);
        const std::size_t left = candidate.clauses.size() - at;
        candidate.clauses.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(size, left)));
        if (!keep_if_failing(std::move(candidate))) at += size;
      }
    }
  }

  void drop_literals(std::size_t clause) {
    for (std::size_t at = 0;
         draft_.clauses[clause].size() > 1 && at < draft_.clauses[clause].size();) {
      Draft candidate = draft_;
      std::vector<Lit>& literals = candidate.clauses[clause];
      literals.erase(literals.begin() + static_cast<std::ptrdiff_t>(at));
      if (!keep_if_failing(std::move(candidate))) ++at;
    }
  }

  // With what it says in the clauses: the variable is true, or false.
  void drop_vars() {
    for (std::uint32_t number = 1; number <= draft_.n_vars;) {
      const Var var(number);
      if (!keep_if_failing(without(Lit(var, true))) && !keep_if_failing(without(Lit(var, false)))) {
        ++number;
      }
    }
  }

  Draft without(Lit lit) const {
    Draft result = draft_;
    std::erase_if(result.clauses, [&](const std::vector<Lit>& clause) {
      return std::find(clause.begin(), clause.end(), lit) != clause.end();
    });
    for (std::vector<Lit>& clause : result.clauses) std::erase(clause, lit.negated());
    for (Block& block : result.blocks) std::erase(block.vars, lit.var());
    result.probabilities.erase(lit.var());
    result.rename(draft_.n_vars - 1,
                  [&](Var var) { return var > lit.var() ? Var(var.number() - 1) : var; });
    return result;
  }

  // A block takes on the quantifier of the next one.
  void join_blocks() {
    for (std::size_t at = 0; at + 1 < draft_.blocks.size();) {
      Draft candidate = draft_;
      Block& block = candidate.blocks[at];
      Block& next = candidate.blocks[at + 1];
      for (const Var var : block.vars) {
        candidate.probabilities.erase(var);
        if (next.quantifier == Quantifier::chance)
          candidate.probabilities.emplace(var, Rational(1, 2));
      }
      next.vars.insert(next.vars.begin(), block.vars.begin(), block.vars.end());
      candidate.blocks.erase(candidate.blocks.begin() + static_cast<std::ptrdiff_t>(at));
      if (!keep_if_failing(std::move(candidate))) ++at;
    }
  }

  void round_probabilities() {
    const std::map<Var, Rational> probabilities = draft_.probabilities;
    for (const auto& [var, probability] : probabilities) {
      if (probability == Rational(1, 2)) continue;
      Draft candidate = draft_;
      candidate.probabilities[var] = Rational(1, 2);
      keep_if_failing(std::move(candidate));
    }
  }

  const std::function<bool(const Formula&)>& fails_;
  Draft draft_;
  bool changed_ = false;
};

}  // namespace

Formula shrink(const Formula& formula, const std::function<bool(const Formula&)>& fails) {
  return Shrinker(formula, fails).shrink();
}

}  // namespace gdlc::test
