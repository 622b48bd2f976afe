// Texts of one program: see asp_checks.hpp.

#include <algorithm>
#include <set>

#include "asp_checks.hpp"
#include "core/asp/aspif.hpp"
#include "core/asp/simplify.hpp"
#include "core/asp/text.hpp"
#include "core/errors.hpp"
#include "stable_models.hpp"

namespace gdlc::test {
namespace {

using asp::Atom;
using asp::Program;

std::vector<Atom> all_atoms(const Program& program) {
  std::vector<Atom> atoms;
  for (std::size_t n = 1; n <= program.atoms(); ++n) atoms.push_back(static_cast<Atom>(n));
  return atoms;
}

// The stable models as sets of names, as far as these atoms go.
std::multiset<std::set<std::string>> models_by_name(const Program& program,
                                                    const std::set<std::string>& names) {
  std::multiset<std::set<std::string>> found;
  for (const Model model : stable_models(program)) {
    std::set<std::string> true_names;
    for (const Atom atom : all_atoms(program)) {
      const std::string name(program.name(atom));
      if (names.contains(name) && holds(model, atom)) true_names.insert(name);
    }
    found.insert(std::move(true_names));
  }
  return found;
}

std::string fault_in_cut(const std::string& text, const std::string& whole) {
  for (std::size_t size = 0; size < text.size(); ++size) {
    Stop stop;
    try {
      const Program cut = asp::read_aspif(std::string_view(text).substr(0, size), false, stop);
      if (write_text(cut) != whole) return "another program from " + text.substr(0, size);
    } catch (const ParseError&) {
      continue;
    }
  }
  return {};
}

}  // namespace

std::string fault_in_texts(const Program& program) {
  Stop stop;
  const std::string text = write_text(program);
  Program again;
  asp::read_text(text, again, stop);
  if (write_text(again) != text) return "text read as\n" + write_text(again);
  if (again.rules().size() != program.rules().size()) return "the number of rules";
  for (std::size_t n = 0; n < program.rules().size(); ++n) {
    if (asp::write_rule(again, again.rules()[n]) != asp::write_rule(program, program.rules()[n])) {
      return "rule " + std::to_string(n);
    }
  }

  const Program free = asp::free_choices(program);
  const std::string free_text = write_text(free);
  const std::string aspif = asp::write_aspif(free, all_atoms(free));
  if (const Program read = asp::read_aspif(aspif, false, stop); write_text(read) != free_text) {
    return "aspif read as\n" + write_text(read);
  }
  if (std::string fault = fault_in_cut(aspif, free_text); !fault.empty()) return fault;

  // Each second atom without a name: what is shown must stay the same.
  std::vector<Atom> shown;
  std::set<std::string> names;
  for (Atom atom = 1; asp::at(atom) <= free.atoms(); atom += 2) {
    shown.push_back(atom);
    names.insert(std::string(free.name(atom)));
  }
  const Program hidden = asp::read_aspif(asp::write_aspif(free, shown), false, stop);
  if (models_by_name(hidden, names) != models_by_name(free, names)) {
    return "aspif with hidden atoms read as\n" + write_text(hidden);
  }
  return {};
}

}  // namespace gdlc::test
