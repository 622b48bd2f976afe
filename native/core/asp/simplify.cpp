#include "core/asp/simplify.hpp"

#include "core/asp/rule_index.hpp"

namespace gdlc::asp {
namespace {

enum class Truth : std::int8_t { open, yes, no };

// Rules under simplification: bodies get shorter in place.
class Simplifier {
 public:
  explicit Simplifier(const Program& program)
      : program_(program),
        uses_(RuleIndex::by_body(program)),
        state_(program.rules().size()),
        support_(program.head_counts()),
        value_(program.atoms() + 1, Truth::open) {}

  Program run() {
    for (std::size_t atom = 1; atom < support_.size(); ++atom) {
      if (support_[atom] == 0) settle(static_cast<Atom>(atom), Truth::no);
    }
    for (std::size_t rule = 0; rule < state_.size(); ++rule) look(rule);
    while (!pending_.empty()) {
      const Atom atom = pending_.back();
      pending_.pop_back();
      for (const std::uint32_t rule : uses_[atom]) look(rule);
    }
    return rest();
  }

 private:
  struct State {
    bool dropped = false;
    bool is_fact = false;
  };

  void settle(Atom atom, Truth value) {
    if (value_[at(atom)] != Truth::open) return;
    value_[at(atom)] = value;
    pending_.push_back(atom);
  }

  Truth holds(Atom literal) const {
    const Truth value = value_[at(atom_of(literal))];
    if (value == Truth::open || literal > 0) return value;
    return value == Truth::yes ? Truth::no : Truth::yes;
  }

  void look(std::size_t number) {
    State& state = state_[number];
    if (state.dropped) return;
    const Rule& rule = program_.rules()[number];
    const auto body = program_.body(rule);
    bool satisfied = true;
    if (rule.is_sum()) {
      std::int64_t bound = rule.bound;
      std::int64_t open = 0;
      const auto weights = program_.weights(rule);
      for (std::size_t n = 0; n < body.size(); ++n) {
        const Truth truth = holds(body[n]);
        if (truth == Truth::open) open += weights[n];
        if (truth == Truth::yes) bound -= weights[n];
      }
      satisfied = bound <= 0;
      if (!satisfied && open < bound) return drop(number, rule);
    } else {
      for (const Atom literal : body) {
        const Truth truth = holds(literal);
        if (truth == Truth::no) return drop(number, rule);
        if (truth == Truth::open) satisfied = false;
      }
    }
    if (satisfied && !rule.choice && rule.heads == 1) {
      state.is_fact = true;
      settle(program_.head(rule)[0], Truth::yes);
    }
  }

  void drop(std::size_t number, const Rule& rule) {
    state_[number].dropped = true;
    for (const Atom atom : program_.head(rule)) {
      if (--support_[at(atom)] == 0) settle(atom, Truth::no);
    }
  }

  Program rest() const {
    Program result = program_.without_rules();
    result.reserve_as(program_);
    std::vector<bool> seen(program_.atoms() + 1, false);
    std::vector<Atom> body;
    std::vector<Atom> weights;
    for (std::size_t number = 0; number < state_.size(); ++number) {
      if (state_[number].dropped) continue;
      const Rule& rule = program_.rules()[number];
      const auto head = program_.head(rule);
      if (state_[number].is_fact) {
        if (!seen[at(head[0])]) result.add(head[0], {});
        seen[at(head[0])] = true;
        continue;
      }
      if (rule.heads == 1 && !rule.choice && value_[at(head[0])] == Truth::yes) {
        continue;  // another rule makes it a fact
      }
      NewRule shorter = program_.parts(rule);
      body.clear();
      weights.clear();
      for (std::size_t n = 0; n < rule.literals; ++n) {
        const Truth truth = holds(shorter.body[n]);
        if (truth == Truth::open) {
          body.push_back(shorter.body[n]);
          if (rule.is_sum()) weights.push_back(shorter.weights[n]);
        } else if (rule.is_sum() && truth == Truth::yes) {
          shorter.bound -= shorter.weights[n];
        }
      }
      if (rule.is_sum() && shorter.bound <= 0) {
        shorter.bound = Rule::none;
        body.clear();
        weights.clear();
      }
      shorter.body = body;
      shorter.weights = weights;
      result.add(shorter);
    }
    return result;
  }

  const Program& program_;
  const RuleIndex uses_;  // by body
  std::vector<State> state_;
  std::vector<std::uint32_t> support_;  // rules that may still derive the atom
  std::vector<Truth> value_;
  std::vector<Atom> pending_;
};

}  // namespace

Program simplify(const Program& program) {
  return Simplifier(program).run();
}

}  // namespace gdlc::asp
