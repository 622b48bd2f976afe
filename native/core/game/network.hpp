#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/ground_rules.hpp"
#include "core/stop.hpp"

namespace gdlc::game {

// A node's value, or its negation. Node 0 is always true.
class Ref {
 public:
  constexpr Ref() = default;
  constexpr Ref(std::uint32_t node, bool negative) : code_(2 * node + (negative ? 1U : 0U)) {}

  constexpr std::uint32_t node() const { return code_ >> 1U; }
  constexpr bool negative() const { return (code_ & 1U) != 0; }
  constexpr Ref negated() const { return Ref(node(), !negative()); }
  constexpr bool operator==(const Ref&) const = default;

 private:
  std::uint32_t code_ = 0;
};

inline constexpr Ref always(0, false);
inline constexpr Ref never(0, true);

// Negation through a cycle: the rules have no stratified meaning.
class NotStratified : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A game as a circuit: from the fluents of a state and the chosen moves to all that follows.
//
// The nodes are numbered in the order of their evaluation:
//   0              true
//   1..F           the fluents of the state
//   F+1..F+M       the moves that are done
//   then           what depends on the state alone: `state_program`
//   then           what depends on the moves, too: `move_program`
// Source: the idea of a propositional network is Schkufza, Love and Genesereth, "Propositional
// automata and cell automata" (AI 2008); here it is a list of instructions without pointers.
struct Network {
  // Instructions for a run of nodes. Code of a node: its number, the number of bodies, and for
  // each body the number of literals and then these. A node holds if all literals of a body do.
  struct Block {
    std::size_t begin;  // in `code`
    std::size_t end;
    bool recursive;  // the nodes need each other: repeat from false until nothing changes
  };

  struct Fluent {
    std::string_view text;  // clingo's text of F in true(F)
    bool initial;
    Ref next;
  };

  struct Move {
    std::string_view text;  // clingo's text of R,M in does(R,M)
    Ref legal;
  };

  struct Goal {
    std::string_view text;  // clingo's text of R,V in goal(R,V)
    Ref holds;
  };

  std::uint32_t fluent_node(std::size_t fluent) const {
    return static_cast<std::uint32_t>(1 + fluent);
  }
  std::uint32_t move_node(std::size_t move) const {
    return static_cast<std::uint32_t>(1 + fluents.size() + move);
  }

  std::vector<Fluent> fluents;
  std::vector<Move> moves;
  std::vector<Goal> goals;
  Ref terminal = never;
  std::uint32_t nodes = 1;
  std::vector<std::uint32_t> code;
  std::vector<Block> state_program;
  std::vector<Block> move_program;
};

// The network of a ground game over the names true, does, legal, _next, _init, goal and terminal.
//
// Cost:   linear in the rules; nodes without use are left out, copies of others are not made.
// throws: NotStratified; Stopped
Network build_network(const GroundRules& rules, Stop& stop);

}  // namespace gdlc::game
