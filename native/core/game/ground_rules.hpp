#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/stop.hpp"

namespace gdlc::game {

// A number of the ground program, from 1; a literal is an atom or its negative.
using Atom = std::int32_t;

// Normal rules and choices without conditions on their number, as clingo grounds them.
class GroundRules {
 public:
  struct Rule {
    Atom head;            // > 0
    bool choice;          // the head is open where the body holds
    std::uint32_t begin;  // the body: a conjunction of literals
    std::uint32_t end;
  };

  // A name that the program shows; atom 0 where it is a fact.
  struct Name {
    std::string_view text;  // into the text that was read
    Atom atom;
  };

  std::span<const Atom> body(const Rule& rule) const {
    return {literals.data() + rule.begin, rule.end - rule.begin};
  }

  std::vector<Rule> rules;
  std::vector<Atom> literals;
  std::vector<Name> names;
  Atom greatest = 0;  // the greatest atom in use
};

// Read aspif that holds such rules only; constraints are left out.
// pre:    the text outlives the result
// throws: ParseError for anything else; Stopped
// Source: Gebser et al., Theory Solving Made Easy with Clingo 5 (ICLP 2016), appendix A.
GroundRules read_aspif(std::string_view text, Stop& stop);

}  // namespace gdlc::game
