#pragma once

#include <string>
#include <string_view>

#include "core/asp/program.hpp"
#include "core/stop.hpp"

namespace gdlc::asp {

// The rules in the syntax of clingo, one statement a line.
std::string write_text(const Program& program);

// One rule, without the end of its line.
std::string write_rule(const Program& program, const Rule& rule);

// Add the ground rules of a text to a program: what `write_text` writes and what a person makes of
// it, with blanks, line breaks and comments where clingo allows them.
// throws: ParseError where the text leaves the ground subset; Stopped
void read_text(std::string_view text, Program& program, Stop& stop);

}  // namespace gdlc::asp
