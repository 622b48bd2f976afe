#include <algorithm>
#include <vector>

#include "core/preprocess/techniques.hpp"

namespace gdlc {
namespace {

// Propagates suppositions, and takes them back. The draft does not change meanwhile.
class Supposition {
 public:
  explicit Supposition(Draft& draft) : draft_(draft) {
    truth_.resize(2 * (std::size_t{draft.n_vars()} + 1), 0);
  }

  // False: it leads to a conflict, or to a universal that the opponent sets otherwise.
  bool holds(Lit supposed) {
    n_false_.resize(draft_.n_clauses(), 0);
    supposed_ = supposed;
    suppose(supposed);
    bool consistent = true;
    std::size_t n_visited = 0;
    while (consistent && n_visited < trail_.size()) consistent = visit(trail_[n_visited++]);
    for (std::size_t i = 0; i < n_visited; ++i) {
      for (const DraftClause clause : draft_.clauses_with(trail_[i].negated())) {
        n_false_[clause] = 0;
      }
    }
    for (const Lit lit : trail_) truth_[lit.code()] = 0;
    trail_.clear();
    return consistent;
  }

 private:
  void suppose(Lit lit) {
    truth_[lit.code()] = 1;
    trail_.push_back(lit);
  }

  bool visit(Lit lit) {
    const auto list = draft_.clauses_with(lit.negated());
    draft_.count_work(list.size());
    for (const DraftClause clause : list) {
      const std::span<const Lit> literals = draft_.literals(clause);
      if (++n_false_[clause] + std::size_t{1} < literals.size()) continue;
      draft_.count_work(literals.size());
      Lit last;
      bool is_true = false;
      for (const Lit other : literals) {
        if (truth_[other.code()] != 0) is_true = true;
        if (truth_[other.negated().code()] == 0) last = other;
      }
      if (is_true) continue;
      if (last == Lit() || is_refused(last)) return false;
      suppose(last);
    }
    return true;
  }

  bool is_refused(Lit forced) const {
    if (draft_.quantifier(forced.var()) != Quantifier::forall) return false;
    return draft_.quantifier(supposed_.var()) == Quantifier::forall ||
           draft_.level(forced.var()) > draft_.level(supposed_.var());
  }

  Draft& draft_;
  std::vector<char> truth_;             // literal -> supposed or forced
  std::vector<std::uint32_t> n_false_;  // clause -> its false literals
  std::vector<Lit> trail_;
  Lit supposed_;
};

// Literals that imply others through clauses of two, those first that nothing implies: what holds
// for these holds for most of what they imply.
std::vector<Lit> literals_to_probe(const Draft& draft) {
  const std::size_t n_lits = 2 * (std::size_t{draft.n_vars()} + 1);
  std::vector<std::uint32_t> n_binary(n_lits, 0);
  for (DraftClause clause = 0; clause < draft.n_clauses(); ++clause) {
    const std::span<const Lit> literals = draft.literals(clause);
    if (literals.size() != 2) continue;
    for (const Lit lit : literals) ++n_binary[lit.code()];
  }
  std::vector<Lit> roots;
  for (std::uint32_t code = 0; code < n_lits; ++code) {
    const Lit lit = Lit::from_code(code);
    if (n_binary[lit.negated().code()] != 0 && n_binary[code] == 0) roots.push_back(lit);
  }
  return roots;
}

}  // namespace

void probe(Draft& draft, Effort& effort) {
  const Effort::Turn turn(effort, draft);
  Supposition supposition(draft);
  for (const Lit lit : literals_to_probe(draft)) {
    if (!turn.goes_on()) return;
    if (!draft.is_open(lit.var()) || supposition.holds(lit)) continue;
    ++draft.counts().failed;
    draft.force(lit.negated());
    draft.propagate();
  }
}

}  // namespace gdlc
