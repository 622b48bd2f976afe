// Both completions of one program: see asp_checks.hpp.

#include <algorithm>
#include <map>
#include <set>

#include "asp_checks.hpp"
#include "clause_models.hpp"
#include "core/asp/text.hpp"
#include "random_program.hpp"
#include "stable_models.hpp"

namespace gdlc::test {
namespace {

using asp::Atom;
using asp::Completion;
using asp::Prefixed;
using asp::Program;
using asp::Savings;

// The atoms that hold in an assignment; what was left out does not.
Model model_of(const Completion& completion, const ClauseModels::Assignment& assignment) {
  Model model = 0;
  for (std::size_t n = 1; n < completion.values.size(); ++n) {
    const asp::Value value = completion.values[n];
    if (value != 0 && holds(assignment, value)) model |= Model{1} << (n - 1);
  }
  return model;
}

std::vector<Model> models_of(const Completion& completion) {
  std::vector<Model> found;
  ClauseModels(completion.clauses).each([&](const ClauseModels::Assignment& assignment) {
    found.push_back(model_of(completion, assignment));
    return true;
  });
  std::sort(found.begin(), found.end());
  return found;
}

// Variables in the order of the prefix, then of the atoms in the text, then those without a name.
std::string fault_in_names(const Completion& completion, const std::vector<Prefixed>& prefix) {
  const auto vars = static_cast<std::size_t>(completion.clauses.count());
  if (completion.named.size() != vars + 1) return "a name for each variable";
  for (std::size_t var = 1; var <= vars; ++var) {
    const Atom atom = completion.named[var];
    if (atom != 0 && completion.values[asp::at(atom)] != static_cast<asp::Value>(var)) {
      return "a variable is named after an atom that it is not";
    }
  }
  auto next = prefix.begin();
  for (std::size_t n = 0; n < completion.prefix.size(); ++n) {
    const Prefixed& one = completion.prefix[n];
    if (completion.values[asp::at(one.atom)] != static_cast<asp::Value>(n + 1) ||
        completion.named[n + 1] != one.atom) {
      return "the variables do not begin with the prefix";
    }
    next = std::find_if(next, prefix.end(), [&](const Prefixed& p) { return p.atom == one.atom; });
    if (next == prefix.end() || next->level != one.level || next->quantifier != one.quantifier) {
      return "another prefix";
    }
  }
  return {};
}

// Clauses and variables as text, for a person.
std::string shown(const Completion& completion) {
  std::string text;
  for (const asp::Value literal : completion.clauses.flat) {
    text += literal == 0 ? "0\n" : std::to_string(literal) + " ";
  }
  for (std::size_t n = 1; n < completion.values.size(); ++n) {
    text += "atom " + std::to_string(n) + " is " + std::to_string(completion.values[n]) + "\n";
  }
  return text;
}

std::string shown(const Savings& savings, const std::vector<Prefixed>& prefix) {
  std::string text = "savings";
  if (savings.equal) text += " equal";
  if (savings.imply) text += " imply";
  if (savings.bodies) text += " bodies";
  if (savings.cone) text += " cone";
  if (savings.units) text += " units";
  text += ", prefix";
  for (const Prefixed& one : prefix) {
    text += " " + std::to_string(one.level) + "eac"[static_cast<int>(one.quantifier)] + ":" +
            std::to_string(one.atom);
  }
  return text + "\n";
}

std::string fault_in_plain(const Program& program, const std::vector<Model>& models,
                           const std::vector<Prefixed>& prefix) {
  Stop stop;
  const Completion completion = asp::complete(program, prefix, stop);
  if (completion.prefix.size() != prefix.size()) return "the prefix is not whole";
  if (std::string fault = fault_in_names(completion, prefix); !fault.empty()) return fault;
  if (models_of(completion) != models) return "other models:\n" + shown(completion);
  if (ClauseModels(completion.clauses).value(completion) != value_of(models, prefix)) {
    return "another value:\n" + shown(completion);
  }
  return {};
}

std::string fault_in_lean(const Program& program, const std::vector<Model>& models,
                          const std::vector<Prefixed>& prefix, const Savings& savings) {
  Stop stop;
  const Completion completion = asp::complete_leanly(program, prefix, savings, stop);
  if (std::string fault = fault_in_names(completion, prefix); !fault.empty()) return fault;
  if (ClauseModels(completion.clauses).value(completion) != value_of(models, prefix)) {
    return "another value:\n" + shown(completion);
  }
  const std::vector<Model> found = models_of(completion);
  // All but the atoms is defined by them, whatever was left out.
  if (std::adjacent_find(found.begin(), found.end()) != found.end()) {
    return "a model twice:\n" + shown(completion);
  }
  if (!savings.cone && found != models) return "other models:\n" + shown(completion);
  return {};
}

}  // namespace

std::string fault_in_completions(const Program& program, std::uint64_t seed) {
  Random random(seed);
  const Program ready = simple(program);
  const std::vector<Model> models = stable_models(ready);
  const std::vector<Prefixed> prefix = random_prefix(program, random, 5);
  for (const auto& outer : {prefix, std::vector<Prefixed>()}) {
    if (std::string fault = fault_in_plain(ready, models, outer); !fault.empty()) {
      return "plain, " + shown(Savings{}, outer) + fault;
    }
    for (const Savings& savings :
         {Savings{}, Savings{.cone = false}, random_savings(random), random_savings(random)}) {
      if (std::string fault = guarded([&] { return fault_in_lean(ready, models, outer, savings); });
          !fault.empty()) {
        return "lean, " + shown(savings, outer) + fault;
      }
    }
  }
  return {};
}

}  // namespace gdlc::test
