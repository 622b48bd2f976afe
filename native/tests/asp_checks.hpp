#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/asp/complete.hpp"
#include "core/asp/program.hpp"
#include "random_formula.hpp"

namespace gdlc::test {

// What is wrong with what the code makes of one program; empty: nothing. An exception is a fault,
// too. Each holds for any tight program of at most a handful of atoms.

// Text and aspif come back as they were; a cut aspif is an error or the whole program.
std::string fault_in_texts(const asp::Program& program);

// simplify, free_choices, renumbered, in_order and cone keep the stable models.
std::string fault_in_passes(const asp::Program& program, std::uint64_t seed);

// Models of both completions are the stable models, and have the same value under a prefix.
std::string fault_in_completions(const asp::Program& program, std::uint64_t seed);

// Whatever the text: a ParseError with a place in it, or a program that comes back from its text.
std::string fault_in_reading(std::string_view text, bool aspif);

// What `translate` does before it completes a program.
asp::Program simple(const asp::Program& program);

// By what it is called: the fault of a check, or that of an exception out of it.
std::string guarded(const std::function<std::string()>& check);

// Leaves out rules and literals as long as the program stays faulty.
//   is_faulty   of the program given: true
asp::Program shrunk(const asp::Program& program,
                    const std::function<bool(const asp::Program&)>& is_faulty);

// Everything on the random program of a seed. Says what is wrong, with the program shrunk.
std::string fault_of_seed(std::uint64_t seed);

}  // namespace gdlc::test
