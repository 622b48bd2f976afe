#include <algorithm>
#include <utility>
#include <vector>

#include "core/preprocess/techniques.hpp"

namespace gdlc {
namespace {

// A variable with more clauses than this of both signs, or with more pairs of clauses, is not
// looked at; nor are resolvents kept that are longer: they cost the search more than the variable.
constexpr std::uint64_t most_of_both = 12;
constexpr std::uint64_t most_pairs = 5000;
constexpr std::size_t longest_resolvent = 20;

class Elimination {
 public:
  explicit Elimination(Draft& draft)
      : draft_(draft), has_(2 * (std::size_t{draft.n_vars()} + 1), 0) {}

  void try_var(Var var) {
    const Lit lit(var, true);
    copy(draft_.clauses_with(lit), positive_);
    copy(draft_.clauses_with(lit.negated()), negative_);
    if (!is_last(var, positive_) || !is_last(var, negative_)) return;
    resolvents_.clear();
    ends_.clear();
    if (!resolve(lit)) return;
    record(lit);
    for (const DraftClause clause : positive_) draft_.remove(clause);
    for (const DraftClause clause : negative_) draft_.remove(clause);
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      draft_.add({resolvents_.data() + begin, end - begin});
      begin = end;
    }
    ++draft_.counts().eliminated;
    draft_.propagate();
  }

 private:
  static void copy(std::span<const DraftClause> from, std::vector<DraftClause>& to) {
    to.assign(from.begin(), from.end());
  }

  // Nothing in the clauses is decided behind the variable.
  bool is_last(Var var, const std::vector<DraftClause>& clauses) const {
    for (const DraftClause clause : clauses) {
      draft_.count_work(draft_.literals(clause).size());
      for (const Lit lit : draft_.literals(clause)) {
        if (draft_.level(lit.var()) > draft_.level(var)) return false;
      }
    }
    return true;
  }

  // Puts all resolvents into resolvents_, unless they are more clauses than there were.
  bool resolve(Lit lit) {
    const std::size_t most = positive_.size() + negative_.size();
    bool fits = true;
    for (const DraftClause with : positive_) {
      for (const Lit other : draft_.literals(with)) has_[other.code()] = 1;
      for (const DraftClause without : negative_) {
        if (append_resolvent(lit, with, without) &&
            (ends_.size() > most || length_of_last() > longest_resolvent)) {
          fits = false;
          break;
        }
      }
      for (const Lit other : draft_.literals(with)) has_[other.code()] = 0;
      if (!fits) return false;
    }
    return true;
  }

  // pre: has_ marks the literals of `with`. False: it is a tautology.
  bool append_resolvent(Lit lit, DraftClause with, DraftClause without) {
    const std::size_t begin = resolvents_.size();
    const std::span<const Lit> second = draft_.literals(without);
    draft_.count_work(second.size());
    for (const Lit other : second) {
      if (other == lit.negated() || has_[other.code()] != 0) continue;
      if (has_[other.negated().code()] != 0) {
        resolvents_.resize(begin);
        return false;
      }
      resolvents_.push_back(other);
    }
    for (const Lit other : draft_.literals(with)) {
      if (other != lit) resolvents_.push_back(other);
    }
    ends_.push_back(resolvents_.size());
    return true;
  }

  std::size_t length_of_last() const {
    return ends_.size() == 1 ? ends_.back() : ends_.back() - ends_[ends_.size() - 2];
  }

  // Only in the outermost block choices are asked for, and what they hang on stands there too.
  void record(Lit lit) {
    if (!draft_.choice().is_wanted() || draft_.level(lit.var()) != 0) return;
    const bool fewer = positive_.size() < negative_.size();
    const Lit own = fewer ? lit : lit.negated();
    for (const DraftClause clause : fewer ? positive_ : negative_) {
      draft_.choice().add(own, draft_.literals(clause));
    }
    draft_.choice().set(own.negated());
  }

  Draft& draft_;
  std::vector<char> has_;  // literal -> in the clause that resolvents are being made of
  std::vector<DraftClause> positive_;
  std::vector<DraftClause> negative_;
  std::vector<Lit> resolvents_;
  std::vector<std::size_t> ends_;  // where each resolvent ends in resolvents_
};

}  // namespace

void eliminate(Draft& draft, Effort& effort) {
  const Effort::Turn turn(effort, draft);
  struct Rank {
    std::uint32_t level;
    std::uint64_t n_pairs;  // of clauses, one of each sign
    Var var;
  };
  std::vector<Rank> ranks;
  for (std::uint32_t number = 1; number <= draft.n_vars(); ++number) {
    const Var var(number);
    if (draft.quantifier(var) != Quantifier::exists || !draft.occurs(var)) continue;
    const std::uint64_t n_positive = draft.n_clauses_with(Lit(var, true));
    const std::uint64_t n_negative = draft.n_clauses_with(Lit(var, false));
    const std::uint64_t n_pairs = n_positive * n_negative;
    if (n_pairs > most_pairs || std::min(n_positive, n_negative) > most_of_both) continue;
    if (!draft.take_change(var)) continue;
    ranks.push_back({draft.level(var), n_pairs, var});
  }
  // From the innermost: what is gone there lets outer ones go. Then the cheapest.
  std::sort(ranks.begin(), ranks.end(), [](const Rank& a, const Rank& b) {
    if (a.level != b.level) return a.level > b.level;
    return std::pair(a.n_pairs, a.var) < std::pair(b.n_pairs, b.var);
  });
  Elimination elimination(draft);
  for (const Rank& rank : ranks) {
    if (!turn.goes_on()) return;
    if (draft.occurs(rank.var)) elimination.try_var(rank.var);
  }
}

}  // namespace gdlc
