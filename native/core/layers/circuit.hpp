#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gdlc::layers {

// A gate of a circuit, or its negation. Gate 0 is the constant false.
class Edge {
 public:
  constexpr Edge() = default;
  constexpr Edge(std::uint32_t gate, bool negated) : code_(2 * gate + (negated ? 1U : 0U)) {}
  static constexpr Edge constant(bool truth) { return {0, truth}; }

  constexpr std::uint32_t gate() const { return code_ >> 1U; }
  constexpr bool negated() const { return (code_ & 1U) != 0; }
  constexpr std::uint32_t code() const { return code_; }
  constexpr bool is_constant() const { return code_ < 2; }
  constexpr Edge operator!() const { return {gate(), !negated()}; }
  // Itself or its negation.
  constexpr Edge operator^(bool negate) const { return {gate(), negated() != negate}; }
  friend constexpr auto operator<=>(Edge, Edge) = default;

 private:
  std::uint32_t code_ = 0;
};

// An and-inverter graph: inputs and conjunctions of two edges, no two of them equal, each behind
// what it is made of. Conjunctions that follow from the two levels below are not made (Brummayer
// and Biere 2006, "Local two-level and-inverter graph minimization without blowup").
class Circuit {
 public:
  Circuit();

  Edge input();
  // pre: edges of this circuit. Cost: constant.
  Edge conjoin(Edge left, Edge right);
  Edge disjoin(Edge left, Edge right) { return !conjoin(!left, !right); }

  std::uint32_t n_gates() const { return static_cast<std::uint32_t>(gates_.size()); }
  // A conjunction of two edges; else the constant or an input.
  bool is_conjunction(std::uint32_t gate) const { return !gates_[gate].left.is_constant(); }
  Edge left(std::uint32_t gate) const { return gates_[gate].left; }
  Edge right(std::uint32_t gate) const { return gates_[gate].right; }
  std::size_t bytes() const;

 private:
  struct Gate {
    Edge left;  // constants for what is no conjunction
    Edge right;
  };
  // What the two-level rules make of a pair.
  struct Simpler {
    bool is_found = false;
    bool is_pair = false;  // a conjunction of two others; else `left` alone
    Edge left;
    Edge right;
  };

  Simpler simplify(Edge left, Edge right) const;
  Simpler simplify_by_one(Edge pair, Edge other) const;
  Simpler simplify_by_both(Edge left, Edge right) const;
  Edge find_or_add(Edge left, Edge right);
  void grow();

  std::vector<Gate> gates_;
  std::vector<std::uint32_t> slots_;  // open addressing by the two edges; 0 is free
};

}  // namespace gdlc::layers
