#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/network.hpp"

namespace gdlc::game {

// A state: bit f (of byte f / 8, lowest first) says whether fluent f holds.
using State = std::string;

// What can be seen in a state.
struct View {
  std::vector<std::vector<std::uint32_t>> legal;  // for each role its legal moves, in its order
  std::vector<std::uint32_t> goals;               // the goal facts that hold
  bool terminal;
};

// How moves and goals belong to roles; told by who can read their names.
struct Roles {
  std::vector<std::vector<std::uint32_t>> moves;  // for each role its moves, in the order wanted
  std::vector<std::uint32_t> goal_role;           // for each goal fact its role
  std::vector<std::int32_t> goal_value;           // ... and its value
};

// A game ready to be played.
class Machine {
 public:
  // text:   a ground game in aspif
  // throws: ParseError, NotStratified; Stopped
  Machine(std::string text, Stop& stop);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  const Network& network() const { return network_; }
  const Roles& roles() const { return roles_; }

  // pre: before any state is looked at
  // throws: std::invalid_argument for numbers that do not exist
  void set_roles(Roles roles);

  State initial() const;
  // throws: std::invalid_argument for a state of another size
  View view(const State& state) const;
  // moves: one for each role, in any order; whether they are legal is not checked
  // throws: std::invalid_argument
  State next(const State& state, const std::vector<std::uint32_t>& moves) const;

  std::size_t state_bytes() const { return (network_.fluents.size() + 7) / 8; }

 private:
  template <class Values>
  void put(const State& state, Values& values) const;

  std::string text_;  // holds the names
  Network network_;
  Roles roles_;
};

}  // namespace gdlc::game
