#include <string>

#include "check.hpp"
#include "core/errors.hpp"
#include "core/formula/read.hpp"
#include "core/formula/write.hpp"

namespace {

using namespace gdlc;

// "line:column: message", or "" where the text is read.
std::string error_of(const std::string& text, std::optional<Free> free = std::nullopt) {
  try {
    read_formula(text, {free, nullptr});
  } catch (const ParseError& error) {
    return std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.what();
  }
  return "";
}

std::string rewritten(const std::string& text, std::optional<Free> free = std::nullopt) {
  return write_formula(read_formula(text, {free, nullptr}).formula);
}

void the_example_of_the_page_is_canonical() {
  const std::string text =
      "c gdlc xssat 1\n"
      "c x player xplayer\n"
      "c x name 1 does(xplayer,mark(1,1),1)\n"
      "c x prob 3 3/10\n"
      "p cnf 4 3\n"
      "e 1 2 0\n"
      "r 0.3 3 0\n"
      "e 4 0\n"
      "1 2 0\n"
      "-1 -2 0\n"
      "-1 3 4 0\n";
  EXPECT_EQUAL(rewritten(text), text);
}

void what_others_write_is_read() {
  const std::string plain = "c gdlc xssat 1\np cnf 2 1\na 1 0\ne 2 0\n1 2 0\n";
  EXPECT_EQUAL(rewritten("p cnf 2 1\na 1 0\ne 2 0\n1 2 0\n"), plain);
  EXPECT_EQUAL(rewritten("c\r\nc$ text\r\n\r\np  cnf 2 1 \r\na 1 0\r\ne 2 0\r\n1\r\nc x\r\n2 0"),
               plain);
  EXPECT_EQUAL(rewritten("p cnf 2 1\na 1\ne 2 0\n1 2 2 0\n%\n0\n\n"), plain);
  EXPECT_EQUAL(rewritten("p cnf 2 1\na 1 0e 2 0\n1 2 0\n"), plain);
  EXPECT_EQUAL(rewritten("p cnf 2 2\na 1 0\ne 0\ne 2 0\n2 1 -2 0\n1 2 0\n"), plain);
  EXPECT_EQUAL(rewritten("p cnf 2 1\na 1 0\n1 2 0\n", Free::inner), plain);
}

void neighbouring_lines_make_one_block() {
  const Formula formula =
      read_formula("p cnf 5 0\nr 0.5 1 0\nr 1/3 2 3 0\nr .5 4 0\ne 5 0\n").formula;
  EXPECT_EQUAL(formula.blocks().size(), 2U);
  EXPECT(formula.probability(Var(2)) == Rational(1, 3));
  EXPECT_EQUAL(write_formula(formula),
               "c gdlc xssat 1\nc x prob 1 1/2\nc x prob 2 1/3\nc x prob 3 1/3\nc x prob 4 1/2\n"
               "p cnf 5 0\nr 0.5 1 0\nr 0.33333333333333333 2 3 0\nr 0.5 4 0\ne 5 0\n");
}

void the_normal_form_closes_the_prefix() {
  EXPECT_EQUAL(rewritten("p cnf 0 0\n"), "c gdlc xssat 1\np cnf 0 0\n");
  EXPECT_EQUAL(rewritten("p cnf 3 0\na 2 0\n"), "c gdlc xssat 1\np cnf 3 0\na 2 0\ne 1 3 0\n");
  EXPECT_EQUAL(rewritten("p cnf 1 0\na 1 0\n"), "c gdlc xssat 1\np cnf 2 0\na 1 0\ne 2 0\n");
  EXPECT_EQUAL(rewritten("p cnf 1 2\na 1 0\n0\n0\n"),
               "c gdlc xssat 1\np cnf 2 2\na 1 0\ne 2 0\n2 0\n-2 0\n");
}

void wrong_texts_are_told_with_their_place() {
  EXPECT_EQUAL(error_of(""),
               "1:1: found the end of the text, expected the header 'p cnf VARIABLES CLAUSES'");
  EXPECT_EQUAL(error_of("p cnf 2 1\ne 1 2 0\n1 x 0\n"),
               "3:3: found 'x', expected a literal or the 0 that ends a clause");
  EXPECT_EQUAL(error_of("p cnf 2 1\ne 1 0\n1 2 0\n"),
               "3:3: variable 2 stands in a clause but in no quantifier line");
  EXPECT_EQUAL(error_of("p cnf 2 1\ne 1 2 0\n1 3 0\n"),
               "3:3: found literal '3', expected a variable in 1..2 as the header says");
  EXPECT_EQUAL(error_of("p cnf 2 1\ne 1 2 1 0\n"), "2:7: variable '1' is quantified twice");
  EXPECT_EQUAL(error_of("p cnf 2 2\ne 1 2 0\n1 0\n"),
               "1:9: found 1 clauses, expected 2 as the header says");
  EXPECT_EQUAL(error_of("p cnf 2 1\ne 1 2 0\n1 0\n2 0\n"),
               "4:1: found '2' after all 1 clauses of the header, expected the end");
  EXPECT_EQUAL(error_of("p cnf 2 1\ne 1 2 0\n1 2\n"),
               "3:1: found the end of the text, expected the 0 that ends this clause");
  EXPECT_EQUAL(error_of("p cnf 1 0\nr 1.5 1 0\n"),
               "2:3: found the probability '1.5', expected one in [0, 1]");
  EXPECT_EQUAL(error_of("p cnf 1 0\nr nan 1 0\n"),
               "2:3: found 'nan', expected a probability such as 0.3 or 3/10");
  EXPECT_EQUAL(error_of("p cnf 1 0\nr \r\n"),
               "2:4: found the end of the line, expected a probability such as 0.3 or 3/10");
  EXPECT_EQUAL(error_of("p cnf 2 0\nr 0.5 1 0\nr\n"),
               "3:2: found the end of the line, expected a probability such as 0.3 or 3/10");
  EXPECT_EQUAL(error_of("p cnf 2 0\nr 0.5 1 0\nr 0.5x 2 0\n"),
               "3:3: found '0.5x', expected a probability such as 0.3 or 3/10");
  EXPECT_EQUAL(error_of("c \xC3\xA4 \xFF\n"), "1:5: found a byte that is no UTF-8 text");
}

// What the quick way through a line must leave to the slow one.
void odd_words_in_clauses_are_told() {
  const std::string head = "p cnf 3 2\ne 1 2 3 0\n1 -2 ";
  EXPECT_EQUAL(error_of(head + "-0 0\n"), "3:6: found '-0', expected a literal or 0");
  EXPECT_EQUAL(error_of(head + "- 0\n"),
               "3:6: found '-', expected a literal or the 0 that ends a clause");
  EXPECT_EQUAL(error_of(head + "--3 0\n"),
               "3:6: found '--3', expected a literal or the 0 that ends a clause");
  EXPECT_EQUAL(error_of(head + "+3 0\n"),
               "3:6: found '+3', expected a literal or the 0 that ends a clause");
  EXPECT_EQUAL(error_of(head + "3-1 0\n"),
               "3:6: found '3-1', expected a literal or the 0 that ends a clause");
  EXPECT_EQUAL(error_of(head + "4294967299 0\n"),
               "3:6: found literal '4294967299', expected a variable in 1..3 as the header says");
  EXPECT_EQUAL(error_of(head + "0\n3 0 1"),
               "4:5: found '1' after all 2 clauses of the header, expected the end");
  EXPECT_EQUAL(error_of(head + "0\n3"),
               "4:1: found the end of the text, expected the 0 that ends this clause");
  EXPECT_EQUAL(rewritten(head + "0000000003\t0\v3\r\n-1\n000 "), rewritten(head + "3 0\n3 -1 0\n"));
}

void clauses_are_brought_into_normal_form() {
  const std::string head = "p cnf 20 4\ne 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 0\n";
  const std::string many = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 ";
  EXPECT_EQUAL(
      rewritten(head + "2 2 -1 2 0\n" + many + "-7 0\n" + many + "5 5 20 0\n1 -1 0\n"),
      "c gdlc xssat 1\np cnf 20 2\n" + head.substr(head.find('e')) + "2 -1 0\n" + many + "20 0\n");
}

void our_comments_count_behind_our_mark_only() {
  const std::string rest = "p cnf 1 0\nr 0.5 1 0\n";
  EXPECT_EQUAL(error_of("c x prob 9 7/2\n" + rest), "");
  EXPECT_EQUAL(error_of("c gdlc xssat 1\nc x prob 9 1/2\n" + rest),
               "2:10: found variable '9' in 'c x prob', expected one in 1..1 as the header says");
  EXPECT_EQUAL(error_of("c gdlc xssat 2\n" + rest), "1:14: found version '2' of xssat, expected 1");
  EXPECT_EQUAL(error_of("c gdlc xssat 1\nc x name 1 a\nc x name 1 b\n" + rest),
               "3:10: variable '1' is named twice");
}

void an_exact_probability_must_agree_with_its_line() {
  const auto text = [](const std::string& exact, const std::string& decimal) {
    return "c gdlc xssat 1\nc x prob 1 " + exact + "\np cnf 1 0\nr " + decimal + " 1 0\n";
  };
  EXPECT_EQUAL(error_of(text("1/3", "0.33333333333333333")), "");
  EXPECT_EQUAL(error_of(text("1/3", "0.33333333333333331")), "");  // as a double prints it
  EXPECT(!error_of(text("1/3", "0.3333")).empty());
  EXPECT(!error_of(text("0/1", "0.1")).empty());
  EXPECT(!error_of(text("1/1", "0.9999")).empty());
  EXPECT(!error_of(text("1/0", "0.5")).empty());
  EXPECT(!error_of(text("3/2", "0.5")).empty());
  EXPECT(!error_of(text("0.5", "0.5")).empty());
  EXPECT(!error_of(text("1/2\nc x prob 1 1/2", "0.5")).empty());
  const Formula formula = read_formula(text("1/3", "0.33333333333333333")).formula;
  EXPECT(formula.probability(Var(1)) == Rational(1, 3));
}

void hardly_meant_lines_are_warned_of() {
  const auto warnings = read_formula("p cnf 3 0\na 1\nr 0.5 2 0r 0.25 3 0\n").warnings;
  EXPECT_EQUAL(warnings.size(), 2U);
  EXPECT_EQUAL(warnings[0].line, 2U);
  EXPECT_EQUAL(warnings[0].column, 1U);
  EXPECT_EQUAL(warnings[1].column, 10U);
}

void reading_stops_when_asked() {
  Stop stop;
  stop.interrupt();
  bool stopped = false;
  try {
    read_formula("p cnf 0 0\n", {std::nullopt, &stop});
  } catch (const Stopped& reason) {
    stopped = reason.reason == StopReason::interrupt;
  }
  EXPECT(stopped);
}

}  // namespace

int main() {
  return test::run(the_example_of_the_page_is_canonical, what_others_write_is_read,
                   neighbouring_lines_make_one_block, the_normal_form_closes_the_prefix,
                   wrong_texts_are_told_with_their_place, odd_words_in_clauses_are_told,
                   clauses_are_brought_into_normal_form, our_comments_count_behind_our_mark_only,
                   an_exact_probability_must_agree_with_its_line, hardly_meant_lines_are_warned_of,
                   reading_stops_when_asked);
}
