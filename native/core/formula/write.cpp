#include "core/formula/write.hpp"

#include <charconv>

#include "core/errors.hpp"

namespace gdlc {
namespace {

void append(std::string& text, std::int64_t number) {
  char digits[24];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
  check(error == std::errc(), "write: a number does not fit");
  text.append(digits, end);
}

void append_var(std::string& text, Var var) {
  append(text, var.number());
}

// One line per run of variables of equal probability: an `r` line holds one number.
void append_chance_lines(std::string& text, const Formula& formula, const Block& block) {
  const Rational* current = nullptr;
  for (const Var var : block.vars) {
    const Rational& probability = formula.probability(var);
    if (current == nullptr || *current != probability) {
      if (current != nullptr) text += " 0\n";
      current = &probability;
      text += "r ";
      text += nearest_decimal(probability).text;
    }
    text += ' ';
    append_var(text, var);
  }
  text += " 0\n";
}

}  // namespace

std::string write_formula(const Formula& formula) {
  std::string text = "c gdlc xssat 1\n";
  text.reserve(64 + 8 * formula.n_literals() + 3 * formula.n_clauses());
  for (const std::string& note : formula.notes()) {
    text += "c x ";
    text += note;
    text += '\n';
  }
  for (const auto& [var, name] : formula.names()) {
    text += "c x name ";
    append_var(text, var);
    text += ' ';
    text += name;
    text += '\n';
  }
  for (const auto& [var, probability] : formula.probabilities()) {
    text += "c x prob ";
    append_var(text, var);
    text += ' ';
    text += numerator_of(probability).str();
    text += '/';
    text += denominator_of(probability).str();
    text += '\n';
  }
  text += "p cnf ";
  append(text, formula.n_vars());
  text += ' ';
  append(text, static_cast<std::int64_t>(formula.n_clauses()));
  text += '\n';
  for (const Block& block : formula.blocks()) {
    if (block.quantifier == Quantifier::chance) {
      append_chance_lines(text, formula, block);
      continue;
    }
    text += letter_of(block.quantifier);
    for (const Var var : block.vars) {
      text += ' ';
      append_var(text, var);
    }
    text += " 0\n";
  }
  for (std::size_t index = 0; index < formula.n_clauses(); ++index) {
    for (const Lit lit : formula.clause(index)) {
      append(text, lit.dimacs());
      text += ' ';
    }
    text += "0\n";
  }
  return text;
}

}  // namespace gdlc
