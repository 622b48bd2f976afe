#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/formula/literal.hpp"
#include "core/number/rational.hpp"

namespace gdlc {

enum class Quantifier : std::uint8_t { exists, forall, chance };

char letter_of(Quantifier quantifier);  // e, a, r

// Neighbouring variables of the prefix under one quantifier.
struct Block {
  Quantifier quantifier;
  std::vector<Var> vars;
  friend bool operator==(const Block&, const Block&) = default;
};

// What a formula is made of, before it is checked.
struct FormulaParts {
  std::uint32_t n_vars = 0;
  std::vector<Lit> literals;              // all clauses, one behind the other
  std::vector<std::size_t> ends;          // where each clause ends in `literals`
  std::vector<Block> blocks;              // from the outermost
  std::map<Var, Rational> probabilities;  // of the chance variables, no others
  std::map<Var, std::string> names;       // var -> atom
  std::vector<std::string> notes;         // "KEY text" of the other `c x` lines, in order
};

// A stochastic Boolean formula in prenex form. Always in its normal form, so that reading back what
// was written gives an equal one:
//   - every variable stands in the prefix once, neighbouring blocks differ, none is empty;
//   - the last block is existential (there is none only if there are no variables);
//   - no tautology, no literal twice in a clause, no empty clause: false is a pair of contradictory
//     units of a variable of its own;
//   - chance variables, and no others, have a probability in [0, 1].
class Formula {
 public:
  // Headers above this are taken for damage, not for a formula.
  static constexpr std::uint32_t max_vars = 100'000'000;

  Formula() = default;

  // Checks the parts and brings them into normal form. Variables in no block and no clause join the
  // last existential block; one is added where the last block would not be existential.
  // Raises FormulaError; a variable that stands in a clause but in no block is one.
  static Formula make(FormulaParts parts);

  std::uint32_t n_vars() const { return n_vars_; }
  std::size_t n_clauses() const { return ends_.size(); }
  std::size_t n_literals() const { return literals_.size(); }
  std::span<const Lit> clause(std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    return {literals_.data() + begin, ends_[index] - begin};
  }
  const std::vector<Block>& blocks() const { return blocks_; }
  const Rational& probability(Var var) const;  // pre: a chance variable, else InternalError
  const std::map<Var, Rational>& probabilities() const { return probabilities_; }
  const std::map<Var, std::string>& names() const { return names_; }
  const std::vector<std::string>& notes() const { return notes_; }

  friend bool operator==(const Formula&, const Formula&) = default;

 private:
  std::uint32_t n_vars_ = 0;
  std::vector<Lit> literals_;
  std::vector<std::size_t> ends_;
  std::vector<Block> blocks_;
  std::map<Var, Rational> probabilities_;
  std::map<Var, std::string> names_;
  std::vector<std::string> notes_;
};

// The number of the first byte that is no UTF-8, or text.size().
std::size_t find_broken_utf8(std::string_view text);

}  // namespace gdlc
