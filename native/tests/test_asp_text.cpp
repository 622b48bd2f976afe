// Texts of ground programs: what is written is read, in any layout; what is wrong has a place.

#include <iostream>
#include <string>
#include <vector>

#include "asp_checks.hpp"
#include "check.hpp"
#include "core/asp/aspif.hpp"
#include "core/asp/text.hpp"
#include "core/errors.hpp"
#include "random_program.hpp"

namespace {

using namespace gdlc;
using asp::Program;

Program program_of(std::string_view text) {
  Program program;
  Stop stop;
  asp::read_text(text, program, stop);
  return program;
}

std::string again(std::string_view text) {
  return asp::write_text(program_of(text));
}

std::string from_aspif(std::string_view text, bool steps = false) {
  Stop stop;
  return asp::write_text(asp::read_aspif(text, steps, stop));
}

// "line:column: message" of the error, or what was read.
template <class Read>
std::string complaint(Read read, std::string_view text) {
  try {
    return "read as " + read(text);
  } catch (const ParseError& error) {
    return std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.what();
  }
}

std::string complaint(std::string_view text) {
  return complaint([](std::string_view t) { return again(t); }, text);
}

std::string aspif_complaint(std::string_view text) {
  return complaint([](std::string_view t) { return from_aspif(t); }, text);
}

void random_programs_come_back() {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    test::Random random(seed);
    const test::ProgramShape shape{.max_atoms = 1 + random.below(6),
                                   .max_rules = 1 + random.below(10),
                                   .tight = false,
                                   .bounds = random.chance(50)};
    const Program program = test::random_program(random, shape);
    const auto fault = [&](const Program& candidate) {
      return test::guarded([&] { return test::fault_in_texts(candidate); });
    };
    if (fault(program).empty()) continue;
    const Program least =
        test::shrunk(program, [&](const Program& candidate) { return !fault(candidate).empty(); });
    std::cerr << "seed " << seed << ": " << fault(least) << "\n" << asp::write_text(least);
    EXPECT(fault(program).empty());
    return;
  }
}

void every_kind_of_rule() {
  const std::string text =
      "a.\n"
      "b :- a, not c.\n"
      "{c}.\n"
      "{a; b} :- c.\n"
      "1 {a; b} 2 :- not c.\n"
      "{a; b} 1.\n"
      "{}.\n"
      ":- a, b.\n"
      ":-.\n"
      "a :- 2 {b; not c; d(1)}.\n"
      "a :- 0 {}.\n"
      "a :- -1 {b}.\n"
      ":- #sum {3,0: a; 1,1: not b} >= 2.\n"
      "a :- #sum {1,0: b; 1,1: b} >= 2.\n"
      "{a} :- 1 {b; c}.\n"
      "2 {a; b; c} 2 :- #sum {2,0: a; 2,1: b} >= 4.\n"
      "-a(1) :- _x, __y, z'.\n"
      "p(\"a \\\" . b\",-3,f(g(1),(2,3))).\n"
      "q(\"\xC3\xA9\xE2\x82\xAC\").\n";
  EXPECT_EQUAL(again(text), text);
}

void blanks_and_comments_wherever_clingo_allows_them() {
  EXPECT_EQUAL(again("% first\na:-b,not\nc.{a ;b}2:-d.\t1{ a}.\r\n:-a . % last"),
               "a :- b, not c.\n{a; b} 2 :- d.\n1 {a}.\n:- a.\n");
  EXPECT_EQUAL(again("p( 1 , f ( x ) ,\"a b\" ) :- q ( % why\n 2 )."),
               "p(1,f(x),\"a b\") :- q(2).\n");
  EXPECT_EQUAL(again("a:-#sum{2,x,f(1):b;1 , \"y\" : not c}>=2."),
               "a :- #sum {2,0: b; 1,1: not c} >= 2.\n");
  EXPECT_EQUAL(again("a :- #sum+ { 1 : b ; 1,2 : c } >= 1 . b:-3{a;b;c}."),
               "a :- 1 {b; c}.\nb :- 3 {a; b; c}.\n");
  EXPECT_EQUAL(again(""), "");
  EXPECT_EQUAL(again(" % nothing"), "");
  EXPECT_EQUAL(again("notable :- nothing, not not_a."), "notable :- nothing, not not_a.\n");
}

