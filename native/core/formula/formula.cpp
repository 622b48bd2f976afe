#include "core/formula/formula.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "core/errors.hpp"

namespace gdlc {
namespace {

std::string text_of(Var var) {
  return std::to_string(var.number());
}

// Where each variable stands: nowhere yet, or in a block.
class Places {
 public:
  explicit Places(std::uint32_t n_vars) : placed_(std::size_t{n_vars} + 1, false) {}
  bool holds(Var var) const { return placed_[var.number()]; }
  void add(Var var) { placed_[var.number()] = true; }

 private:
  std::vector<bool> placed_;
};

[[noreturn]] void refuse_var(Var var, std::uint32_t n_vars, const char* where) {
  throw FormulaError("variable " + text_of(var) + " in " + where + " is not in 1.." +
                     std::to_string(n_vars));
}

void check_var(Var var, std::uint32_t n_vars, const char* where) {
  if (var.number() == 0 || var.number() > n_vars) refuse_var(var, n_vars, where);
}

// Drops empty blocks and joins neighbours of one quantifier.
std::vector<Block> merged(std::vector<Block> blocks) {
  std::vector<Block> result;
  for (Block& block : blocks) {
    if (block.vars.empty()) continue;
    if (!result.empty() && result.back().quantifier == block.quantifier) {
      auto& vars = result.back().vars;
      vars.insert(vars.end(), block.vars.begin(), block.vars.end());
    } else {
      result.push_back(std::move(block));
    }
  }
  return result;
}

// Moves a clause of `literals` to `to`, at most its begin, without repeated literals; returns the
// end there. None for a tautology: what stands at `to` is no matter then.
std::optional<std::size_t> move_clause(std::vector<Lit>& literals, std::size_t begin,
                                       std::size_t end, std::size_t to) {
  std::size_t at = to;
  if (end - begin <= 16) {  // no order is needed for the many short ones
    for (std::size_t i = begin; i < end; ++i) {
      const Lit lit = literals[i];
      bool seen = false;
      for (std::size_t k = to; k < at; ++k) {
        if (literals[k] == lit.negated()) return std::nullopt;
        seen = seen || literals[k] == lit;
      }
      if (!seen) literals[at++] = lit;
    }
    return at;
  }
  std::vector<std::pair<Lit, std::size_t>> sorted;
  sorted.reserve(end - begin);
  for (std::size_t i = begin; i < end; ++i) sorted.emplace_back(literals[i], i - begin);
  std::sort(sorted.begin(), sorted.end());
  std::vector<bool> repeated(end - begin, false);
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i].first == sorted[i - 1].first) repeated[sorted[i].second] = true;
    if (sorted[i].first == sorted[i - 1].first.negated()) return std::nullopt;
  }
  for (std::size_t i = begin; i < end; ++i) {
    if (!repeated[i - begin]) literals[at++] = literals[i];
  }
  return at;
}

void check_text(std::string_view text, const std::string& what) {
  if (text.empty()) throw FormulaError(what + " is empty");
  if (text.find_first_of("\r\n") != std::string_view::npos) {
    throw FormulaError(what + " holds a line break");
  }
  constexpr std::string_view blanks = " \t\v\f";  // what the reader trims
  if (blanks.find(text.front()) != std::string_view::npos ||
      blanks.find(text.back()) != std::string_view::npos) {
    throw FormulaError(what + " begins or ends with a blank: '" + std::string(text) + "'");
  }
  if (find_broken_utf8(text) != text.size()) throw FormulaError(what + " is no UTF-8 text");
}

void check_note(const std::string& note) {
  check_text(note, "a note");
  const std::string key = note.substr(0, note.find_first_of(" \t\v\f"));
  if (key == "name" || key == "prob") {
    throw FormulaError("a note has the key '" + key + "', which is not free");
  }
}

}  // namespace

char letter_of(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::exists:
      return 'e';
    case Quantifier::forall:
      return 'a';
    case Quantifier::chance:
      return 'r';
  }
  throw InternalError("letter_of: no such quantifier");
}

const Rational& Formula::probability(Var var) const {
  const auto found = probabilities_.find(var);
  check(found != probabilities_.end(), "probability: not a chance variable");
  return found->second;
}

