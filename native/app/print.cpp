#include "app/print.hpp"

#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "app/decimal_text.hpp"
#include "app/float_text.hpp"

namespace gdlc::app {
namespace {

std::string value_text(const Rational& value) {
  const std::string fraction = fraction_text(value);
  if (denominator_of(value) == 1) return fraction;
  const Decimal decimal = answer_decimal(value);
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

// Of a number above 0; its digits may be more than a double has room for.
double log10_of(const Integer& value) {
  constexpr unsigned kept = 60;
  const auto bits = static_cast<unsigned>(msb(value));
  const unsigned shift = bits > kept ? bits - kept : 0;
  return std::log10(static_cast<double>(Integer(value >> shift))) + shift * std::log10(2.0);
}

// With bounds only, the best choice so far may turn out to be a bad one.
std::vector<Lit> proven_choice(const Answer& answer) {
  return answer.is_complete() ? answer.outer : std::vector<Lit>();
}

// pre: it is complete
Rational value_of(const Answer& answer) {
  return (answer.lower + answer.upper) / 2;
}

// Whether anything is won; unknown where all that a double can say is that it is next to nothing.
bool is_decided(const Answer& answer) {
  return answer.is_complete() && (answer.upper == 0 || answer.lower > 0);
}

}  // namespace

std::string note_of(const Formula& formula) {
  for (const std::string& note : formula.notes()) {
    if (note == "simultaneous pessimistic") {
      return "lower bound: the opponents see the player's move";
    }
  }
  return "";
}

std::string answer_text(const Answer& answer, const std::string& note) {
  std::string text;
  if (answer.is_float) {
    text = float_text(answer.lower, answer.upper) + " (float";
  } else if (answer.exact()) {
    text = value_text(answer.lower) + " (exact";
  } else {
    text = "between " + value_text(answer.lower) + " and " + value_text(answer.upper) +
           " (bounds: " + std::string(reason_text(answer.stopped));
  }
  if (!note.empty()) text += "; " + note;
  text += ")\n";
  if (!proven_choice(answer).empty()) {
    text += "choice";
    for (const Lit lit : proven_choice(answer)) text += " " + std::to_string(lit.dimacs());
    text += " 0\n";
  }
  return text;
}

std::string answer_mcc(const Answer& answer, const std::string& note) {
  std::string text = !is_decided(answer) ? "s UNKNOWN\n"
                     : answer.upper == 0 ? "s UNSATISFIABLE\n"
                                         : "s SATISFIABLE\n";
  text += "c s type ssat\n";
  if (is_decided(answer)) {
    const Rational value = value_of(answer);
    char line[40] = "-inf";
    if (value != 0) {
      const double log10 = log10_of(numerator_of(value)) - log10_of(denominator_of(value));
      std::snprintf(line, sizeof line, "%.8e", log10);
    }
    text += "c s log10-estimate " + std::string(line) + "\n";
    if (answer.exact()) {
      text += "c s exact arb frac " + fraction_text(value) + "\n";
    } else {
      std::snprintf(line, sizeof line, "%.16e", value.convert_to<double>());
      text += "c s approx double prec-sci " + std::string(line) + "\n";
    }
  }
  if (!answer.exact()) {
    text += "c o lower bound " + fraction_text(answer.lower) + "\n";
    text += "c o upper bound " + fraction_text(answer.upper) + "\n";
  }
  if (!answer.is_complete()) {
    text += "c o bounds: " + std::string(reason_text(answer.stopped)) + "\n";
  }
  if (!note.empty()) text += "c o " + note + "\n";
  return text;
}

std::string answer_json(const Answer& answer, const std::string& note) {
  std::string text = "{\"schema\": 1, ";
  if (answer.is_complete()) {
    const Rational value = value_of(answer);
    const Decimal decimal = answer_decimal(value);
    text += "\"value\": \"" + fraction_text(value) + "\", \"decimal\": \"" + decimal.text +
            "\", \"rounded\": " + (decimal.exact ? "false" : "true") + ", \"status\": \"" +
            (answer.is_float ? "float" : "exact") + "\", ";
  } else {
    text += "\"value\": null, \"decimal\": null, \"rounded\": null, \"status\": \"bounds\", ";
  }
  text += "\"note\": " + (note.empty() ? "null" : json_string(note)) + ", ";
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
  text += "], \"engine\": \"" + std::string(name_of(answer.engine)) + "\", \"stats\": {";
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
         "\"note\": null, \"lower\": null, \"upper\": null, \"stopped\": \"\", \"move\": null, "
         "\"choice\": [], "
         "\"engine\": null, \"stats\": {}, \"error\": {\"message\": " +
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

std::string stats_text(const Stats& stats, const std::vector<Seconds>& phases) {
  constexpr std::size_t width = 20;
  std::string text;
  for (const auto& [name, count] : stats.rows()) {
    std::string line(name);
    line.resize(width, ' ');
    text += line + std::to_string(count) + "\n";
  }
  double all = 0;
  const auto put_seconds = [&](std::string_view name, double seconds) {
    std::string line = "seconds" + std::string(name.empty() ? "" : " ") + std::string(name);
    line.resize(width, ' ');
    char number[32];
    std::snprintf(number, sizeof number, "%.3f", seconds);
    text += line + number + "\n";
    all += seconds;
  };
  for (const auto& [name, seconds] : phases) put_seconds(name, seconds);
  put_seconds("", all);
  return text;
}

}  // namespace gdlc::app
