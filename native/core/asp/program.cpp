#include "core/asp/program.hpp"

#include "core/errors.hpp"

namespace gdlc::asp {

Program::Program() {
  names_.emplace_back();
}

Program::Program(const Program& other)
    : names_(other.names_), rules_(other.rules_), pool_(other.pool_) {
  numbers_.reserve(names_.size());
  for (std::size_t number = 1; number < names_.size(); ++number) {
    numbers_.emplace(names_[number], static_cast<Atom>(number));
  }
}

Atom Program::atom(std::string_view name) {
  const auto known = numbers_.find(name);
  if (known != numbers_.end()) return known->second;
  check(names_.size() < static_cast<std::size_t>(std::numeric_limits<Atom>::max()),
        "asp: too many atoms");
  const auto number = static_cast<Atom>(names_.size());
  names_.emplace_back(name);
  numbers_.emplace(names_.back(), number);
  return number;
}

Atom Program::fresh(std::string name) {
  while (find(name) != 0) name.insert(name.begin(), '_');
  return atom(name);
}

Atom Program::find(std::string_view name) const {
  const auto known = numbers_.find(name);
  return known == numbers_.end() ? 0 : known->second;
}

NewRule Program::parts(const Rule& rule) const {
  return {.head = head(rule),
          .body = body(rule),
          .weights = rule.is_sum() ? weights(rule) : std::span<const Atom>(),
          .choice = rule.choice,
          .lower = rule.lower,
          .upper = rule.upper,
          .bound = rule.bound};
}

void Program::add(const NewRule& rule) {
  check(rule.bound == Rule::none ? rule.weights.empty() : rule.weights.size() == rule.body.size(),
        "asp: a sum needs one weight for each literal");
  Rule made{.heads = static_cast<std::uint32_t>(rule.head.size()),
            .literals = static_cast<std::uint32_t>(rule.body.size()),
            .choice = rule.choice,
            .lower = rule.lower,
            .upper = rule.upper,
            .bound = rule.bound};
  // The parts may lie in this very pool, which may move when it grows.
  const std::size_t more = rule.head.size() + rule.body.size() + rule.weights.size();
  if (pool_.capacity() - pool_.size() < more) {
    std::vector<Atom> grown;
    grown.reserve(2 * pool_.capacity() + more);
    grown.assign(pool_.begin(), pool_.end());
    grown.insert(grown.end(), rule.head.begin(), rule.head.end());
    grown.insert(grown.end(), rule.body.begin(), rule.body.end());
    grown.insert(grown.end(), rule.weights.begin(), rule.weights.end());
    pool_ = std::move(grown);
  } else {
    for (const auto part : {rule.head, rule.body, rule.weights}) {
      for (const Atom value : part) pool_.push_back(value);
    }
  }
  made.head = pool_.size() - more;
  made.body = made.head + made.heads;
  rules_.push_back(made);
}

void Program::reserve(std::size_t rules, std::size_t literals) {
  rules_.reserve(rules);
  pool_.reserve(literals);
}

Program Program::without_rules() const {
  Program result;
  result.names_ = names_;
  result.numbers_.reserve(names_.size());
  for (std::size_t number = 1; number < result.names_.size(); ++number) {
    result.numbers_.emplace(result.names_[number], static_cast<Atom>(number));
  }
  return result;
}

std::vector<std::uint32_t> Program::head_counts() const {
  std::vector<std::uint32_t> counts(names_.size(), 0);
  for (const Rule& rule : rules_) {
    for (const Atom atom : head(rule)) ++counts[at(atom)];
  }
  return counts;
}

std::vector<bool> Program::facts() const {
  std::vector<bool> found(names_.size(), false);
  for (const Rule& rule : rules_) {
    if (rule.is_fact()) found[at(head(rule)[0])] = true;
  }
  return found;
}

}  // namespace gdlc::asp
