#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace gdlc::asp {

// An atom of a program, from 1; a literal is an atom, or its negative where `not` stands before it.
using Atom = std::int32_t;

// The names of atoms by number, and the numbers by name.
class Names {
 public:
  Names() { names_.emplace_back(); }
  Names(const Names& other);
  Names& operator=(const Names&) = delete;
  ~Names() = default;

  std::size_t size() const { return names_.size() - 1; }
  std::string_view operator[](Atom atom) const { return names_[static_cast<std::size_t>(atom)]; }
  // 0: there is none.
  Atom find(std::string_view name) const;
  // pre: the name is new
  Atom add(std::string_view name);

 private:
  std::deque<std::string> names_;  // a deque, so that the keys of `numbers_` stay where they are
  std::unordered_map<std::string_view, Atom> numbers_;
};

}  // namespace gdlc::asp
