#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/formula/formula.hpp"
#include "core/stop.hpp"

namespace gdlc {

// Where variables go that stand in a clause but in no block.
enum class Free { inner, outer };

struct ReadOptions {
  std::optional<Free> free;  // none: such a variable is an error
  Stop* stop = nullptr;      // a long text can be given up: Stopped is thrown
};

// Something that is read, but was hardly meant.
struct ReadWarning {
  std::size_t line;
  std::size_t column;
  std::string message;
};

struct ReadResult {
  Formula formula;
  std::vector<ReadWarning> warnings;
};

// Reads XSSAT and SDIMACS text; formats/xssat/README.md is the language. Raises ParseError.
ReadResult read_formula(std::string_view text, const ReadOptions& options = {});

}  // namespace gdlc
