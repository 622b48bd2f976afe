#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/formula/literal.hpp"
#include "core/formula/text_cursor.hpp"
#include "core/number/rational.hpp"

namespace gdlc {

// The words of an XSSAT text that stand for numbers. Every one throws a ParseError at the word if
// it is something else; `n_vars` is the number of variables in the header.

// The next word: how many `what` there are, at most `most`.
std::size_t read_count(TextCursor& cursor, const char* what, std::size_t most);

// The next word: a number in [0, 1].
Rational read_probability(TextCursor& cursor);

// A variable; `where` completes the message.
Var read_var(const TextCursor& cursor, std::string_view word, const char* where,
             std::uint32_t n_vars);

// A literal as DIMACS writes it, or the 0 that ends a clause. pre: the word is not empty
std::int32_t read_literal(const TextCursor& cursor, std::string_view word, std::uint32_t n_vars);

}  // namespace gdlc
