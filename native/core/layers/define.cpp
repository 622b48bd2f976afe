#include "core/layers/define.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "core/dpll/known_vars.hpp"

namespace gdlc::layers {
namespace {

class Definer {
 public:
  Definer(const Instance& instance, const std::function<bool()>& poll)
      : instance_(instance),
        known_(instance, poll, *this),
        is_spent_(instance.n_clauses(), false),
        mark_(2 * (std::size_t{instance.n_vars()} + 1), 0) {
    result_.time.push_back(0);
    result_.choices.emplace_back();
    result_.edges.resize(std::size_t{instance.n_vars()} + 1);
  }
  Definer(const Definer&) = delete;
  Definer& operator=(const Definer&) = delete;

  Defined run() {
    if (instance_.has_empty_clause()) result_.constraints.push_back(Edge::constant(false));
    // Units define variables before any choice is made.
    known_.use_units();
    known_.settle();
    const std::uint32_t n_vars = instance_.n_vars();
    const std::uint32_t last_block = n_vars == 0 ? 0 : instance_.block(Var(n_vars));
    for (std::uint32_t number = 1; number <= n_vars && !known_.is_stopped(); ++number) {
      const Var var(number);
      if (known_.is_known(var)) continue;
      const bool is_innermost = instance_.quantifier(var) == Quantifier::exists &&
                                instance_.block(var) == last_block && last_block > 0;
      if (is_innermost) ++result_.n_undefined;
      choose(var);
      known_.settle();
    }
    return std::move(result_);
  }

  bool may_be_defined(Var var) const { return instance_.quantifier(var) == Quantifier::exists; }
  // The clauses leave the variable no choice: it is true where one with it is otherwise false, or
  // false where one with its negation is.
  void define(Var var, const std::vector<ClauseIndex>& clauses) {
    std::size_t n_literals[2] = {0, 0};
    std::size_t n_clauses[2] = {0, 0};
    for (const ClauseIndex index : clauses) {
      const bool positive = is_positive_in(var, index);
      n_literals[positive ? 1 : 0] += instance_.clause(index).size();
      ++n_clauses[positive ? 1 : 0];
    }
    bool side = n_literals[1] <= n_literals[0];
    if (n_clauses[0] == 0 || n_clauses[1] == 0) side = n_clauses[1] != 0;
    products_.clear();
    for (const ClauseIndex index : clauses) {
      if (is_positive_in(var, index) == side) products_.push_back(falsehood(index, var));
    }
    for (Edge& product : products_) product = !product;
    const Edge forced = !conjoin(products_);
    set_known(var, side ? forced : !forced);
    for (const ClauseIndex index : clauses) {
      is_spent_[index] = true;
      if (is_positive_in(var, index) == side) continue;
      if (!follows(index, var, side, clauses)) constrain(index);
    }
  }

  // Where it is no part of a definition, it is a constraint.
  void complete(ClauseIndex index) {
    if (!is_spent_[index]) constrain(index);
  }

 private:
  void choose(Var var) {
    const Edge edge = result_.circuit.input();
    result_.time.push_back(static_cast<std::uint32_t>(result_.choices.size()));
    result_.choices.push_back(var);
    set_known(var, edge);
  }

  void set_known(Var var, Edge edge) {
    result_.edges[var.number()] = edge;
    known_.set_known(var);
  }

  bool is_positive_in(Var var, ClauseIndex index) const {
    for (const Lit lit : instance_.clause(index)) {
      if (lit.var() == var) return lit.positive();
    }
    return false;
  }

  // Whether a clause is true wherever the variable has the value that the clauses of the other side
  // give it: no two of them can be false but for the variable.
  bool follows(ClauseIndex index, Var var, bool side, const std::vector<ClauseIndex>& clauses) {
    for (const Lit lit : instance_.clause(index)) mark_[lit.code()] = 1;
    bool result = true;
    for (const ClauseIndex other : clauses) {
      if (!result) break;
      if (is_positive_in(var, other) != side) continue;
      const auto clause = instance_.clause(other);
      result = std::any_of(clause.begin(), clause.end(), [&](Lit lit) {
        return lit.var() != var && mark_[lit.negated().code()] != 0;
      });
    }
    for (const Lit lit : instance_.clause(index)) mark_[lit.code()] = 0;
    return result;
  }

  // All literals of the clause are false, but for one variable that does not count.
  Edge falsehood(ClauseIndex index, Var but) {
    factors_.clear();
    for (const Lit lit : instance_.clause(index)) {
      if (lit.var() == but) continue;
      factors_.push_back(result_.edges[lit.var().number()] ^ lit.positive());
    }
    return conjoin(factors_);
  }

  void constrain(ClauseIndex index) {
    const Edge edge = !falsehood(index, Var());
    if (edge != Edge::constant(true)) result_.constraints.push_back(edge);
  }

  // What is known early is put together early: few gates are then needed later.
  Edge conjoin(std::vector<Edge>& factors) {
    std::sort(factors.begin(), factors.end(), [&](Edge left, Edge right) {
      const std::uint32_t left_time = result_.time[left.gate()];
      const std::uint32_t right_time = result_.time[right.gate()];
      return left_time != right_time ? left_time < right_time : left < right;
    });
    Edge edge = Edge::constant(true);
    for (const Edge factor : factors) {
      edge = result_.circuit.conjoin(edge, factor);
      while (result_.time.size() < result_.circuit.n_gates()) {
        const auto gate = static_cast<std::uint32_t>(result_.time.size());
        result_.time.push_back(std::max(result_.time[result_.circuit.left(gate).gate()],
                                        result_.time[result_.circuit.right(gate).gate()]));
      }
    }
    return edge;
  }

  const Instance& instance_;
  Defined result_;
  KnownVars<Definer> known_;
  std::vector<bool> is_spent_;  // clause -> it is part of a definition
  std::vector<char> mark_;      // literal
  std::vector<Edge> products_;  // of define
  std::vector<Edge> factors_;   // of falsehood
};

}  // namespace

Defined define(const Instance& instance, const std::function<bool()>& poll) {
  return Definer(instance, poll).run();
}

}  // namespace gdlc::layers
