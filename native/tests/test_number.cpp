#include "check.hpp"
#include "core/number/rational.hpp"

using gdlc::nearest_decimal;
using gdlc::parse_fraction;
using gdlc::parse_number;
using gdlc::Rational;

namespace {

std::string decimal(const Rational& value) {
  return nearest_decimal(value).text;
}

void decimals_are_the_nearest_with_17_digits() {
  EXPECT_EQUAL(decimal(0), "0.0");
  EXPECT_EQUAL(decimal(1), "1.0");
  EXPECT_EQUAL(decimal(Rational(3, 10)), "0.3");
  EXPECT_EQUAL(decimal(Rational(137, 512)), "0.267578125");
  EXPECT_EQUAL(decimal(Rational(1, 3)), "0.33333333333333333");
  EXPECT_EQUAL(decimal(Rational(2, 3)), "0.66666666666666667");
  EXPECT_EQUAL(decimal(Rational(1, 3000)), "0.00033333333333333333");
  EXPECT_EQUAL(decimal(Rational(1, 1024)), "0.0009765625");
  EXPECT_EQUAL(decimal(12), "12.0");
  EXPECT_EQUAL(decimal(Rational(25, 2)), "12.5");
  EXPECT_EQUAL(decimal(Rational(99999999999999999, 100000000000000000)), "0.99999999999999999");
}

void decimals_round_half_to_even_and_carry() {
  const gdlc::Integer ten17 = boost::multiprecision::pow(gdlc::Integer(10), 18);
  EXPECT_EQUAL(decimal(Rational(gdlc::Integer("123456789012345675"), ten17)),
               "0.12345678901234568");
  EXPECT_EQUAL(decimal(Rational(gdlc::Integer("123456789012345665"), ten17)),
               "0.12345678901234566");
  EXPECT_EQUAL(decimal(Rational(gdlc::Integer("999999999999999999"), ten17)), "1.0");
  EXPECT(!nearest_decimal(Rational(gdlc::Integer("999999999999999999"), ten17)).exact);
}

void decimals_stay_positional_down_to_400_zeros() {
  const gdlc::Integer power = boost::multiprecision::pow(gdlc::Integer(10), 400);
  EXPECT_EQUAL(decimal(Rational(1, power)), "0." + std::string(399, '0') + "1");
  EXPECT_EQUAL(decimal(Rational(1, power * 10)), "1.0e-401");
  EXPECT_EQUAL(decimal(Rational(1, power * 80)), "1.25e-402");
  EXPECT(parse_number("1.25e-402") == Rational(1, power * 80));
}

void exactness_is_told() {
  EXPECT(nearest_decimal(Rational(3, 8)).exact);
  EXPECT(!nearest_decimal(Rational(1, 3)).exact);
  EXPECT(nearest_decimal(0).exact);
}

void numbers_are_read_in_all_their_forms() {
  EXPECT(parse_number("0.3") == Rational(3, 10));
  EXPECT(parse_number(".3") == Rational(3, 10));
  EXPECT(parse_number("1.") == Rational(1));
  EXPECT(parse_number("1e-1") == Rational(1, 10));
  EXPECT(parse_number("2.5E+1") == Rational(25));
  EXPECT(parse_number("3/10") == Rational(3, 10));
  EXPECT(parse_number("010/020") == Rational(1, 2));
  EXPECT(parse_number("0.010") == Rational(1, 100));
}

void other_texts_are_no_numbers() {
  for (const char* const text :
       {"", ".", "e5", "1e", "1e+", "-1", "+1", "nan", "inf", "0x1", "1..2", "1/0", "1/", "/2",
        "1/2/3", "1e99999999999", "0,3", "1 "}) {
    EXPECT(!parse_number(text));
  }
  EXPECT(!parse_number(std::string(20'000, '1')));
  EXPECT(!parse_fraction("0.5"));
}

}  // namespace

int main() {
  return gdlc::test::run(decimals_are_the_nearest_with_17_digits,
                         decimals_round_half_to_even_and_carry,
                         decimals_stay_positional_down_to_400_zeros, exactness_is_told,
                         numbers_are_read_in_all_their_forms, other_texts_are_no_numbers);
}
