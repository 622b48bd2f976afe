#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gdlc::asp {

// The step of a time-stamped atom: its last argument; -1 where that is no number.
std::int64_t step_of(std::string_view name);

// `legal'3(R,A)` as `legal(R,A,3)`: the step as last argument instead of a part of the name.
std::string with_step(std::string_view name);

// `legal(R,A,3)` -> `legal`.
inline std::string_view predicate_of(std::string_view name) {
  return name.substr(0, name.find('('));
}

// Text as people sort it: 2 before 10. Less than, equal, greater: -1, 0, 1.
int compare_naturally(std::string_view left, std::string_view right);

}  // namespace gdlc::asp
