#include "app/arguments.hpp"

#include <algorithm>
#include <string_view>

namespace gdlc::app {
namespace {

struct Switch {
  std::string_view name;
  bool Arguments::* field;
  std::string_view help;
};

constexpr Switch switches[] = {
    {"--json", &Arguments::json, "print one JSON document, also for an error"},
    {"-v", &Arguments::verbose, "tell bounds, statistics and times on stderr"},
    {"--help", &Arguments::help, "print this text"},
    {"--version", &Arguments::version, "print the version"},
};

// The value behind an option: `--name value` or `--name=value`.
std::string_view value_of(std::string_view name, std::optional<std::string_view> glued,
                          std::span<const char* const> arguments, std::size_t& at) {
  if (glued) return *glued;
  if (at + 1 == arguments.size()) {
    throw UsageError("option " + std::string(name) + " needs a value");
  }
  return arguments[++at];
}

[[noreturn]] void refuse(std::string_view name, std::string_view value,
                         const std::string& expected) {
  throw UsageError("found '" + std::string(value) + "' behind " + std::string(name) +
                   ", expected " + expected);
}

// Of what stands behind an option, by its name in the help.
std::string expectation(std::string_view argument) {
  const std::string text(argument);
  if (argument.find('|') != std::string_view::npos) return "one of " + text;
  if (argument == "DIR") return "a folder";
  return "a number of " + text;
}

void put_row(std::string& text, const std::string& left, std::string_view help) {
  constexpr std::size_t width = 24;
  std::string line = "  " + left;
  line.resize(std::max(width, line.size() + 1), ' ');
  for (const char c : help) {
    line += c;
    if (c == '\n') line += std::string(width, ' ');
  }
  text += line + "\n";
}

}  // namespace

void parse_arguments(std::span<const char* const> arguments, Arguments& result) {
  // The form of the answer first: it holds for complaints about the rest.
  for (const char* const argument : arguments) {
    if (std::string_view(argument) == "--json") result.json = true;
  }
  bool has_file = false;
  bool only_files = false;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const std::string_view argument = arguments[at];
    if (only_files || argument.size() < 2 || argument.front() != '-') {
      if (has_file) throw UsageError("found a second file, '" + std::string(argument) + "'");
      result.file = argument;
      has_file = true;
      continue;
    }
    if (argument == "--") {
      only_files = true;
      continue;
    }
    const auto* const known =
        std::find_if(std::begin(switches), std::end(switches),
                     [&](const Switch& candidate) { return candidate.name == argument; });
    if (known != std::end(switches)) {
      result.*(known->field) = true;
      continue;
    }
    const std::size_t equals = argument.find('=');
    const std::string_view name = argument.substr(0, equals);
    std::optional<std::string_view> glued;
    if (equals != std::string_view::npos) glued = argument.substr(equals + 1);
    if (name == "--free") {
      const std::string_view value = value_of(name, glued, arguments, at);
      if (value != "inner" && value != "outer") refuse(name, value, "inner or outer");
      result.free = value == "inner" ? Free::inner : Free::outer;
      continue;
    }
    if (name == "--format") {
      const std::string_view value = value_of(name, glued, arguments, at);
      if (value != "text" && value != "mcc") refuse(name, value, "text or mcc");
      result.mcc = value == "mcc";
      continue;
    }
    const std::span<const OptionInfo> table = option_table();
    const auto option = std::find_if(table.begin(), table.end(), [&](const OptionInfo& info) {
      return name.starts_with("--") && name.substr(2) == info.name;
    });
    if (option == table.end()) {
      throw UsageError("unknown option " + std::string(name) + " (see xssat --help)");
    }
    std::string_view value;
    if (!option->argument.empty()) {
      value = value_of(name, glued, arguments, at);
    } else if (glued) {
      throw UsageError("option " + std::string(name) + " takes no value");
    }
    if (!option->set(result.options, value)) {
      refuse(name, value, expectation(option->argument));
    }
  }
  if (result.json && result.mcc) throw UsageError("--json and --format mcc exclude each other");
}

std::string help_text() {
  std::string text =
      "usage: xssat [OPTION]... [FILE]\n\n"
      "Prints the value of a stochastic SAT formula (XSSAT or SDIMACS text); exactly, unless "
      "--float\n"
      "is given.\n"
      "Without FILE, or with -, reads standard input.\n\n";
  put_row(text, "--free inner|outer",
          "variables in clauses but in no quantifier line are\nexistential, in the innermost or "
          "the outermost block");
  put_row(text, "--format text|mcc",
          "print a line for people, or the lines of the model\ncounting competition");
  for (const OptionInfo& info : option_table()) {
    std::string left = "--" + std::string(info.name);
    if (!info.argument.empty()) left += " " + std::string(info.argument);
    put_row(text, left, info.help);
  }
  for (const Switch& row : switches) put_row(text, std::string(row.name), row.help);
  text +=
      "\nexit status: 0 answered; 1 bad input; 2 bad usage; 3 a limit was reached (bounds are\n"
      "printed); 6 the answer could not be written; 70 a bug; 130, 143 interrupted (bounds)\n";
  return text;
}

}  // namespace gdlc::app
