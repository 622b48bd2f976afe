#include <algorithm>
#include <utility>
#include <vector>

#include "core/preprocess/techniques.hpp"

namespace gdlc {
namespace {

// The graph of implications between literals: a clause (a or b) says that not a implies b, and not
// b implies a.
class Implications {
 public:
  explicit Implications(const Draft& draft) {
    const std::size_t n_lits = 2 * (std::size_t{draft.n_vars()} + 1);
    begin_.resize(n_lits + 1, 0);
    each(draft, [&](Lit from, Lit) { ++begin_[from.code() + std::size_t{1}]; });
    for (std::size_t code = 1; code <= n_lits; ++code) begin_[code] += begin_[code - 1];
    to_.resize(begin_.back());
    std::vector<std::size_t> at(begin_.begin(), begin_.end() - 1);
    each(draft, [&](Lit from, Lit to) { to_[at[from.code()]++] = to; });
  }

  std::size_t n_lits() const { return begin_.size() - 1; }
  std::size_t begin(Lit lit) const { return begin_[lit.code()]; }
  std::size_t end(Lit lit) const { return begin_[lit.code() + std::size_t{1}]; }
  Lit to(std::size_t edge) const { return to_[edge]; }

 private:
  template <class Visit>
  static void each(const Draft& draft, Visit visit) {
    for (DraftClause clause = 0; clause < draft.n_clauses(); ++clause) {
      const std::span<const Lit> literals = draft.literals(clause);
      if (literals.size() != 2) continue;
      visit(literals[0].negated(), literals[1]);
      visit(literals[1].negated(), literals[0]);
    }
  }

  std::vector<std::size_t> begin_;  // literal -> its first edge in to_
  std::vector<Lit> to_;
};

// Calls `visit` with each strongly connected component of more than one literal (Tarjan 1972, with
// a stack of ours). False from it ends the search.
template <class Visit>
void each_component(const Implications& graph, Visit visit) {
  constexpr std::uint32_t closed = UINT32_MAX;
  std::vector<std::uint32_t> low(graph.n_lits(), 0);  // 0: not met; else Tarjan's lowlink
  std::vector<std::pair<Lit, std::size_t>> path;      // literals being visited, and the next edge
  std::vector<std::uint32_t> number(graph.n_lits(), 0);
  std::vector<Lit> open;  // met, in no component yet
  std::uint32_t n_met = 0;
  const auto enter = [&](Lit lit) {
    number[lit.code()] = low[lit.code()] = ++n_met;
    open.push_back(lit);
    path.emplace_back(lit, graph.begin(lit));
  };
  for (std::uint32_t code = 0; code < graph.n_lits(); ++code) {
    const Lit root = Lit::from_code(code);
    if (number[code] != 0 || graph.begin(root) == graph.end(root)) continue;
    enter(root);
    while (!path.empty()) {
      auto& [lit, edge] = path.back();
      if (edge < graph.end(lit)) {
        const Lit to = graph.to(edge++);
        if (number[to.code()] == 0) {
          enter(to);
        } else if (low[to.code()] != closed) {
          low[lit.code()] = std::min(low[lit.code()], number[to.code()]);
        }
        continue;
      }
      const Lit done = lit;
      path.pop_back();
      const std::uint32_t reached = low[done.code()];
      if (!path.empty()) {
        std::uint32_t& above = low[path.back().first.code()];
        above = std::min(above, reached);
      }
      if (reached != number[done.code()]) continue;
      const auto begin = std::find(open.rbegin(), open.rend(), done).base() - 1;
      const std::vector<Lit> component(begin, open.end());
      open.erase(begin, open.end());
      for (const Lit member : component) low[member.code()] = closed;
      if (component.size() > 1 && !visit(component)) return;
    }
  }
}

// Puts `to` in place of `from` in all clauses.
void replace(Draft& draft, Lit from, Lit to) {
  if (draft.choice().is_wanted()) draft.choice().equate(from, to);
  std::vector<Lit> changed;
  for (const bool sign : {true, false}) {
    const Lit old = sign ? from : from.negated();
    const Lit instead = sign ? to : to.negated();
    const auto list = draft.clauses_with(old);
    for (const DraftClause clause : std::vector<DraftClause>(list.begin(), list.end())) {
      changed.clear();
      bool is_true = false;
      bool is_there = false;
      for (const Lit lit : draft.literals(clause)) {
        is_true = is_true || lit == instead.negated();
        is_there = is_there || lit == instead;
        if (lit != old) changed.push_back(lit);
      }
      if (!is_there) changed.push_back(instead);
      draft.remove(clause);
      if (!is_true) draft.add(changed);
    }
  }
  ++draft.counts().equated;
}

}  // namespace

void equate(Draft& draft, Effort& effort) {
  const Effort::Turn turn(effort, draft);
  std::vector<std::pair<Lit, Lit>> equal;  // literal to replace, and by which
  each_component(Implications(draft), [&](const std::vector<Lit>& component) {
    const auto rank = [&](Lit lit) { return std::pair(draft.level(lit.var()), lit.var()); };
    const Lit first = *std::min_element(component.begin(), component.end(),
                                        [&](Lit a, Lit b) { return rank(a) < rank(b); });
    const bool is_false = std::any_of(component.begin(), component.end(), [&](Lit lit) {
      return lit != first &&
             (lit == first.negated() || draft.quantifier(lit.var()) == Quantifier::forall);
    });
    if (is_false) {
      draft.make_zero();
      return false;
    }
    // Each component has a mirror of the negations.
    if (!first.positive()) return true;
    for (const Lit lit : component) {
      if (lit == first) continue;
      if (draft.quantifier(lit.var()) == Quantifier::exists) equal.emplace_back(lit, first);
    }
    return true;
  });
  for (const auto& [from, to] : equal) {
    if (!turn.goes_on()) break;
    // A unit found on the way says what an equivalence would: it has to be seen before the clauses
    // of the equivalence are gone.
    if (!draft.is_open(from.var()) || !draft.is_open(to.var())) continue;
    replace(draft, from, to);
    draft.propagate();
  }
}

}  // namespace gdlc
