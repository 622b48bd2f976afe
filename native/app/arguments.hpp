#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "core/dpll/options.hpp"
#include "core/formula/read.hpp"

namespace gdlc::app {

struct Arguments {
  std::string file = "-";
  std::optional<Free> free;
  Options options;
  bool json = false;
  bool mcc = false;
  bool verbose = false;
  bool help = false;
  bool version = false;
};

class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Raises UsageError. `arguments` are those behind the program's name; what was understood before
// an error is in `result` already (so that --json holds for the error, too).
void parse_arguments(std::span<const char* const> arguments, Arguments& result);

std::string help_text();

}  // namespace gdlc::app
