#include <iostream>

#include "check.hpp"
#include "core/formula/read.hpp"
#include "core/formula/write.hpp"
#include "random_formula.hpp"

namespace {

using namespace gdlc;

FormulaParts small() {
  FormulaParts parts;
  parts.n_vars = 2;
  parts.blocks = {{Quantifier::chance, {Var(1)}}, {Quantifier::exists, {Var(2)}}};
  parts.probabilities = {{Var(1), Rational(1, 3)}};
  parts.literals = {Lit(Var(1), true), Lit(Var(2), false)};
  parts.ends = {2};
  return parts;
}

void what_is_written_is_read_back_equal() {
  test::Random random(7);
  for (int round = 0; round < 2000; ++round) {
    const Formula formula = test::random_formula(random, 12);
    const std::string text = write_formula(formula);
    const Formula again = read_formula(text).formula;
    EXPECT(again == formula);
    EXPECT_EQUAL(write_formula(again), text);
  }
}

void names_and_notes_come_back() {
  FormulaParts parts = small();
  parts.names = {{Var(2), "does(\"\xC3\xA4  b\",1)"}};
  parts.notes = {"player x", "horizon 8", "player  y z"};
  const Formula formula = Formula::make(std::move(parts));
  EXPECT(read_formula(write_formula(formula)).formula == formula);
  EXPECT_EQUAL(write_formula(formula),
               "c gdlc xssat 1\nc x player x\nc x horizon 8\nc x player  y z\n"
               "c x name 2 does(\"\xC3\xA4  b\",1)\nc x prob 1 1/3\n"
               "p cnf 2 1\nr 0.33333333333333333 1 0\ne 2 0\n1 -2 0\n");
}

template <class Change>
bool is_refused(Change change) {
  FormulaParts parts = small();
  change(parts);
  try {
    Formula::make(std::move(parts));
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

void parts_that_make_no_formula_are_refused() {
  EXPECT(!is_refused([](FormulaParts&) {}));
  EXPECT(is_refused([](FormulaParts& parts) { parts.probabilities.clear(); }));
  EXPECT(is_refused([](FormulaParts& parts) { parts.probabilities[Var(1)] = Rational(4, 3); }));
  EXPECT(is_refused([](FormulaParts& parts) { parts.probabilities[Var(1)] = Rational(-1, 3); }));
  EXPECT(is_refused([](FormulaParts& parts) { parts.probabilities[Var(2)] = Rational(1, 3); }));
  EXPECT(is_refused([](FormulaParts& parts) { parts.blocks.pop_back(); }));
  EXPECT(is_refused([](FormulaParts& parts) { parts.blocks.push_back(parts.blocks.back()); }));
  EXPECT(is_refused([](FormulaParts& parts) { parts.literals[0] = Lit(Var(3), true); }));
  EXPECT(is_refused([](FormulaParts& parts) { parts.names[Var(3)] = "a"; }));
  EXPECT(is_refused([](FormulaParts& parts) { parts.names[Var(1)] = "a\nb"; }));
  EXPECT(is_refused([](FormulaParts& parts) { parts.names[Var(1)] = ""; }));
  EXPECT(is_refused([](FormulaParts& parts) { parts.notes.emplace_back("name 1 a"); }));
  EXPECT(is_refused([](FormulaParts& parts) { parts.notes.emplace_back("k \xFF"); }));
}

}  // namespace

int main() {
  return test::run(what_is_written_is_read_back_equal, names_and_notes_come_back,
                   parts_that_make_no_formula_are_refused);
}
