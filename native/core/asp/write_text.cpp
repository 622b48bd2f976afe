#include <algorithm>

#include "core/asp/text.hpp"

namespace gdlc::asp {
namespace {

class Writer {
 public:
  explicit Writer(const Program& program) : program_(program) {}

  void rule(const Rule& rule) {
    head(rule);
    if (rule.literals > 0 || rule.is_sum()) {
      if (rule.heads > 0 || rule.choice) text += ' ';
      text += ":- ";
      rule.is_sum() ? sum(rule) : list(program_.body(rule), ", ");
    } else if (rule.heads == 0 && !rule.choice) {
      text += ":-";
    }
    text += '.';
  }

  std::string text;

 private:
  void head(const Rule& rule) {
    if (!rule.choice) {
      list(program_.head(rule), "; ");
      return;
    }
    if (rule.lower != Rule::none) text += std::to_string(rule.lower) + " ";
    text += '{';
    list(program_.head(rule), "; ");
    text += '}';
    if (rule.upper != Rule::none) text += " " + std::to_string(rule.upper);
  }

  void sum(const Rule& rule) {
    const auto body = program_.body(rule);
    const auto weights = program_.weights(rule);
    if (std::all_of(weights.begin(), weights.end(), [](Atom w) { return w == 1; }) &&
        !twice(body)) {
      text += std::to_string(rule.bound) + " {";
      list(body, "; ");
      text += '}';
      return;
    }
    text += "#sum {";
    for (std::size_t n = 0; n < body.size(); ++n) {
      if (n > 0) text += "; ";
      // The position makes the elements different: clingo sums over a set.
      text += std::to_string(weights[n]) + "," + std::to_string(n) + ": ";
      literal(body[n]);
    }
    text += "} >= " + std::to_string(rule.bound);
  }

  static bool twice(std::span<const Atom> body) {
    std::vector<Atom> sorted(body.begin(), body.end());
    std::sort(sorted.begin(), sorted.end());
    return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
  }

  void list(std::span<const Atom> literals, const char* separator) {
    bool first = true;
    for (const Atom one : literals) {
      if (!first) text += separator;
      first = false;
      literal(one);
    }
  }

  void literal(Atom literal) {
    if (literal < 0) text += "not ";
    text += program_.name(atom_of(literal));
  }

  const Program& program_;
};

}  // namespace

std::string write_text(const Program& program) {
  Writer writer(program);
  for (const Rule& rule : program.rules()) {
    writer.rule(rule);
    writer.text += '\n';
  }
  return std::move(writer.text);
}

std::string write_rule(const Program& program, const Rule& rule) {
  Writer writer(program);
  writer.rule(rule);
  return std::move(writer.text);
}

}  // namespace gdlc::asp
