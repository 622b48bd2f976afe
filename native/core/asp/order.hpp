#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/asp/program.hpp"

namespace gdlc::asp {

// The same program with its atoms numbered as they come in the text: first those given, then in the
// order of the rules. So what is made of it does not depend on where it came from.
Program renumbered(const Program& program, const std::vector<Atom>& first);

// For each atom that some rule derives and that is neither a fact nor chosen, in the order of the
// rules: the greatest level of a chosen atom that it depends on, whatever the signs; 0: of none.
//   chosen   atoms with their levels; they depend on nothing
// Linear.
// Source: He and Thielscher, arXiv 2605.23705, dependency quantification.
std::vector<std::pair<Atom, std::int64_t>> depths(
    const Program& program, const std::vector<std::pair<Atom, std::int64_t>>& chosen);

}  // namespace gdlc::asp