void errors_have_a_place() {
  EXPECT_EQUAL(complaint("a.\nb :- X."), "2:6: unexpected `X`");
  EXPECT_EQUAL(complaint("a.\nb"), "2:2: `.` expected, the end found");
  EXPECT_EQUAL(complaint("a :- not not b."), "1:10: a double negation");
  EXPECT_EQUAL(complaint("a, b."), "1:2: `.` expected, `,` found");
  EXPECT_EQUAL(complaint("1 a."), "1:3: `{` expected behind a number");
  EXPECT_EQUAL(complaint("a :- b c."), "1:8: `.` expected, `c` found");
  EXPECT_EQUAL(complaint("a :- #sum {0: b} >= 1."), "1:12: a weight that is not positive");
  EXPECT_EQUAL(complaint("a :- #sum {-2: b} >= 1."), "1:12: a weight that is not positive");
  EXPECT_EQUAL(complaint("a :- #sum {2147483648: b} >= 1."), "1:12: a weight of more than 31 bits");
  EXPECT_EQUAL(complaint("a :- 99999999999999999999 {b}."),
               "1:6: a number of at most 62 bits expected");
  EXPECT_EQUAL(complaint("p(a."), "1:4: `)` expected");
  EXPECT_EQUAL(complaint("p(\"a)."), "1:3: unexpected `\"`");
  EXPECT_EQUAL(complaint("p(\"a\\t\")."), "1:3: unexpected `\"`");
  EXPECT_EQUAL(complaint("not a."), "1:1: an atom expected, `not` found");
  EXPECT_EQUAL(complaint("{a; b"), "1:6: `;` expected, the end found");
}

// Columns count characters, and the message shows the whole of one.
void errors_behind_characters_of_several_bytes() {
  EXPECT_EQUAL(complaint("p(\"\xC3\xA9\xE2\x82\xAC\") :- \xC3\xA4."),
               "1:12: unexpected `\xC3\xA4`");
  EXPECT_EQUAL(complaint("% \xE2\x82\xAC\np(\"\xE2\x82\xAC\xF0\x9F\x8E\xB2\") b."),
               "2:9: `.` expected, `b` found");
}

void a_term_is_what_clingo_takes_for_one() {
  for (const char* const text : {"a(1 2).", "a(b c).", "a(:).", "a(not b).", "a(\"x\" \"y\").",
                                 "a(>=).", "a(1,,2).", "a(#sum).", "a(b(1) c).", "a(,1).",
                                 "a(1-2).", "a().", "a(f(),1).", "a(1,).", "a((,)).", "a(()"}) {
    EXPECT(!complaint(text).starts_with("read as"));
    if (complaint(text).starts_with("read as")) std::cerr << text << complaint(text) << "\n";
  }
  const std::string tuples = "a((),(1,),(1,2),((1,2),f((x,)))).\n";
  EXPECT_EQUAL(again(tuples), tuples);
  EXPECT_EQUAL(again("a ( f (1, -x ), ( ) , ( 1 , ) )."), "a(f(1,-x),(),(1,)).\n");
}

void numbers_at_the_edge_of_62_bits() {
  EXPECT_EQUAL(again("a :- -4611686018427387904 {b}. b :- 4611686018427387904 {a}."),
               "a :- -4611686018427387904 {b}.\nb :- 4611686018427387904 {a}.\n");
  EXPECT_EQUAL(complaint("a :- 4611686018427387905 {b}."),
               "1:6: a number of at most 62 bits expected");
  EXPECT_EQUAL(complaint("a :- -9223372036854775808 {b}."),
               "1:6: a number of at most 62 bits expected");
}

void aspif_as_gringo_writes_it() {
  EXPECT_EQUAL(
      from_aspif("asp 1 0 0\n1 0 1 1 0 0\n1 1 2 2 3 0 1 1\n1 0 0 0 2 2 -3\n"
                 "1 0 1 4 1 3 2 2 2 -3 1\n4 4 f(a) 0\n4 1 b 1 2\n4 1 c 1 3\n4 1 d 1 4\n0\n"),
      "f(a).\n{b; c}.\n:- b, not c.\nd :- #sum {2,0: b; 1,1: not c} >= 3.\n");
  EXPECT_EQUAL(from_aspif("asp 1 0 0\n1 1 1 1 0 0\n1 0 1 2 0 1 1\n4 9 true'2(f) 1 2\n0\n", true),
               "{_aux(1)}.\ntrue(f,2) :- _aux(1).\n");
  EXPECT_EQUAL(from_aspif("asp 1 0 0\n1 1 1 1 0 0\n4 7 _aux(1) 1 2\n1 1 1 2 0 0\n0\n"),
               "{_aux(2)}.\n{_aux(1)}.\n");
  // Externals: free, true, false.
  EXPECT_EQUAL(from_aspif("asp 1 0 0\n5 1 0\n5 2 1\n5 3 2\n4 1 a 1 1\n4 1 b 1 2\n4 1 c 1 3\n0\n"),
               "{a}.\nb.\n");
}

