#include "core/dpll/options.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <string>
#include <system_error>

#include "core/errors.hpp"

namespace gdlc {
namespace {

bool parse_seconds(std::string_view text, double& seconds) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  return error == std::errc() && end == text.data() + text.size() && seconds >= 0 &&
         std::isfinite(seconds);
}

// Bytes, with an optional K, M, G or T (powers of 1024).
bool parse_bytes(std::string_view text, std::uint64_t& bytes) {
  constexpr std::string_view units = "KMGT";
  unsigned shift = 0;
  if (!text.empty()) {
    const std::size_t unit = units.find(text.back());
    if (unit != std::string_view::npos) {
      shift = 10U * (static_cast<unsigned>(unit) + 1U);
      text.remove_suffix(1);
    }
  }
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  if (count > (UINT64_MAX >> shift)) return false;
  bytes = count << shift;
  return true;
}

constexpr std::array table{
    OptionInfo{"engine", "auto|dpll|layers",
               "layers: find all states that choices lead to; dpll: search from choice to choice;\n"
               "auto: layers where nearly all variables are defined by others, else dpll",
               [](Options& options, std::string_view text) {
                 const std::optional<Engine> engine = parse_engine(text);
                 if (!engine) return false;
                 options.engine = *engine;
                 return true;
               }},
    OptionInfo{"layers-bytes", "BYTES",
               "layers: hold at most BYTES of states (default 4G), then dpll takes over",
               [](Options& options, std::string_view text) {
                 return parse_bytes(text, options.layers_bytes);
               }},
    OptionInfo{"spill", "DIR", "layers: keep in a file in DIR what is only needed at the end",
               [](Options& options, std::string_view text) {
                 options.spill_folder = text;
                 std::error_code error;
                 return std::filesystem::is_directory(options.spill_folder, error);
               }},
    OptionInfo{"timeout", "SECONDS", "stop after SECONDS and answer with bounds",
               [](Options& options, std::string_view text) {
                 double seconds = 0;
                 if (!parse_seconds(text, seconds)) return false;
                 options.timeout = seconds;
                 return true;
               }},
    OptionInfo{"memory-limit", "BYTES",
               "hold at most BYTES (K, M, G, T may follow): the cache is kept smaller,\n"
               "and where that is not enough the answer is bounds",
               [](Options& options, std::string_view text) {
                 std::uint64_t bytes = 0;
                 if (!parse_bytes(text, bytes)) return false;
                 options.memory_limit = bytes;
                 return true;
               }},
    OptionInfo{"cache-bytes", "BYTES", "hold at most BYTES of values already found (default 2G)",
               [](Options& options, std::string_view text) {
                 return parse_bytes(text, options.cache_bytes);
               }},
    OptionInfo{"float", "",
               "compute with doubles, which is faster: the answer is the value up to an error\n"
               "that it tells",
               [](Options& options, std::string_view) {
                 options.exact = false;
                 return true;
               }},
    OptionInfo{"no-cache", "", "keep no values of residual formulas",
               [](Options& options, std::string_view) {
                 options.cache = false;
                 return true;
               }},
    OptionInfo{"no-components", "", "do not look for parts of the formula that share no variable",
               [](Options& options, std::string_view) {
                 options.components = false;
                 return true;
               }},
    OptionInfo{"no-cut", "", "do not look for small cuts between early and late variables",
               [](Options& options, std::string_view) {
                 options.cut = false;
                 return true;
               }},
    OptionInfo{"no-preprocess", "", "search the formula as it is, without making it smaller first",
               [](Options& options, std::string_view) {
                 options.preprocess = false;
                 return true;
               }},
    OptionInfo{"no-prune", "", "find the value of every node, also where a bound would do",
               [](Options& options, std::string_view) {
                 options.prune = false;
                 return true;
               }},
    OptionInfo{"no-pure", "", "do not look for literals that lose nothing",
               [](Options& options, std::string_view) {
                 options.pure = false;
                 return true;
               }},
    OptionInfo{"no-learn", "", "learn no clauses from conflicts",
               [](Options& options, std::string_view) {
                 options.learn = false;
                 return true;
               }},
};

}  // namespace

const char* name_of(Engine engine) {
  switch (engine) {
    case Engine::automatic:
      return "auto";
    case Engine::dpll:
      return "dpll";
    case Engine::layers:
      return "layers";
  }
  throw InternalError("name_of: no such engine");
}

std::optional<Engine> parse_engine(std::string_view name) {
  for (const Engine engine : {Engine::automatic, Engine::dpll, Engine::layers}) {
    if (name == name_of(engine)) return engine;
  }
  return std::nullopt;
}

std::span<const OptionInfo> option_table() {
  return table;
}

}  // namespace gdlc
