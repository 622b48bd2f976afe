#include "core/layers/define.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "core/dpll/small_sat.hpp"

namespace gdlc::layers {
namespace {

class Definer {
 public:
  Definer(const Instance& instance, const std::function<bool()>& poll)
      : instance_(instance),
        poll_(poll),
        small_sat_(instance.n_vars()),
        is_known_(std::size_t{instance.n_vars()} + 1, false),
        n_unknown_(instance.n_clauses()),
        is_spent_(instance.n_clauses(), false),
        usable_(is_known_.size()),
        n_positive_(is_known_.size(), 0),
        mark_(2 * is_known_.size(), 0) {
    for (ClauseIndex index = 0; index < instance.n_clauses(); ++index) {
      n_unknown_[index] = static_cast<std::uint32_t>(instance.clause(index).size());
    }
    result_.time.push_back(0);
    result_.choices.emplace_back();
    result_.edges.resize(is_known_.size());
  }

  Defined run() {
    if (instance_.has_empty_clause()) result_.constraints.push_back(Edge::constant(false));
    // Units and the like define variables before any choice is made.
    for (ClauseIndex index = 0; index < instance_.n_clauses(); ++index) {
      if (n_unknown_[index] == 1) use(index, instance_.clause(index).front());
    }
    settle();
    std::uint32_t last_block = 0;
    for (std::uint32_t number = 1; number <= instance_.n_vars(); ++number) {
      last_block = std::max(last_block, instance_.block(Var(number)));
    }
    for (std::uint32_t number = 1; number <= instance_.n_vars() && !is_stopped_; ++number) {
      const Var var(number);
      if (is_known_[number]) continue;
      const bool is_innermost = instance_.quantifier(var) == Quantifier::exists &&
                                instance_.block(var) == last_block && last_block > 0;
      if (is_innermost) ++result_.n_undefined;
      choose(var);
      settle();
    }
    return std::move(result_);
  }

 private:
  static constexpr std::size_t max_usable = 300;
  static constexpr std::size_t max_one_sided = 8;
  static constexpr std::size_t work_between_polls = std::size_t{1} << 18U;

  void choose(Var var) {
    const Edge edge = result_.circuit.input();
    result_.time.push_back(static_cast<std::uint32_t>(result_.choices.size()));
    result_.choices.push_back(var);
    set_known(var, edge);
  }

  void set_known(Var var, Edge edge) {
    is_known_[var.number()] = true;
    result_.edges[var.number()] = edge;
    queue_.push_back(var);
  }

  void settle() {
    while (!queue_.empty() && !is_stopped_) {
      const Var var = queue_.back();
      queue_.pop_back();
      count_known(var);
    }
  }

  void count_known(Var var) {
    for (const Lit lit : {Lit(var, true), Lit(var, false)}) {
      count_work(instance_.clauses_with(lit).size());
      for (const ClauseIndex index : instance_.clauses_with(lit)) {
        --n_unknown_[index];
        if (n_unknown_[index] == 0 && !is_spent_[index]) constrain(index);
        if (n_unknown_[index] != 1) continue;
        for (const Lit other : instance_.clause(index)) {
          if (!is_known_[other.var().number()]) use(index, other);
        }
      }
    }
  }

  void count_work(std::size_t amount) {
    work_ += amount;
    if (work_ < work_between_polls) return;
    work_ = 0;
    is_stopped_ = is_stopped_ || poll_();
  }

  // All variables of the clause are known but that of the literal.
  void use(ClauseIndex index, Lit lit) {
    const Var var = lit.var();
    if (instance_.quantifier(var) != Quantifier::exists || is_known_[var.number()]) return;
    std::vector<ClauseIndex>& usable = usable_[var.number()];
    usable.push_back(index);
    std::uint32_t& n_positive = n_positive_[var.number()];
    if (lit.positive()) ++n_positive;
    // One literal alone makes a definition only where the variable is constant.
    const bool has_both = n_positive != 0 && n_positive != usable.size();
    if (usable.size() > (has_both ? max_usable : max_one_sided)) return;
    count_work(32 * usable.size());  // it goes through the clauses many times
    if (small_sat_.contradict(instance_, usable, var)) define_by(var, usable);
  }

  // The clauses leave the variable no choice: it is true where one with it is otherwise false, or
  // false where one with its negation is.
  void define_by(Var var, const std::vector<ClauseIndex>& clauses) {
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
  const std::function<bool()>& poll_;
  Defined result_;
  std::size_t work_ = 0;  // clauses looked at since the last poll
  bool is_stopped_ = false;
  SmallSat small_sat_;
  std::vector<bool> is_known_;                    // var
  std::vector<std::uint32_t> n_unknown_;          // clause -> variables not yet known
  std::vector<bool> is_spent_;                    // clause -> it is part of a definition
  std::vector<std::vector<ClauseIndex>> usable_;  // var -> clauses with all others known
  std::vector<std::uint32_t> n_positive_;         // var -> those of them with it, not its negation
  std::vector<char> mark_;                        // literal
  std::vector<Var> queue_;
  std::vector<Edge> products_;  // of define_by
  std::vector<Edge> factors_;   // of falsehood
};

}  // namespace

Defined define(const Instance& instance, const std::function<bool()>& poll) {
  return Definer(instance, poll).run();
}

}  // namespace gdlc::layers