void aspif_that_has_no_place_here() {
  EXPECT_EQUAL(aspif_complaint("a :- b."), "1:1: the text is no aspif");
  EXPECT_EQUAL(aspif_complaint("asp 1 0 0\n2 0 1 1 1\n0\n"),
               "2:1: a minimize statement has no meaning in a quantified program");
  EXPECT_EQUAL(aspif_complaint("asp 1 0 0\n6 1 1\n0\n"),
               "2:1: an assumption has no meaning in a quantified program");
  EXPECT_EQUAL(aspif_complaint("asp 1 0 0\n8 0 1 0\n0\n"),
               "2:1: an edge of an acyclicity constraint has no meaning in a quantified program");
  EXPECT_EQUAL(aspif_complaint("asp 1 0 0\n9 0 1 1\n0\n"),
               "2:1: a theory atom has no meaning in a quantified program");
  EXPECT_EQUAL(aspif_complaint("asp 1 0 0\n17\n0\n"), "2:1: a statement of an unknown kind");
  EXPECT(aspif_complaint("asp 1 0 0\n1 0 2 1 2 0 0\n0\n").starts_with("2:1: a disjunction"));
}

void aspif_with_wrong_numbers() {
  for (const char* const line :
       {"1 0 1 0 0 0", "1 0 1 -1 0 0", "1 0 -1 0 0", "1 0 1 x 0 0", "1 0 1 1 0 1 0",
        "1 0 1 1 0 1 2147483648", "1 0 1 1 0 1 -9223372036854775808",
        "1 0 1 1 0 1 99999999999999999999", "1 0 1 1 1 1 1 2 0", "1 0 1 1 1 1 1 2 -3",
        "1 0 1 1 1 -9223372036854775808 1 2 1", "1 0 1 1 2 0", "1 2 1 1 0 0", "4 -1 a 1 1",
        "4 9223372036854775807 a 1 1", "4 1 a -1", "5 0 1", "1 0 1 1 0 0 7"}) {
    const std::string found = aspif_complaint(std::string("asp 1 0 0\n") + line + "\n0\n");
    EXPECT(found.starts_with("2:"));
    if (!found.starts_with("2:")) std::cerr << line << ": " << found << "\n";
  }
}

void aspif_has_no_bounds_on_choices() {
  try {
    asp::write_aspif(program_of("1 {a}."), {});
    EXPECT(false);
  } catch (const FormulaError&) {
  }
}

void a_stop_ends_reading() {
  std::string text;
  for (int n = 0; n < 10'000; ++n) text += "a.\n";
  Program program;
  Stop stop;
  stop.interrupt();
  int stopped = 0;
  try {
    asp::read_text(text, program, stop);
  } catch (const Stopped&) {
    ++stopped;
  }
  std::string aspif = "asp 1 0 0\n";
  for (int n = 0; n < 10'000; ++n) aspif += "1 0 0 0 1 1\n";
  try {
    asp::read_aspif(aspif + "0\n", false, stop);
  } catch (const Stopped&) {
    ++stopped;
  }
  EXPECT_EQUAL(stopped, 2);
}

}  // namespace

int main() {
  return test::run(random_programs_come_back, every_kind_of_rule,
                   blanks_and_comments_wherever_clingo_allows_them, errors_have_a_place,
                   errors_behind_characters_of_several_bytes, a_term_is_what_clingo_takes_for_one,
                   numbers_at_the_edge_of_62_bits, aspif_as_gringo_writes_it,
                   aspif_that_has_no_place_here, aspif_with_wrong_numbers,
                   aspif_has_no_bounds_on_choices, a_stop_ends_reading);
}
