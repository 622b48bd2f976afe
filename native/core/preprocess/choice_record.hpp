#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/formula/literal.hpp"

namespace gdlc {

// What happened to variables of the outermost existential block, and to those they hang on, so
// that an optimal choice in the formula that is left becomes one in the original.
//
// It is a list of clauses, each with a literal that makes it true if nothing else does: a literal
// that was set is a clause of its own, an equivalence is two clauses, an eliminated variable leaves
// those with one of its signs. Extending goes through them backwards, so that all variables of a
// clause but its own have their final values (Een and Biere 2005; the uniform list: Jarvisalo,
// Heule and Biere 2012).
class ChoiceRecord {
 public:
  ChoiceRecord() = default;
  // outer: the outermost block as written if it is existential, else empty
  explicit ChoiceRecord(std::vector<Var> outer) : outer_(std::move(outer)) {}

  // Without such a block there is nothing to record.
  bool is_wanted() const { return !outer_.empty(); }

  void set(Lit lit) { add(lit, {&lit, 1}); }
  void equate(Lit lit, Lit equal);  // the first is what the second is
  // `lit` becomes true where it alone can satisfy the clause. pre: the clause holds it. Of what is
  // added for one variable the last is looked at first.
  void add(Lit lit, std::span<const Lit> clause);

  // One optimal assignment of the original's outermost block, every variable of it in its order,
  // from one of the outermost block of what is left (literals of other variables do no harm).
  // Variables that nothing is said about are true, as the search tries true first.
  std::vector<Lit> extend(std::span<const Lit> chosen, std::uint32_t n_vars) const;

 private:
  std::vector<Var> outer_;
  std::vector<Lit> literals_;      // clauses, one behind the other; the first may be made true
  std::vector<std::size_t> ends_;  // where each clause ends in literals_
};

}  // namespace gdlc
