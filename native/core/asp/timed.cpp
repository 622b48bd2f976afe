#include "core/asp/timed.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <tuple>

#include "core/asp/steps.hpp"
#include "core/errors.hpp"

namespace gdlc::asp {
namespace {

// The rank of a rule within its step, by the predicate of its head.
std::uint32_t rank_of(std::string_view predicate) {
  constexpr std::array<std::pair<std::string_view, std::uint32_t>, 8> ranks = {{{"true", 0},
                                                                                {"terminal", 2},
                                                                                {"goal", 3},
                                                                                {"_stuck", 4},
                                                                                {"_over", 4},
                                                                                {"_won", 4},
                                                                                {"legal", 5},
                                                                                {"does", 6}}};
  for (const auto& [name, rank] : ranks) {
    if (name == predicate) return rank;
  }
  return 1;
}

constexpr std::uint32_t constraint_rank = 9;

class Order {
 public:
  explicit Order(const Program& program) : program_(program) {}

  Program sorted() {
    place_atoms();
    const auto& rules = program_.rules();
    bodies_.resize(rules.size());
    keys_.resize(rules.size());
    for (std::size_t number = 0; number < rules.size(); ++number) place_rule(number);
    std::vector<std::uint32_t> order(rules.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return before(a, b); });
    Program result = program_.without_rules();
    result.reserve_as(program_);
    std::vector<Atom> body;
    for (const std::uint32_t number : order) {
      NewRule rule = program_.parts(rules[number]);
      if (!rules[number].is_sum()) {
        body.clear();
        for (const std::uint32_t code : sorted_body(number)) {
          const Atom atom = at_place_[code % places()];
          body.push_back(code >= places() ? -atom : atom);
        }
        rule.body = body;
      }
      result.add(rule);
    }
    return result;
  }

 private:
  struct Key {
    std::int64_t step;
    std::uint32_t rank;
    std::uint32_t headless;  // constraints come last
    std::uint32_t place;     // of the head
  };

  struct Run {
    std::size_t begin;
    std::uint32_t size;
  };

  std::uint32_t places() const { return static_cast<std::uint32_t>(at_place_.size()); }

  // A number for each atom, in the order of step, rank and name.
  void place_atoms() {
    const std::size_t size = program_.atoms() + 1;
    step_.resize(size);
    rank_.resize(size);
    at_place_.resize(size);
    std::iota(at_place_.begin(), at_place_.end(), 0);
    for (std::size_t atom = 1; atom < size; ++atom) {
      const std::string_view name = program_.name(static_cast<Atom>(atom));
      const std::string_view predicate = predicate_of(name);
      step_[atom] = predicate == "_worth" ? 0 : step_of(name);
      rank_[atom] = rank_of(predicate);
    }
    step_[0] = -2;
    std::sort(at_place_.begin(), at_place_.end(), [&](Atom a, Atom b) {
      if (step_[at(a)] != step_[at(b)]) return step_[at(a)] < step_[at(b)];
      if (rank_[at(a)] != rank_[at(b)]) return rank_[at(a)] < rank_[at(b)];
      return compare_naturally(program_.name(a), program_.name(b)) < 0;
    });
    place_.resize(size);
    for (std::size_t n = 0; n < size; ++n) place_[at(at_place_[n])] = static_cast<std::uint32_t>(n);
  }

  // The body as numbers that sort as it is to be written: positive literals first.
  void place_rule(std::size_t number) {
    const Rule& rule = program_.rules()[number];
    bodies_[number] = {pool_.size(), rule.literals};
    std::int64_t last = 0;
    for (const Atom literal : program_.body(rule)) {
      const std::uint32_t place = place_[at(atom_of(literal))];
      pool_.push_back(literal > 0 ? place : place + places());
      last = std::max(last, step_[at(atom_of(literal))]);
    }
    if (!rule.is_sum()) {
      std::sort(pool_.begin() + static_cast<std::ptrdiff_t>(bodies_[number].begin), pool_.end());
    }
    if (rule.heads == 0) {
      keys_[number] = {last, constraint_rank, 1, 0};
    } else {
      const Atom head = program_.head(rule)[0];
      keys_[number] = {step_[at(head)], rank_[at(head)], 0, place_[at(head)]};
    }
  }

  std::span<const std::uint32_t> sorted_body(std::size_t number) const {
    return {pool_.data() + bodies_[number].begin, bodies_[number].size};
  }

  bool before(std::uint32_t a, std::uint32_t b) const {
    const Key& x = keys_[a];
    const Key& y = keys_[b];
    if (x.step != y.step) return x.step < y.step;
    if (x.rank != y.rank) return x.rank < y.rank;
    if (x.headless != y.headless) return x.headless < y.headless;
    if (x.place != y.place) return x.place < y.place;
    const auto left = sorted_body(a);
    const auto right = sorted_body(b);
    if (left.size() != right.size()) return left.size() < right.size();
    if (!std::equal(left.begin(), left.end(), right.begin())) {
      return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end());
    }
    return kind_before(program_.rules()[a], program_.rules()[b]);
  }

  // Of rules with the same first atom in the head and the same literals.
  bool kind_before(const Rule& x, const Rule& y) const {
    const auto numbers = [](const Rule& rule) {
      return std::tuple(rule.choice, rule.lower, rule.upper, rule.bound, rule.heads);
    };
    if (numbers(x) != numbers(y)) return numbers(x) < numbers(y);
    const auto heads = [&](const Rule& rule) {
      std::vector<std::uint32_t> found;
      for (const Atom atom : program_.head(rule)) found.push_back(place_[at(atom)]);
      return found;
    };
    if (x.heads > 1 && heads(x) != heads(y)) return heads(x) < heads(y);
    if (!x.is_sum()) return false;
    const auto left = program_.weights(x);
    const auto right = program_.weights(y);
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end());
  }

  const Program& program_;
  std::vector<std::int64_t> step_;    // for each atom
  std::vector<std::uint32_t> rank_;   // for each atom
  std::vector<std::uint32_t> place_;  // for each atom
  std::vector<Atom> at_place_;        // the inverse
  std::vector<Key> keys_;             // for each rule
  std::vector<Run> bodies_;           // for each rule, in `pool_`
  std::vector<std::uint32_t> pool_;
};

}  // namespace

void carry(const Program& from, Program& to, const std::unordered_set<std::string>& timed,
           const std::vector<Value>& over) {
  std::vector<Atom> body;
  std::string predicate;
  for (const Rule& rule : from.rules()) {
    if (rule.choice || rule.heads == 0) continue;
    const Atom head = from.head(rule)[0];
    predicate = predicate_of(from.name(head));
    if (rule.is_fact()) {
      if (timed.contains(predicate)) to.add(from.parts(rule));
      continue;
    }
    NewRule copy = from.parts(rule);
    if (predicate == "true") {
      const std::int64_t step = step_of(from.name(head));
      check(step > 0 && static_cast<std::size_t>(step) <= over.size(), "asp: a state without step");
      const Value before = over[static_cast<std::size_t>(step - 1)];
      if (before == yes) continue;
      if (before != no) {
        body.assign(copy.body.begin(), copy.body.end());
        body.push_back(-before);
        copy.body = body;
      }
    }
    to.add(copy);
  }
}

Program in_order(const Program& program) {
  return Order(program).sorted();
}

}  // namespace gdlc::asp
