#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

namespace gdlc {

// A text that breaks its format. Line and column count from 1, columns in characters;
// `width` characters are meant.
class ParseError : public std::runtime_error {
 public:
  ParseError(const std::string& message, std::size_t at_line, std::size_t at_column,
             std::size_t marked = 1, std::string way_out = {})
      : std::runtime_error(message),
        line(at_line),
        column(at_column),
        width(marked),
        hint(std::move(way_out)) {}

  std::size_t line;
  std::size_t column;
  std::size_t width;
  std::string hint;  // a way out; empty if there is none to name
};

// Parts that make no formula: a caller's mistake, with no place in a text.
class FormulaError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// A broken promise of this program, never the user's fault.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// Invariants are checked in every build type: a wrong value is worse than a slow one.
inline void check(bool holds, const char* what) {
  if (!holds) throw InternalError(what);
}

}  // namespace gdlc
