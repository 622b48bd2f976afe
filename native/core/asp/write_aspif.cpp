#include "core/asp/aspif.hpp"
#include "core/errors.hpp"

namespace gdlc::asp {
namespace {

void put(std::string& text, std::int64_t number) {
  text += ' ';
  text += std::to_string(number);
}

}  // namespace

std::string write_aspif(const Program& program, std::span<const Atom> shown) {
  std::string text = "asp 1 0 0\n";
  for (const Rule& rule : program.rules()) {
    if (rule.lower != Rule::none || rule.upper != Rule::none) {
      throw FormulaError("a choice with bounds");
    }
    text += rule.choice ? "1 1" : "1 0";
    put(text, rule.heads);
    for (const Atom atom : program.head(rule)) put(text, atom);
    text += rule.is_sum() ? " 1" : " 0";
    if (rule.is_sum()) put(text, rule.bound);
    put(text, rule.literals);
    for (std::size_t n = 0; n < rule.literals; ++n) {
      put(text, program.body(rule)[n]);
      if (rule.is_sum()) put(text, program.weights(rule)[n]);
    }
    text += '\n';
  }
  for (const Atom atom : shown) {
    const std::string_view name = program.name(atom);
    text += "4 " + std::to_string(name.size()) + " ";
    text += name;
    text += " 1";
    put(text, atom);
    text += '\n';
  }
  text += "0\n";
  return text;
}

}  // namespace gdlc::asp
