// Passes over ground programs that keep the stable models, by seed and on small cases.

#include <iostream>
#include <string>
#include <vector>

#include "asp_checks.hpp"
#include "check.hpp"
#include "core/asp/alike.hpp"
#include "core/asp/cone.hpp"
#include "core/asp/simplify.hpp"
#include "core/asp/text.hpp"
#include "core/asp/timed.hpp"
#include "random_program.hpp"

namespace {

using namespace gdlc;
using asp::Atom;
using asp::Program;

Program program_of(std::string_view text) {
  Program program;
  Stop stop;
  asp::read_text(text, program, stop);
  return program;
}

std::vector<Atom> atoms_of(const Program& program, const std::vector<std::string>& names) {
  std::vector<Atom> atoms;
  for (const std::string& name : names) atoms.push_back(program.find(name));
  return atoms;
}

// Passes need no tightness: positive loops are broken later.
void passes_on_random_programs() {
  for (std::uint64_t seed = 1; seed <= 8000; ++seed) {
    test::Random random(seed);
    const test::ProgramShape shape{.max_atoms = 1 + random.below(7),
                                   .max_rules = 1 + random.below(14),
                                   .tight = random.chance(50),
                                   .bounds = random.chance(50)};
    const Program program = test::random_program(random, shape);
    const auto fault = [&](const Program& candidate) {
      return test::guarded([&] { return test::fault_in_passes(candidate, seed); });
    };
    if (fault(program).empty()) continue;
    const Program least =
        test::shrunk(program, [&](const Program& candidate) { return !fault(candidate).empty(); });
    std::cerr << "seed " << seed << ": " << fault(least) << "\n" << asp::write_text(least);
    EXPECT(fault(program).empty());
    return;
  }
}

void simplify_evaluates_what_is_certain() {
  const Program program = program_of(
      "a. a :- b. {b}. c :- a, b. d :- e. f :- not e. g :- 2 {a; b; e}. h :- 1 {a; b}. :- a, not "
      "b. "
      "1 {b; i} 1 :- f.");
  EXPECT_EQUAL(asp::write_text(asp::simplify(program)),
               "a.\n{b}.\nc :- b.\nf.\ng :- 1 {b}.\nh.\n:- not b.\n1 {b; i} 1.\n");
}

void simplify_settles_what_follows_in_turn() {
  std::string text = "a(0).\n";
  for (int n = 0; n < 1000; ++n) {
    text += "a(" + std::to_string(n + 1) + ") :- a(" + std::to_string(n) + "), not no(" +
            std::to_string(n) + ").\n";
    text += "no(" + std::to_string(n) + ") :- no(" + std::to_string(n + 1) + ").\n";
  }
  const Program simple = asp::simplify(program_of(text));
  for (const asp::Rule& rule : simple.rules()) {
    if (simple.name(simple.head(rule)[0]).starts_with("a(")) EXPECT(rule.is_fact());
  }
}

void bounds_become_rules() {
  EXPECT_EQUAL(asp::write_text(asp::free_choices(program_of("1 {a; b} 1."))),
               "{a; b}.\n:- not a, not b.\n:- 2 {a; b}.\n");
  EXPECT_EQUAL(asp::write_text(asp::free_choices(program_of("{a; b; a} 1 :- c. a :- d."))),
               "{a; b; a} :- c.\n_surplus(0) :- 2 {a; b}.\n:- _surplus(0), c.\na :- d.\n");
  EXPECT_EQUAL(asp::write_text(asp::free_choices(program_of("2 {a; b; d} :- c."))),
               "{a; b; d} :- c.\n_enough(0) :- 2 {a; b; d}.\n:- not _enough(0), c.\n");
  EXPECT_EQUAL(asp::write_text(asp::free_choices(program_of("3 {a; b} :- c."))),
               "{a; b} :- c.\n:- c.\n");
}

void a_conditional_constraint_needs_another_look_at_its_atom() {
  const Program program = program_of("{a; b; c}. d :- a. :- d, c. :- a, b.");
  const Atom a = program.find("a");
  // Rules 3 counts only if something else depends on its atom.
  const Program unused = asp::cone(program_of("{a; b; c}. d :- a. :- c. :- a, b."), {{3, a}}, {});
  EXPECT_EQUAL(asp::write_text(unused), "{a; b; c}.\n:- c.\n:- a, b.\n");
  EXPECT_EQUAL(asp::write_text(asp::cone(program, {{3, a}}, {})), asp::write_text(program));
  EXPECT_EQUAL(asp::write_text(asp::cone(program_of("{a}. {b}. d :- a. :- b."), {{3, a}}, {})), "");
  EXPECT_EQUAL(asp::write_text(asp::cone(program_of("{a}. {b}. d :- a. :- b."), {{3, a}}, {2})),
               "{b}.\n");
}

void rules_stand_by_step_and_what_they_are_about() {
  const Program program = program_of(
      ":- does(r,a,2), not legal(r,a,2). goal(r,10,2) :- true(f,2). does(r,a,2) :- true(f,2). "
      "legal(r,a,2) :- true(f,2). terminal(2) :- true(f,2), not p(2). true(f,10) :- p(2). "
      "p(2) :- true(f,2). true(f,2) :- true(f,1). static(b). static(a). true(f,1). _won(2) :- "
      "terminal(2), not x(2), goal(r,10,2).");
  EXPECT_EQUAL(asp::write_text(asp::in_order(program)),
               "static(a).\nstatic(b).\ntrue(f,1).\ntrue(f,2) :- true(f,1).\np(2) :- true(f,2).\n"
               "terminal(2) :- true(f,2), not p(2).\ngoal(r,10,2) :- true(f,2).\n"
               "_won(2) :- terminal(2), goal(r,10,2), not x(2).\nlegal(r,a,2) :- true(f,2).\n"
               "does(r,a,2) :- true(f,2).\n:- does(r,a,2), not legal(r,a,2).\n"
               "true(f,10) :- p(2).\n");
}

void states_are_carried_until_the_play_is_over() {
  const Program from = program_of(
      "{does(r,a,1)}. static(a). true(g,1). true(g,2). true(f,2) :- does(r,a,1). true(f,3) :- "
      "true(f,2). true(f,4) :- true(f,3). p(3) :- true(f,3). :- p(3).");
  Program to = from.without_rules();
  const Atom over = to.atom("_over(2)");
  asp::carry(from, to, {"true", "p"}, {asp::no, asp::no, over, asp::yes});
  EXPECT_EQUAL(asp::write_text(to),
               "true(g,1).\ntrue(g,2).\ntrue(f,2) :- does(r,a,1).\n"
               "true(f,3) :- true(f,2), not _over(2).\np(3) :- true(f,3).\n");
}

void atoms_are_alike_by_use() {
  const Program program = program_of(
      "{a; b; c; d; e}. x :- a, y. x :- y, b. z :- c. x :- c, y. :- d, not ok. :- e, not fine. "
      "{y; ok; fine}.");
  const std::vector<Atom> atoms = atoms_of(program, {"a", "b", "c", "d", "e"});
  const std::vector<std::uint32_t> all = {0, 0, 2, 3, 3};
  EXPECT(asp::Alike(program).by_use(atoms, atoms_of(program, {"ok", "fine"})) == all);
  const std::vector<std::uint32_t> fewer = {0, 0, 2, 3, 4};
  EXPECT(asp::Alike(program).by_use(atoms, atoms_of(program, {"ok"})) == fewer);
}

void atoms_in_one_body_or_under_not_are_like_none() {
  const Program program =
      program_of("{a; b; c; d; e; f}. x :- a, b. y :- not c. y :- not d. z :- 1 {e; f}.");
  const std::vector<Atom> atoms = atoms_of(program, {"a", "b", "c", "d", "e", "f"});
  const std::vector<std::uint32_t> none = {0, 1, 2, 3, 4, 5};
  EXPECT(asp::Alike(program).by_use(atoms, {}) == none);
}

void atoms_are_alike_by_rules() {
  const Program program =
      program_of("{c; d}. a :- c, d. b :- d, c. e :- c. f :- c. f :- d. g. {h}. {i}.");
  std::vector<Atom> atoms = atoms_of(program, {"a", "b", "e", "f", "g", "h", "i"});
  atoms.push_back(0);
  const std::vector<std::uint32_t> expected = {0, 0, 2, 3, 4, 5, 6, 7};
  EXPECT(asp::Alike(program).by_rules(atoms) == expected);
}

}  // namespace

int main() {
  return test::run(passes_on_random_programs, simplify_evaluates_what_is_certain,
                   simplify_settles_what_follows_in_turn, bounds_become_rules,
                   a_conditional_constraint_needs_another_look_at_its_atom,
                   rules_stand_by_step_and_what_they_are_about,
                   states_are_carried_until_the_play_is_over, atoms_are_alike_by_use,
                   atoms_in_one_body_or_under_not_are_like_none, atoms_are_alike_by_rules);
}
