#include "asp_checks.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "core/asp/aspif.hpp"
#include "core/asp/simplify.hpp"
#include "core/asp/text.hpp"
#include "core/errors.hpp"
#include "random_program.hpp"

namespace gdlc::test {
namespace {

using asp::Atom;
using asp::NewRule;
using asp::Program;
using asp::Rule;

struct Check {
  std::string_view name;
  std::function<std::string(const Program&)> fault;
};

std::vector<Check> all_checks(std::uint64_t seed) {
  return {
      {"texts", [](const Program& program) { return fault_in_texts(program); }},
      {"passes", [=](const Program& program) { return fault_in_passes(program, seed); }},
      {"completions", [=](const Program& program) { return fault_in_completions(program, seed); }}};
}

// A rule less, or a rule with a literal less.
std::vector<Program> smaller(const Program& program) {
  std::vector<Program> found;
  const auto with = [&](std::size_t number, const NewRule* other) {
    Program copy = program.without_rules();
    for (std::size_t n = 0; n < program.rules().size(); ++n) {
      if (n != number) copy.add(program.parts(program.rules()[n]));
      if (n == number && other != nullptr) copy.add(*other);
    }
    found.push_back(std::move(copy));
  };
  const auto cut = [](std::span<const Atom> all, std::size_t place) {
    std::vector<Atom> rest(all.begin(), all.end());
    if (place < rest.size()) rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(place));
    return rest;
  };
  for (std::size_t n = 0; n < program.rules().size(); ++n) with(n, nullptr);
  for (std::size_t n = 0; n < program.rules().size(); ++n) {
    const Rule& rule = program.rules()[n];
    for (std::size_t place = 0; place < rule.literals; ++place) {
      NewRule other = program.parts(rule);
      const std::vector<Atom> body = cut(other.body, place);
      const std::vector<Atom> weights = cut(other.weights, place);
      other.body = body;
      other.weights = weights;
      with(n, &other);
    }
    for (std::size_t place = 0; rule.choice && place < rule.heads; ++place) {
      NewRule other = program.parts(rule);
      const std::vector<Atom> head = cut(other.head, place);
      other.head = head;
      with(n, &other);
    }
  }
  return found;
}

}  // namespace

std::string guarded(const std::function<std::string()>& check) {
  try {
    return check();
  } catch (const std::exception& error) {
    return std::string("unexpected exception: ") + error.what();
  }
}

Program simple(const Program& program) {
  return asp::simplify(asp::free_choices(program));
}

std::string fault_in_reading(std::string_view text, bool aspif) {
  Stop stop;
  Program program;
  try {
    if (aspif) {
      program = asp::read_aspif(text, false, stop);
    } else {
      asp::read_text(text, program, stop);
    }
  } catch (const ParseError& error) {
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    if (error.line < 1 || error.line > lines || error.column < 1) return "no place in the text";
    return {};
  }
  // Names in aspif are any bytes, so that they need not be readable in another form.
  if (aspif) return {};
  const std::string written = write_text(program);
  Program again;
  asp::read_text(written, again, stop);
  return write_text(again) == written ? "" : "not the same text:\n" + write_text(again);
}

Program shrunk(const Program& program, const std::function<bool(const Program&)>& is_faulty) {
  Program least = program;
  for (bool changed = true; changed;) {
    changed = false;
    for (Program& candidate : smaller(least)) {
      if (!is_faulty(candidate)) continue;
      least = std::move(candidate);
      changed = true;
      break;
    }
  }
  return least;
}

std::string fault_of_seed(std::uint64_t seed) {
  Random random(seed);
  const ProgramShape shape{.max_atoms = 1 + random.below(7),
                           .max_rules = 1 + random.below(14),
                           .tight = true,
                           .bounds = random.chance(40)};
  const Program program = random_program(random, shape);
  for (const Check& check : all_checks(seed)) {
    const auto fault = [&](const Program& candidate) {
      return guarded([&] { return check.fault(candidate); });
    };
    if (fault(program).empty()) continue;
    const Program least =
        shrunk(program, [&](const Program& candidate) { return !fault(candidate).empty(); });
    return std::string(check.name) + ": " + fault(least) + "\n" + write_text(least);
  }
  return {};
}

}  // namespace gdlc::test
