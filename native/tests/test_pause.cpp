#include <type_traits>
#include <vector>

#include "check.hpp"
#include "core/formula/write.hpp"
#include "enumerate.hpp"
#include "instance_search.hpp"
#include "solver_checks.hpp"
#include "structured_formula.hpp"

namespace {

using namespace gdlc;

Rational lower_of(const Found<Rational>& found) {
  return found.lower;
}
Rational upper_of(const Found<Rational>& found) {
  return found.upper;
}
Rational lower_of(const Found<Float>& found) {
  return Rational(found.lower.lower());
}
Rational upper_of(const Found<Float>& found) {
  return Rational(found.upper.upper());
}

// One formula, searched many times over: each time it is left at another place.
template <class Number>
class Pauses {
 public:
  Pauses(const Formula& formula, const Options& options)
      : formula_(formula), options_(options), value_(test::enumerate(formula)) {}

  void leave_everywhere() {
    const std::size_t n_turns = search_with_pauses();
    for (std::size_t turns = 0; turns < n_turns; ++turns) leave_after_turns(turns);
    const std::size_t n_polls = search_with_polls();
    for (std::size_t polls = 0; polls < n_polls; ++polls) stop_at_poll(polls);
  }

  std::size_t n_left = 0;   // before the search was done ...
  std::size_t n_known = 0;  // and more was known than 0 <= value <= 1

 private:
  using Case = test::InstanceSearch<Number>;

  // Goes on after each pause; returns how many there were.
  std::size_t search_with_pauses() {
    Case paused(formula_, options_, [](const Search<Number>&) { return false; });
    std::size_t n_turns = 0;
    for (; !paused.search.run_for(1); ++n_turns) expect_bounds(paused.search.bounds());
    const Found<Number> found = paused.search.result();
    EXPECT(found.is_complete);
    expect_enclosed(found);
    return n_turns;
  }

  std::size_t search_with_polls() {
    std::size_t n_polls = 0;
    Case polled(formula_, options_, [&](const Search<Number>&) {
      ++n_polls;
      return false;
    });
    expect_enclosed(polled.search.run());
    return n_polls;
  }

  void leave_after_turns(std::size_t turns) {
    Case left(formula_, options_, [](const Search<Number>&) { return false; });
    for (; turns > 0; --turns) left.search.run_for(1);
    count(left.search.result());
  }

  // In the middle of propagation, of looking for cuts, or in a leaf.
  void stop_at_poll(std::size_t polls) {
    Case left(formula_, options_, [&](const Search<Number>&) { return polls-- == 0; });
    count(left.search.run());
  }

  void count(const Found<Number>& found) {
    expect_enclosed(found);
    if (found.is_complete) return;
    ++n_left;
    n_known += lower_of(found) > 0 || upper_of(found) < 1 ? 1 : 0;
  }

  void expect_bounds(const Bounds& bounds) {
    EXPECT(0 <= bounds.lower && Rational(bounds.lower) <= value_);
    EXPECT(value_ <= Rational(bounds.upper) && bounds.upper <= 1);
  }

  // A choice that was named reaches the lower bound, whatever is made of the rest.
  void expect_enclosed(const Found<Number>& found) {
    EXPECT(0 <= lower_of(found) && lower_of(found) <= value_);
    EXPECT(value_ <= upper_of(found) && upper_of(found) <= 1);
    if constexpr (std::is_same_v<Number, Rational>) {
      if (found.is_complete) EXPECT_EQUAL(found.lower, found.upper);
    }
    if (found.outer.empty()) return;
    const Instance instance(formula_);
    std::vector<Lit> chosen;
    for (const Lit lit : found.outer) {
      chosen.emplace_back(instance.original(lit.var()), lit.positive());
    }
    EXPECT(test::enumerate(formula_, chosen) >= lower_of(found));
  }

  const Formula& formula_;
  const Options options_;
  const Rational value_;
};

// The options say whether it is a search by cuts, by parts, or by neither.
template <class Number>
void bounds_enclose_the_value_wherever_a_search_is_left() {
  std::size_t n_left = 0;
  std::size_t n_known = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    test::Random random(seed);
    const Formula formula = seed % 4 == 0   ? test::random_formula(random, 9)
                            : seed % 4 == 1 ? test::structured_formula(random)
                                            : test::entangled_formula(random, 8);
    Options options = test::random_options(random);
    if (options.cut) options.components = false;
    const int failures = test::failures;
    Pauses<Number> pauses(formula, options);
    pauses.leave_everywhere();
    n_left += pauses.n_left;
    n_known += pauses.n_known;
    if (test::failures != failures) {
      std::cerr << "seed " << seed << ", options " << test::options_text(options) << "\n"
                << write_formula(formula);
    }
  }
  EXPECT(n_left > 20'000);
  EXPECT(n_known > 2000);
}

}  // namespace

int main() {
  return test::run(bounds_enclose_the_value_wherever_a_search_is_left<Rational>,
                   bounds_enclose_the_value_wherever_a_search_is_left<Float>);
}
