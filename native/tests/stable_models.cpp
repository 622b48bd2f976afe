#include "stable_models.hpp"

#include <algorithm>
#include <set>

#include "core/errors.hpp"

namespace gdlc::test {
namespace {

using asp::Atom;
using asp::Program;
using asp::Rule;

constexpr std::size_t most_atoms = 16;

// Negative literals are looked up in `model`, positive ones in `derived`.
bool body_holds(const Program& program, const Rule& rule, Model derived, Model model) {
  const auto body = program.body(rule);
  std::int64_t sum = 0;
  for (std::size_t n = 0; n < body.size(); ++n) {
    const bool true_now = holds(body[n] > 0 ? derived : model, body[n]);
    if (!rule.is_sum() && !true_now) return false;
    if (rule.is_sum() && true_now) sum += program.weights(rule)[n];
  }
  return !rule.is_sum() || sum >= rule.bound;
}

bool breaks(const Program& program, const Rule& rule, Model model) {
  if (!body_holds(program, rule, model, model)) return false;
  if (!rule.choice) return rule.heads == 0;
  std::set<Atom> chosen;
  for (const Atom atom : program.head(rule)) {
    if (holds(model, atom)) chosen.insert(atom);
  }
  const auto count = static_cast<std::int64_t>(chosen.size());
  return (rule.lower != Rule::none && count < rule.lower) ||
         (rule.upper != Rule::none && count > rule.upper);
}

bool is_stable(const Program& program, Model model) {
  for (const Rule& rule : program.rules()) {
    if (breaks(program, rule, model)) return false;
  }
  Model derived = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Rule& rule : program.rules()) {
      if (!body_holds(program, rule, derived, model)) continue;
      for (const Atom atom : program.head(rule)) {
        if (holds(derived, atom) || (rule.choice && !holds(model, atom))) continue;
        derived |= Model{1} << (atom - 1);
        changed = true;
      }
    }
    if ((derived & ~model) != 0) return false;
  }
  return derived == model;
}

double value_from(const std::vector<Model>& models, const std::vector<asp::Prefixed>& prefix,
                  std::size_t from) {
  if (models.empty()) return 0;
  if (from == prefix.size()) return 1;
  std::vector<Model> with;
  std::vector<Model> without;
  for (const Model model : models) {
    (holds(model, prefix[from].atom) ? with : without).push_back(model);
  }
  const double yes = value_from(with, prefix, from + 1);
  const double no = value_from(without, prefix, from + 1);
  switch (prefix[from].quantifier) {
    case asp::Quantifier::exists:
      return std::max(yes, no);
    case asp::Quantifier::forall:
      return std::min(yes, no);
    case asp::Quantifier::chance:
      break;
  }
  const double probability = probability_of(prefix[from].atom);
  return probability * yes + (1 - probability) * no;
}

}  // namespace

std::vector<Model> stable_models(const Program& program) {
  check(program.atoms() <= most_atoms, "stable_models: too many atoms");
  std::vector<Model> found;
  for (Model model = 0; model < Model{1} << program.atoms(); ++model) {
    if (is_stable(program, model)) found.push_back(model);
  }
  return found;
}

double value_of(const std::vector<Model>& models, const std::vector<asp::Prefixed>& prefix) {
  return value_from(models, prefix, 0);
}

}  // namespace gdlc::test
