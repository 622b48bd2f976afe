#include "core/preprocess/draft.hpp"

#include <algorithm>
#include <utility>

namespace gdlc {
namespace {

// Work between two looks at the clock: about a millisecond.
constexpr std::uint64_t work_between_polls = 1U << 17U;

std::uint64_t bit_of(Var var) {
  return std::uint64_t{1} << ((var.number() * 0x9E3779B1U) >> 26U);
}

}  // namespace

std::vector<Var> outer_choice(const Formula& formula) {
  const auto& blocks = formula.blocks();
  if (blocks.empty() || blocks.front().quantifier != Quantifier::exists) return {};
  return blocks.front().vars;
}

Draft::Draft(const Formula& formula, const PreprocessOptions& options, Stop& stop)
    : formula_(formula), options_(options), stop_(stop), choice_(outer_choice(formula)) {
  const std::size_t n_vars = std::size_t{formula.n_vars()} + 1;
  quantifier_.resize(n_vars, Quantifier::exists);
  level_.resize(n_vars, 0);
  is_changed_.resize(n_vars, 1);
  assigned_.resize(2 * n_vars, 0);
  occurrences_.resize(2 * n_vars);
  n_clauses_with_.resize(2 * n_vars, 0);

  std::uint32_t level = 0;
  for (const Block& block : formula.blocks()) {
    for (const Var var : block.vars) {
      quantifier_[var.number()] = block.quantifier;
      level_[var.number()] = level;
    }
    ++level;
  }
  for (const auto& [var, probability] : formula.probabilities()) {
    if (probability == 0 || probability == 1) choose(Lit(var, probability == 1));
  }

  std::vector<std::uint32_t> count(2 * n_vars, 0);
  for (std::size_t index = 0; index < formula.n_clauses(); ++index) {
    for (const Lit lit : formula.clause(index)) ++count[lit.code()];
  }
  for (std::size_t code = 0; code < count.size(); ++code) {
    if (count[code] != 0) occurrences_[code].reserve(count[code]);
  }
  literals_.reserve(formula.n_literals() + formula.n_literals() / 4);
  clauses_.reserve(formula.n_clauses() + formula.n_clauses() / 4);
  poll();  // what was reserved is not held before it is written to
  is_whole_ = !is_stopped_;
  if (is_stopped_) return;
  for (std::size_t index = 0; index < formula.n_clauses(); ++index) {
    add(formula.clause(index));
    // Millions of clauses take seconds.
    if (!is_stopped_) continue;
    is_whole_ = false;
    return;
  }
  for (std::uint32_t code = 2; code < 2 * n_vars; ++code) {
    if (n_clauses_with_[code] == 0) vanished_.push_back(Lit::from_code(code));
  }
  count_levels();
}

void Draft::count_levels() {
  const std::uint32_t n_levels = std::exchange(n_levels_, 1);
  std::uint32_t level = 0;
  std::optional<Quantifier> last;  // of the blocks met that are not empty
  for (const Block& block : formula_.blocks()) {
    const auto has_clauses = [&](Var var) { return occurs(var); };
    if (std::any_of(block.vars.begin(), block.vars.end(), has_clauses)) {
      if (last && *last != block.quantifier) ++level;
      last = block.quantifier;
    }
    for (const Var var : block.vars) level_[var.number()] = level;
  }
  n_levels_ = level + 1;
  // Who stood in front of others may stand among them now.
  if (n_levels_ != n_levels) std::fill(is_changed_.begin(), is_changed_.end(), char{1});
}

std::span<const DraftClause> Draft::clauses_with(Lit lit) {
  std::vector<DraftClause>& list = occurrences_[lit.code()];
  if (list.size() != n_clauses_with_[lit.code()]) {
    std::erase_if(list, [&](DraftClause clause) { return !is_alive(clause); });
  }
  return list;
}

// Universal reduction, for any prefix of e, a and r: a universal literal u goes if no existential
// and no chance variable of the clause D or u is decided later. Proof: take of such literals the
// one decided last; all of D is then decided before it, but for universals whose literals may go as
// well. Where D is false before u is decided, the opponent makes u false and the rest is worth 0,
// as it is with D alone; where D is true, both clauses are. With a chance literal r behind u this
// fails: (u or r) and (not u or not r) is worth min(p, 1 - p), and (r) and (not u or not r) is
// worth 0, since the opponent does not see r (Kleine Buening, Karpinski and Flogel 1995 for QBF).
void Draft::reduce(std::vector<Lit>& literals) {
  std::uint32_t deepest = 0;
  bool has_other = false;
  for (const Lit lit : literals) {
    if (quantifier(lit.var()) == Quantifier::forall) continue;
    has_other = true;
    deepest = std::max(deepest, level(lit.var()));
  }
  counts_.reduced += std::erase_if(literals, [&](Lit lit) {
    return quantifier(lit.var()) == Quantifier::forall &&
           (!has_other || level(lit.var()) > deepest);
  });
}

void Draft::add(std::span<const Lit> literals) {
  count_work(literals.size());
  scratch_.clear();
  for (const Lit lit : literals) {
    if (is_true(lit)) return;
    if (!is_true(lit.negated())) scratch_.push_back(lit);
  }
  if (options_.reduce && scratch_.size() > 1) reduce(scratch_);
  if (scratch_.empty()) {
    make_zero();
  } else if (scratch_.size() == 1) {
    force(scratch_.front());
  } else {
    store(scratch_);
  }
}

void Draft::store(std::span<const Lit> literals) {
  const DraftClause clause = n_clauses();
  std::uint64_t signature = 0;
  for (const Lit lit : literals) {
    signature |= bit_of(lit.var());
    is_changed_[lit.var().number()] = 1;
    occurrences_[lit.code()].push_back(clause);
    ++n_clauses_with_[lit.code()];
  }
  clauses_.push_back({literals_.size(), signature, static_cast<std::uint32_t>(literals.size())});
  literals_.insert(literals_.end(), literals.begin(), literals.end());
  n_false_.push_back(0);
  if (literals.size() == 2) ++n_binary_;
}

void Draft::remove(DraftClause clause) {
  for (const Lit lit : literals(clause)) {
    is_changed_[lit.var().number()] = 1;
    if (--n_clauses_with_[lit.code()] == 0) vanished_.push_back(lit);
  }
  clauses_[clause].size = 0;
}

void Draft::assign(Lit lit) {
  assigned_[lit.code()] = 1;
  trail_.push_back(lit);
  if (choice_.is_wanted() && quantifier(lit.var()) == Quantifier::exists) choice_.set(lit);
}

void Draft::force(Lit lit) {
  if (is_true(lit)) return;
  if (is_true(lit.negated()) || quantifier(lit.var()) == Quantifier::forall) {
    make_zero();
    return;
  }
  if (quantifier(lit.var()) == Quantifier::chance) {
    const Rational& probability = formula_.probability(lit.var());
    factor_ *= lit.positive() ? probability : Rational(1 - probability);
  }
  ++counts_.units;
  assign(lit);
}

void Draft::visit_false(Lit lit) {
  for (const DraftClause clause : clauses_with(lit)) {
    if (n_false_[clause]++ == 0) touched_.push_back(clause);
    const std::size_t size = clauses_[clause].size;
    if (n_false_[clause] + std::size_t{1} < size) continue;
    // The last literal, unless it is true, or known to be false and only not visited yet.
    const std::span<const Lit> all = literals(clause);
    count_work(size);
    const auto last =
        std::find_if(all.begin(), all.end(), [&](Lit other) { return !is_true(other.negated()); });
    if (last == all.end()) {
      make_zero();
      return;
    }
    force(*last);
    if (is_zero_) return;
  }
}

void Draft::shorten_touched() {
  std::vector<Lit> rest;
  for (const DraftClause clause : touched_) {
    n_false_[clause] = 0;
    if (is_zero_ || !is_alive(clause)) continue;
    const std::span<const Lit> all = literals(clause);
    rest.assign(all.begin(), all.end());
    remove(clause);
    add(rest);
  }
  touched_.clear();
}

bool Draft::propagate() {
  // What is shortened may lose universals, and force another literal.
  while (n_propagated_ < trail_.size() && !is_zero_) {
    while (n_propagated_ < trail_.size() && !is_zero_) {
      const Lit lit = trail_[n_propagated_++];
      for (const DraftClause clause : clauses_with(lit)) {
        count_work(clauses_[clause].size);
        remove(clause);
      }
      visit_false(lit.negated());
    }
    shorten_touched();
  }
  return !is_zero_;
}

void Draft::count_work(std::size_t amount) {
  work_ += amount;
  if (work_ < next_poll_) return;
  next_poll_ = work_ + work_between_polls;
  poll();
}

void Draft::poll() {
  if (options_.memory_limit && bytes() > *options_.memory_limit) stop_.out_of_memory();
  is_stopped_ = is_stopped_ || stop_.requested();
}

// All that grows with the variables or the clauses. Every literal stored has an entry in the
// list of its clauses.
std::size_t Draft::bytes() const {
  const std::size_t of_var = sizeof(Quantifier) + sizeof(std::uint32_t) + 3 * sizeof(char) +
                             2 * (sizeof(occurrences_[0]) + sizeof(std::uint32_t));
  return quantifier_.capacity() * of_var + clauses_.capacity() * sizeof(Clause) +
         literals_.capacity() * (sizeof(Lit) + sizeof(DraftClause)) +
         n_false_.capacity() * sizeof(std::uint32_t) + trail_.capacity() * sizeof(Lit);
}

Formula Draft::finish() {
  FormulaParts parts;
  parts.n_vars = n_vars();
  if (is_zero_) return Formula::make(std::move(parts));
  for (const Block& block : formula_.blocks()) {
    Block left{block.quantifier, {}};
    for (const Var var : block.vars) {
      if (occurs(var)) left.vars.push_back(var);
    }
    parts.blocks.push_back(std::move(left));
  }
  for (const auto& entry : formula_.probabilities()) {
    if (occurs(entry.first)) parts.probabilities.emplace_hint(parts.probabilities.end(), entry);
  }
  for (DraftClause clause = 0; clause < n_clauses(); ++clause) {
    if (!is_alive(clause)) continue;
    const std::span<const Lit> all = literals(clause);
    parts.literals.insert(parts.literals.end(), all.begin(), all.end());
    parts.ends.push_back(parts.literals.size());
  }
  return Formula::make(std::move(parts));
}

}  // namespace gdlc
