#include "core/asp/multiply.hpp"

#include <algorithm>

namespace gdlc::asp {
namespace {

bool has(const Clause& clause, Value literal) {
  return std::find(clause.begin(), clause.end(), literal) != clause.end();
}

bool has_one(const Clause& clause, const Clause& literals) {
  return std::any_of(literals.begin(), literals.end(),
                     [&](Value literal) { return has(clause, literal); });
}

}  // namespace

std::size_t product_size(const std::vector<Clause>& clauses, const Clause& literals) {
  std::size_t size = 0;
  for (const Clause& clause : clauses) {
    if (has_one(clause, literals)) {
      ++size;
      continue;
    }
    for (const Value literal : literals) size += has(clause, -literal) ? 0 : 1;
  }
  return size;
}

std::vector<Clause> multiply(const std::vector<Clause>& clauses, const Clause& literals,
                             std::size_t size) {
  std::vector<Clause> product;
  product.reserve(size);
  for (const Clause& clause : clauses) {
    if (has_one(clause, literals)) {
      product.push_back(clause);  // implies the others
      continue;
    }
    for (const Value literal : literals) {
      if (has(clause, -literal)) continue;
      Clause& longer = product.emplace_back();
      longer.reserve(clause.size() + 1);
      longer.assign(clause.begin(), clause.end());
      longer.push_back(literal);
    }
  }
  return product;
}

}  // namespace gdlc::asp
