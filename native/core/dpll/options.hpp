#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gdlc {

enum class Engine : std::uint8_t {
  automatic,  // layers where they suit the formula, else dpll
  dpll,
  layers,  // also where they do not seem to suit
};

const char* name_of(Engine engine);  // auto, dpll, layers
std::optional<Engine> parse_engine(std::string_view name);

// How to search. No option changes the value, only the way to it; `exact` how much is told of it.
struct Options {
  Engine engine = Engine::automatic;
  bool cache = true;
  bool components = true;
  bool cut = true;
  bool exact = true;  // rationals; else doubles that enclose the value
  bool learn = true;
  bool preprocess = true;
  bool prune = true;
  bool pure = true;
  std::uint64_t cache_bytes = std::uint64_t{2} << 30U;
  std::uint64_t layers_bytes = std::uint64_t{4} << 30U;
  std::optional<double> timeout;              // seconds; whoever makes the Stop sets it there
  std::optional<std::uint64_t> memory_limit;  // bytes that the solver holds in all
  std::string spill_folder;  // of layers: for what is only needed at the end; empty: memory
};

// One row of the table that feeds the command line, its help, and the fuzzer.
struct OptionInfo {
  std::string_view name;      // as on the command line, without the dashes
  std::string_view argument;  // what stands behind it; empty for a switch
  std::string_view help;
  // Sets the option from the text behind it. False: the text is no such value.
  bool (*set)(Options&, std::string_view);
};

std::span<const OptionInfo> option_table();

}  // namespace gdlc
