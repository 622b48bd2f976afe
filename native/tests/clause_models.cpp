#include "clause_models.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/errors.hpp"
#include "stable_models.hpp"

namespace gdlc::test {

ClauseModels::ClauseModels(const asp::Clauses& clauses)
    : count_(static_cast<std::size_t>(clauses.count())), clauses_(count_ + 1) {
  std::vector<asp::Value> clause;
  std::size_t last = 0;
  std::size_t size = 0;
  for (const asp::Value literal : clauses.flat) {
    if (literal != 0) {
      clause.push_back(literal);
      last = std::max(last, static_cast<std::size_t>(std::abs(literal)));
      check(last <= count_, "clause_models: a variable that there is not");
      continue;
    }
    clauses_[last].push_back(std::move(clause));
    clause.clear();
    last = 0;
    ++size;
  }
  check(clause.empty() && size == clauses.size, "clause_models: clauses are not counted right");
}

bool ClauseModels::agrees(std::size_t var, const Assignment& assignment) const {
  return std::all_of(clauses_[var].begin(), clauses_[var].end(), [&](const auto& clause) {
    return std::any_of(clause.begin(), clause.end(),
                       [&](asp::Value literal) { return holds(assignment, literal); });
  });
}

void ClauseModels::each(const std::function<bool(const Assignment&)>& visit) const {
  Assignment assignment(count_ + 1, false);
  if (agrees(0, assignment)) each_from(1, assignment, visit);
}

bool ClauseModels::each_from(std::size_t var, Assignment& assignment,
                             const std::function<bool(const Assignment&)>& visit) const {
  if (var > count_) return visit(assignment);
  for (const bool value : {false, true}) {
    assignment[var] = value;
    if (agrees(var, assignment) && !each_from(var + 1, assignment, visit)) return false;
  }
  return true;
}

double ClauseModels::value(const asp::Completion& completion) const {
  Assignment assignment(count_ + 1, false);
  return agrees(0, assignment) ? value_from(1, assignment, completion) : 0;
}

double ClauseModels::value_from(std::size_t var, Assignment& assignment,
                                const asp::Completion& completion) const {
  if (var > completion.prefix.size()) {
    bool satisfiable = false;
    each_from(var, assignment, [&](const Assignment&) {
      satisfiable = true;
      return false;
    });
    return satisfiable ? 1 : 0;
  }
  double values[2] = {0, 0};
  for (const bool value : {false, true}) {
    assignment[var] = value;
    if (agrees(var, assignment)) values[value] = value_from(var + 1, assignment, completion);
  }
  const asp::Prefixed& one = completion.prefix[var - 1];
  switch (one.quantifier) {
    case asp::Quantifier::exists:
      return std::max(values[0], values[1]);
    case asp::Quantifier::forall:
      return std::min(values[0], values[1]);
    case asp::Quantifier::chance:
      break;
  }
  const double probability = probability_of(one.atom);
  return probability * values[1] + (1 - probability) * values[0];
}

}  // namespace gdlc::test
