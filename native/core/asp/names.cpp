#include "core/asp/names.hpp"

#include <limits>

#include "core/errors.hpp"

namespace gdlc::asp {

Names::Names(const Names& other) : names_(other.names_) {
  numbers_.reserve(names_.size());
  for (std::size_t number = 1; number < names_.size(); ++number) {
    numbers_.emplace(names_[number], static_cast<Atom>(number));
  }
}

Atom Names::find(std::string_view name) const {
  const auto known = numbers_.find(name);
  return known == numbers_.end() ? 0 : known->second;
}

Atom Names::add(std::string_view name) {
  check(names_.size() < static_cast<std::size_t>(std::numeric_limits<Atom>::max()),
        "asp: too many atoms");
  const auto number = static_cast<Atom>(names_.size());
  names_.emplace_back(name);
  numbers_.emplace(names_.back(), number);
  return number;
}

}  // namespace gdlc::asp