Formula Formula::make(FormulaParts parts) {
  if (parts.n_vars > max_vars) {
    throw FormulaError(std::to_string(parts.n_vars) +
                       " variables are more than the most we take, " + std::to_string(max_vars));
  }
  Formula formula;
  formula.n_vars_ = parts.n_vars;
  formula.blocks_ = merged(std::move(parts.blocks));

  Places prefix(parts.n_vars);
  std::size_t n_chance = 0;
  for (const Block& block : formula.blocks_) {
    for (const Var var : block.vars) {
      check_var(var, parts.n_vars, "the prefix");
      if (prefix.holds(var))
        throw FormulaError("variable " + text_of(var) + " is quantified twice");
      prefix.add(var);
      if (block.quantifier != Quantifier::chance) continue;
      ++n_chance;
      const auto found = parts.probabilities.find(var);
      if (found == parts.probabilities.end()) {
        throw FormulaError("chance variable " + text_of(var) + " has no probability");
      }
      if (found->second < 0 || found->second > 1) {
        throw FormulaError("the probability of variable " + text_of(var) +
                           " is not in [0, 1]: " + fraction_text(found->second));
      }
    }
  }
  if (n_chance != parts.probabilities.size()) {
    throw FormulaError("a probability is given for a variable that is no chance variable");
  }

  // In place: the arrays of a large formula are gigabytes.
  bool has_empty = false;
  std::size_t begin = 0;
  std::size_t to = 0;
  std::size_t n_clauses = 0;
  for (const std::size_t end : parts.ends) {
    check(begin <= end && end <= parts.literals.size(), "make: clause ends are out of order");
    for (std::size_t i = begin; i < end; ++i) {
      const Var var = parts.literals[i].var();
      check_var(var, parts.n_vars, "a clause");
      if (!prefix.holds(var)) {
        throw FormulaError("variable " + text_of(var) + " stands in a clause but in no block");
      }
    }
    if (begin == end) {
      has_empty = true;
    } else if (const auto moved = move_clause(parts.literals, begin, end, to)) {
      to = *moved;
      parts.ends[n_clauses++] = to;
    }
    begin = end;
  }
  check(begin == parts.literals.size(), "make: literals behind the last clause");
  parts.literals.resize(to);
  parts.ends.resize(n_clauses);
  formula.literals_ = std::move(parts.literals);
  formula.ends_ = std::move(parts.ends);

  std::vector<Var> inner;
  for (std::uint32_t number = 1; number <= parts.n_vars; ++number) {
    if (!prefix.holds(Var(number))) inner.emplace_back(number);
  }
  const bool closed = formula.blocks_.empty() ||
                      formula.blocks_.back().quantifier == Quantifier::exists || !inner.empty();
  if (has_empty || !closed) {
    const Var fresh(++formula.n_vars_);
    inner.push_back(fresh);
    if (has_empty) {
      for (const bool positive : {true, false}) {
        formula.literals_.emplace_back(fresh, positive);
        formula.ends_.push_back(formula.literals_.size());
      }
    }
  }
  formula.blocks_.push_back({Quantifier::exists, std::move(inner)});
  formula.blocks_ = merged(std::move(formula.blocks_));

  for (const auto& [var, name] : parts.names) {
    check_var(var, parts.n_vars, "the names");
    check_text(name, "the name of variable " + text_of(var));
  }
  for (const std::string& note : parts.notes) check_note(note);
  formula.probabilities_ = std::move(parts.probabilities);
  formula.names_ = std::move(parts.names);
  formula.notes_ = std::move(parts.notes);
  return formula;
}

std::size_t find_broken_utf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  std::size_t i = 0;
  while (i < text.size()) {
    std::uint64_t eight = 0;
    while (i + sizeof eight <= text.size()) {
      std::memcpy(&eight, text.data() + i, sizeof eight);
      if ((eight & 0x8080808080808080U) != 0) break;
      i += sizeof eight;
    }
    if (i == text.size()) break;
    const unsigned first = byte(i);
    if (first < 0x80) {
      ++i;
      continue;
    }
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || i + length > text.size()) return i;
    for (std::size_t k = 1; k < length; ++k) {
      if ((byte(i + k) & 0xC0U) != 0x80U) return i;
    }
    const unsigned second = byte(i + 1);
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
        (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) {
      return i;
    }
    i += length;
  }
  return i;
}

}  // namespace gdlc
