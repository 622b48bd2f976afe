#include "core/asp/alike.hpp"

#include <algorithm>

namespace gdlc::asp {
namespace {

// Marks what makes an atom unlike all others: no literal is so small.
constexpr Atom unlike = std::numeric_limits<Atom>::min();

}  // namespace

Alike::Alike(const Program& program)
    : program_(program), uses_(RuleIndex::by_body(program)), rules_(RuleIndex::by_head(program)) {}

std::vector<std::uint32_t> Alike::by_use(const std::vector<Atom>& atoms,
                                         const std::vector<Atom>& conditions) const {
  std::vector<Shape> shapes;
  std::map<std::uint32_t, std::size_t> times;  // how many of the atoms a rule uses
  for (const Atom atom : atoms) {
    for (const std::uint32_t rule : uses_[atom]) ++times[rule];
  }
  for (const Atom atom : atoms) {
    Shape shape = use_of(atom, conditions);
    for (const std::uint32_t rule : uses_[atom]) {
      if (times[rule] > 1) shape.push_back({unlike, atom});
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
  for (const std::uint32_t number : uses_[atom]) {
    const Rule& rule = program_.rules()[number];
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
  for (const std::uint32_t number : rules_[atom]) {
    const Rule& rule = program_.rules()[number];
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
