#include "core/asp/alike.hpp"

#include <algorithm>

namespace gdlc::asp {
namespace {

// Marks what makes an atom unlike all others: no literal is so small.
constexpr Atom unlike = std::numeric_limits<Atom>::min();

template <class Parts>
void index(const Program& program, Parts parts, std::vector<std::size_t>& first,
           std::vector<std::uint32_t>& rules) {
  first.assign(program.atoms() + 2, 0);
  for (const Rule& rule : program.rules()) {
    for (const Atom literal : parts(rule)) ++first[at(atom_of(literal)) + 1];
  }
  for (std::size_t n = 1; n < first.size(); ++n) first[n] += first[n - 1];
  rules.resize(first.back());
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  for (std::size_t number = 0; number < program.rules().size(); ++number) {
    for (const Atom literal : parts(program.rules()[number])) {
      rules[next[at(atom_of(literal))]++] = static_cast<std::uint32_t>(number);
    }
  }
}

}  // namespace

Alike::Alike(const Program& program) : program_(program) {
  index(program, [&](const Rule& rule) { return program.body(rule); }, first_use_, uses_);
  index(program, [&](const Rule& rule) { return program.head(rule); }, first_rule_, rules_);
}

std::vector<std::uint32_t> Alike::by_use(const std::vector<Atom>& atoms,
                                         const std::vector<Atom>& conditions) const {
  std::vector<Shape> shapes;
  std::map<std::uint32_t, std::size_t> times;  // how many of the atoms a rule uses
  for (const Atom atom : atoms) {
    for (std::size_t n = first_use_[at(atom)]; n < first_use_[at(atom) + 1]; ++n) ++times[uses_[n]];
  }
  for (const Atom atom : atoms) {
    Shape shape = use_of(atom, conditions);
    for (std::size_t n = first_use_[at(atom)]; n < first_use_[at(atom) + 1]; ++n) {
      if (times[uses_[n]] > 1) shape.push_back({unlike, atom});
    }
    shapes.push_back(std::move(shape));
  }
  return classes(shapes);
}

std::vector<std::uint32_t> Alike::by_rules(const std::vector<Atom>& atoms) const {
  std::vector<Shape> shapes;
  shapes.reserve(atoms.size());
  for (const Atom atom : atoms) {
    shapes.push_back(atom == 0 ? Shape{{0}} : rules_for(atom));
  }
  return classes(shapes);
}

Alike::Shape Alike::use_of(Atom atom, const std::vector<Atom>& conditions) const {
  Shape shape;
  for (std::size_t n = first_use_[at(atom)]; n < first_use_[at(atom) + 1]; ++n) {
    const Rule& rule = program_.rules()[uses_[n]];
    const auto body = program_.body(rule);
    const auto is_condition = [&](Atom literal) {
      return literal < 0 &&
             std::find(conditions.begin(), conditions.end(), -literal) != conditions.end();
    };
    if (rule.is_plain() && rule.heads == 0 && body.size() <= 2 &&
        std::all_of(body.begin(), body.end(),
                    [&](Atom literal) { return literal == atom || is_condition(literal); })) {
      continue;
    }
    std::vector<Atom> rest;
    bool plain = rule.is_plain();
    for (const Atom literal : body) {
      if (literal == -atom) plain = false;
      if (literal != atom) rest.push_back(literal);
    }
    if (!plain) {
      shape.push_back({unlike, atom});
      continue;
    }
    std::sort(rest.begin(), rest.end());
    rest.push_back(rule.heads == 0 ? 0 : program_.head(rule)[0]);
    shape.push_back(std::move(rest));
  }
  std::sort(shape.begin(), shape.end());
  shape.erase(std::unique(shape.begin(), shape.end()), shape.end());
  return shape;
}

Alike::Shape Alike::rules_for(Atom atom) const {
  Shape shape;
  for (std::size_t n = first_rule_[at(atom)]; n < first_rule_[at(atom) + 1]; ++n) {
    const Rule& rule = program_.rules()[rules_[n]];
    if (!rule.is_plain()) {
      shape.push_back({unlike, atom});
      continue;
    }
    const auto body = program_.body(rule);
    std::vector<Atom> sorted(body.begin(), body.end());
    std::sort(sorted.begin(), sorted.end());
    shape.push_back(std::move(sorted));
  }
  std::sort(shape.begin(), shape.end());
  shape.erase(std::unique(shape.begin(), shape.end()), shape.end());
  return shape;
}

std::vector<std::uint32_t> Alike::classes(const std::vector<Shape>& shapes) {
  std::map<Shape, std::uint32_t> first;
  std::vector<std::uint32_t> found;
  for (std::size_t n = 0; n < shapes.size(); ++n) {
    found.push_back(first.emplace(shapes[n], static_cast<std::uint32_t>(n)).first->second);
  }
  return found;
}

}  // namespace gdlc::asp
