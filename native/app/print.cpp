#include "app/print.hpp"

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace gdlc::app {
namespace {

std::string value_text(const Rational& value) {
  const std::string fraction = fraction_text(value);
  if (denominator_of(value) == 1) return fraction;
  const Decimal decimal = nearest_decimal(value);
  return fraction + (decimal.exact ? " = " : " ~ ") + decimal.text;
}

std::string_view reason_text(StopReason reason) {
  switch (reason) {
    case StopReason::time:
      return "time limit reached";
    case StopReason::memory:
      return "memory limit reached";
    case StopReason::interrupt:
      return "interrupted";
    case StopReason::none:
      break;
  }
  return "not finished";
}

std::string_view reason_word(StopReason reason) {
  switch (reason) {
    case StopReason::time:
      return "time";
    case StopReason::memory:
      return "memory";
    case StopReason::interrupt:
      return "interrupt";
    case StopReason::none:
      break;
  }
  return "";
}

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      result += escape;
    } else {
      result += c;
    }
  }
  return result + "\"";
}

// With bounds only, the best choice so far may turn out to be a bad one.
std::vector<Lit> proven_choice(const Answer& answer) {
  return answer.exact() ? answer.outer : std::vector<Lit>();
}

}  // namespace

std::string answer_text(const Answer& answer) {
  std::string text =
      answer.exact() ? value_text(answer.lower) + " (exact)\n"
                     : "between " + value_text(answer.lower) + " and " + value_text(answer.upper) +
                           " (bounds: " + std::string(reason_text(answer.stopped)) + ")\n";
  if (!proven_choice(answer).empty()) {
    text += "choice";
    for (const Lit lit : proven_choice(answer)) text += " " + std::to_string(lit.dimacs());
    text += " 0\n";
  }
  return text;
}

std::string answer_json(const Answer& answer) {
  std::string text = "{\"schema\": 1, ";
  if (answer.exact()) {
    const Decimal decimal = nearest_decimal(answer.lower);
    text += "\"value\": \"" + fraction_text(answer.lower) + "\", \"decimal\": \"" + decimal.text +
            "\", \"rounded\": " + (decimal.exact ? "false" : "true") + ", \"status\": \"exact\", ";
  } else {
    text += "\"value\": null, \"decimal\": null, \"rounded\": null, \"status\": \"bounds\", ";
  }
  text += "\"lower\": \"" + fraction_text(answer.lower) + "\", \"upper\": \"" +
          fraction_text(answer.upper) + "\", \"stopped\": \"" +
          std::string(reason_word(answer.stopped)) + "\", ";
  text += "\"move\": null, \"choice\": [";
  bool first = true;
  for (const Lit lit : proven_choice(answer)) {
    if (!first) text += ", ";
    first = false;
    text += std::to_string(lit.dimacs());
  }
  text += "], \"engine\": \"dpll\", \"stats\": {";
  first = true;
  for (const auto& [name, count] : answer.stats.rows()) {
    if (!first) text += ", ";
    first = false;
    text += "\"" + std::string(name) + "\": " + std::to_string(count);
  }
  return text + "}, \"error\": null}\n";
}

std::string failure_json(const Failure& failure) {
  const auto optional = [](const std::string& text) {
    return text.empty() ? std::string("null") : json_string(text);
  };
  const auto place = [&](std::size_t number) {
    return failure.line == 0 ? std::string("null") : std::to_string(number);
  };
  return "{\"schema\": 1, \"value\": null, \"decimal\": null, \"rounded\": null, \"status\": null, "
         "\"lower\": null, \"upper\": null, \"stopped\": \"\", \"move\": null, \"choice\": [], "
         "\"engine\": \"dpll\", \"stats\": {}, \"error\": {\"message\": " +
         json_string(failure.message) + ", \"file\": " + optional(failure.file) +
         ", \"line\": " + place(failure.line) + ", \"column\": " + place(failure.column) +
         ", \"hint\": " + optional(failure.hint) + "}}\n";
}

std::string failure_text(const Failure& failure) {
  std::string text = failure.file.empty() ? "xssat" : failure.file;
  if (failure.line != 0) {
    text += ":" + std::to_string(failure.line) + ":" + std::to_string(failure.column);
  }
  text += ": " + failure.message + "\n";
  if (!failure.hint.empty()) text += "hint: " + failure.hint + "\n";
  return text;
}

std::string stats_text(const Stats& stats, double seconds) {
  std::string text;
  for (const auto& [name, count] : stats.rows()) {
    std::string line(name);
    line.resize(16, ' ');
    text += line + std::to_string(count) + "\n";
  }
  char line[48];
  std::snprintf(line, sizeof line, "seconds         %.3f\n", seconds);
  return text + line;
}

}  // namespace gdlc::app
