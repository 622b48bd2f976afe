#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/asp/clauses.hpp"
#include "core/asp/complete.hpp"

namespace gdlc::test {

// The assignments of all variables that satisfy all clauses, found by trying one variable behind
// the other and looking only at clauses that are then assigned in full.
class ClauseModels {
 public:
  // An entry for each variable from 1.
  using Assignment = std::vector<bool>;

  explicit ClauseModels(const asp::Clauses& clauses);

  // visit(assignment) returns whether to go on.
  void each(const std::function<bool(const Assignment&)>& visit) const;

  // The value under the prefix of the completion; all other variables are innermost existential.
  // The probabilities are those of the atoms: see probability_of.
  double value(const asp::Completion& completion) const;

 private:
  bool each_from(std::size_t var, Assignment& assignment,
                 const std::function<bool(const Assignment&)>& visit) const;
  double value_from(std::size_t var, Assignment& assignment,
                    const asp::Completion& completion) const;
  bool agrees(std::size_t var, const Assignment& assignment) const;

  std::size_t count_;
  // For each variable the clauses with no greater one; at 0 the empty ones.
  std::vector<std::vector<std::vector<asp::Value>>> clauses_;
};

inline bool holds(const ClauseModels::Assignment& assignment, asp::Value literal) {
  if (asp::is_known(literal)) return literal == asp::yes;
  return literal > 0 ? assignment[static_cast<std::size_t>(literal)]
                     : !assignment[static_cast<std::size_t>(-literal)];
}

}  // namespace gdlc::test
