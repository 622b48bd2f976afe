#pragma once

#include <vector>

#include "core/asp/clauses.hpp"

namespace gdlc::asp {

using Clause = std::vector<Value>;

// How many clauses `multiply` makes.
std::size_t product_size(const std::vector<Clause>& clauses, const Clause& literals);

// Clauses that say that each of the clauses holds, or all of the literals: each clause with each of
// the literals, without tautologies and clauses that others imply.
//   size    what `product_size` says
std::vector<Clause> multiply(const std::vector<Clause>& clauses, const Clause& literals,
                             std::size_t size);

}  // namespace gdlc::asp
