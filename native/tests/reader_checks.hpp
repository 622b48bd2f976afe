#pragma once

#include <string>

#include "random_formula.hpp"

namespace gdlc::test {

// The text with a few changes of the kind that files suffer.
std::string mutated(std::string text, Random& random);

// Whatever the text, and whatever is allowed to the reader: a ParseError with a place in it, or a
// formula that comes back from its text.
bool reads_or_complains(const std::string& text);

}  // namespace gdlc::test
