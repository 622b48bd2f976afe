#include <algorithm>
#include <unordered_set>

#include "core/asp/simplify.hpp"

namespace gdlc::asp {
namespace {

class Freer {
 public:
  explicit Freer(const Program& program)
      : program_(program), result_(program.without_rules()), heads_(program.atoms() + 1, 0) {
    result_.reserve_as(program);
    for (const Rule& rule : program.rules()) {
      for (const Atom atom : different(program.head(rule))) ++heads_[at(atom)];
    }
  }

  Program run() {
    for (std::size_t number = 0; number < program_.rules().size(); ++number) {
      const Rule& rule = program_.rules()[number];
      NewRule free = program_.parts(rule);
      free.lower = free.upper = Rule::none;
      result_.add(free);
      if (rule.lower != Rule::none || rule.upper != Rule::none) bounds(number, rule);
    }
    return std::move(result_);
  }

 private:
  static std::vector<Atom> different(std::span<const Atom> atoms) {
    std::vector<Atom> found;
    std::unordered_set<Atom> seen;
    for (const Atom atom : atoms) {
      if (atoms.size() < 2 || seen.insert(atom).second) found.push_back(atom);
    }
    return found;
  }

  void bounds(std::size_t number, const Rule& rule) {
    const std::vector<Atom> atoms = different(program_.head(rule));
    std::vector<Atom> body(program_.body(rule).begin(), program_.body(rule).end());
    if (rule.is_sum()) {
      const Atom whole = fresh("_body", number);
      NewRule definition = program_.parts(rule);
      definition.head = {&whole, 1};
      definition.choice = false;
      definition.lower = definition.upper = Rule::none;
      result_.add(definition);
      body.assign(1, whole);
    }
    const bool alone =
        std::all_of(atoms.begin(), atoms.end(), [&](Atom atom) { return heads_[at(atom)] == 1; });
    if (rule.lower != Rule::none) at_least(number, atoms, body, rule.lower);
    if (rule.upper != Rule::none) at_most(number, atoms, body, rule.upper, alone);
  }

  Atom fresh(const char* what, std::size_t number) {
    return result_.fresh(std::string(what) + "(" + std::to_string(number) + ")");
  }

  void forbid(std::span<const Atom> body) {
    result_.add({.head = {}, .body = body, .weights = {}});
  }

  void at_least(std::size_t number, const std::vector<Atom>& atoms, std::vector<Atom> body,
                std::int64_t lower) {
    if (lower <= 0) return;
    if (lower > static_cast<std::int64_t>(atoms.size())) return forbid(body);
    if (lower == 1) {
      std::vector<Atom> none_and_body;
      for (const Atom atom : atoms) none_and_body.push_back(-atom);
      none_and_body.insert(none_and_body.end(), body.begin(), body.end());
      return forbid(none_and_body);
    }
    const Atom enough = fresh("_enough", number);
    count(enough, atoms, lower);
    body.insert(body.begin(), -enough);
    forbid(body);
  }

  void at_most(std::size_t number, const std::vector<Atom>& atoms, std::vector<Atom> body,
               std::int64_t upper, bool alone) {
    if (upper >= static_cast<std::int64_t>(atoms.size())) return;
    if (upper < 0) return forbid(body);
    if (alone || body.empty()) return count(0, atoms, upper + 1);
    const Atom surplus = fresh("_surplus", number);
    count(surplus, atoms, upper + 1);
    body.insert(body.begin(), surplus);
    forbid(body);
  }

  // head: 0 for a constraint
  void count(Atom head, const std::vector<Atom>& atoms, std::int64_t bound) {
    const std::vector<Atom> ones(atoms.size(), 1);
    const std::span<const Atom> heads(&head, head == 0 ? 0 : 1);
    result_.add({.head = heads, .body = atoms, .weights = ones, .bound = bound});
  }

  const Program& program_;
  Program result_;
  std::vector<std::uint32_t> heads_;  // rules with the atom in the head
};

}  // namespace

Program free_choices(const Program& program) {
  return Freer(program).run();
}

}  // namespace gdlc::asp
