#include <algorithm>
#include <vector>

#include "core/preprocess/techniques.hpp"

namespace gdlc {
namespace {

// A clause whose every variable is in more clauses than this is not looked at.
constexpr std::size_t most_occurrences = 60;

// Compares clauses with one clause, the candidate.
class Candidate {
 public:
  enum class Relation { none, implies, strengthens };

  explicit Candidate(std::uint32_t n_vars) : has_(2 * (std::size_t{n_vars} + 1), 0) {}

  void set(std::span<const Lit> literals) {
    for (const Lit lit : literals_) has_[lit.code()] = 0;
    literals_.assign(literals.begin(), literals.end());
    for (const Lit lit : literals_) has_[lit.code()] = 1;
  }
  const std::vector<Lit>& literals() const { return literals_; }

  // implies: all its literals are in the other clause. strengthens: so they are, but for one that
  // is there negated; the resolvent is the other clause without it, `superfluous`.
  Relation to(std::span<const Lit> other, Lit& superfluous) const {
    std::size_t n_same = 0;
    std::size_t n_negated = 0;
    for (const Lit lit : other) {
      if (has_[lit.code()] != 0) {
        ++n_same;
      } else if (has_[lit.negated().code()] != 0) {
        if (++n_negated > 1) return Relation::none;
        superfluous = lit;
      }
    }
    if (n_same + n_negated != literals_.size()) return Relation::none;
    return n_negated == 0 ? Relation::implies : Relation::strengthens;
  }

 private:
  std::vector<char> has_;  // literal -> in the candidate
  std::vector<Lit> literals_;
};

}  // namespace

DraftClause subsume(Draft& draft, Effort& effort, DraftClause from) {
  const Effort::Turn turn(effort, draft);
  Candidate candidate(draft.n_vars());
  std::vector<DraftClause> others;
  std::vector<Lit> shorter;
  // What is shortened stands at the end, and has its turn.
  for (; from < draft.n_clauses() && turn.goes_on(); ++from) {
    if (!draft.is_alive(from)) continue;
    candidate.set(draft.literals(from));
    const auto n_clauses_with_var = [&](Lit lit) {
      return std::size_t{draft.n_clauses_with(lit)} + draft.n_clauses_with(lit.negated());
    };
    const Lit rarest = *std::min_element(
        candidate.literals().begin(), candidate.literals().end(),
        [&](Lit a, Lit b) { return n_clauses_with_var(a) < n_clauses_with_var(b); });
    if (n_clauses_with_var(rarest) > most_occurrences) continue;
    others.clear();
    for (const Lit lit : {rarest, rarest.negated()}) {
      const auto list = draft.clauses_with(lit);
      others.insert(others.end(), list.begin(), list.end());
    }
    draft.count_work(others.size());
    const std::uint64_t signature = draft.signature(from);
    for (const DraftClause other : others) {
      if (other == from || (signature & ~draft.signature(other)) != 0) continue;
      const std::span<const Lit> literals = draft.literals(other);  // none if it is removed
      if (literals.size() < candidate.literals().size()) continue;
      draft.count_work(literals.size());
      Lit superfluous;
      const Candidate::Relation relation = candidate.to(literals, superfluous);
      if (relation == Candidate::Relation::none) continue;
      if (relation == Candidate::Relation::implies) {
        ++draft.counts().subsumed;
        draft.remove(other);
      } else {
        ++draft.counts().strengthened;
        shorter.assign(literals.begin(), literals.end());
        std::erase(shorter, superfluous);
        draft.remove(other);
        draft.add(shorter);
      }
    }
    if (!draft.propagate()) break;
  }
  return from;
}

}  // namespace gdlc
