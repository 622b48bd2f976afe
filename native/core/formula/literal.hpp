#pragma once

#include <compare>
#include <cstdint>

namespace gdlc {

// A variable of the clauses: its number in the file, from 1.
class Var {
 public:
  constexpr Var() = default;
  constexpr explicit Var(std::uint32_t number) : number_(number) {}
  constexpr std::uint32_t number() const { return number_; }
  friend constexpr auto operator<=>(Var, Var) = default;

 private:
  std::uint32_t number_ = 0;
};

// A variable or its negation. `code` counts both: a dense index for arrays over literals.
class Lit {
 public:
  constexpr Lit() = default;
  constexpr Lit(Var var, bool positive) : code_(2 * var.number() + (positive ? 0U : 1U)) {}
  static constexpr Lit from_dimacs(std::int32_t number) {
    return number < 0 ? Lit(Var(0U - static_cast<std::uint32_t>(number)), false)
                      : Lit(Var(static_cast<std::uint32_t>(number)), true);
  }
  static constexpr Lit from_code(std::uint32_t code) {
    Lit lit;
    lit.code_ = code;
    return lit;
  }

  constexpr Var var() const { return Var(code_ >> 1); }
  constexpr bool positive() const { return (code_ & 1U) == 0; }
  constexpr Lit negated() const { return from_code(code_ ^ 1U); }
  constexpr std::uint32_t code() const { return code_; }
  constexpr std::int32_t dimacs() const {
    const auto number = static_cast<std::int32_t>(code_ >> 1);
    return positive() ? number : -number;
  }
  friend constexpr auto operator<=>(Lit, Lit) = default;

 private:
  std::uint32_t code_ = 0;
};

}  // namespace gdlc
