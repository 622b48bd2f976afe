#include "core/asp/program.hpp"

#include "core/errors.hpp"

namespace gdlc::asp {

Atom Program::atom(std::string_view name) {
  const Atom known = names_->find(name);
  if (known != 0) return known;
  if (names_.use_count() > 1) names_ = std::make_shared<Names>(*names_);
  return names_->add(name);
}

Atom Program::fresh(std::string name) {
  while (find(name) != 0) name.insert(name.begin(), '_');
  return atom(name);
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
      pool_.insert(pool_.end(), part.begin(), part.end());
    }
  }
  made.head = pool_.size() - more;
  made.body = made.head + made.heads;
  rules_.push_back(made);
}

void Program::reserve_as(const Program& other) {
  rules_.reserve(other.rules_.size());
  pool_.reserve(other.pool_.size());
}

Program Program::without_rules() const {
  Program result;
  result.names_ = names_;
  return result;
}

std::vector<std::uint32_t> Program::head_counts() const {
  std::vector<std::uint32_t> counts(atoms() + 1, 0);
  for (const Rule& rule : rules_) {
    for (const Atom atom : head(rule)) ++counts[at(atom)];
  }
  return counts;
}

std::vector<bool> Program::facts() const {
  std::vector<bool> found(atoms() + 1, false);
  for (const Rule& rule : rules_) {
    if (rule.is_fact()) found[at(head(rule)[0])] = true;
  }
  return found;
}

}  // namespace gdlc::asp
