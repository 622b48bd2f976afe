#include <cstring>
#include <string>

#include "check.hpp"
#include "core/dpll/cache.hpp"

namespace {

using namespace gdlc;

Key key_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

NodeValue<Rational> value(const Rational& number, std::uint32_t choice) {
  return {number, choice, Known::exactly, 0};
}

const Cache<Rational>::Value* find(Cache<Rational>& cache, std::uint64_t hash,
                                   const std::string& text) {
  return cache.find(hash, [&] { return key_of(text); });
}

void a_hash_alone_is_not_trusted() {
  Cache<Rational> cache(1 << 20);
  cache.store(5, key_of("one"), value(Rational(1, 3), 0));
  cache.store(5, key_of("two"), value(Rational(2, 3), 7));
  EXPECT(find(cache, 5, "three") == nullptr);
  EXPECT(find(cache, 6, "one") == nullptr);
  EXPECT(find(cache, 5, "one")->number == Rational(1, 3));
  EXPECT(find(cache, 5, "two")->number == Rational(2, 3));
  EXPECT_EQUAL(find(cache, 5, "two")->choice, 7U);
}

void a_bound_is_replaced_by_the_value() {
  Cache<Rational> cache(1 << 20);
  cache.store(5, key_of("one"), {Rational(0), 0, Known::at_most, 0.5});
  EXPECT(find(cache, 5, "one")->known == Known::at_most);
  cache.store(5, key_of("one"), value(Rational(1, 3), 0));
  EXPECT(find(cache, 5, "one")->known == Known::exactly);
  EXPECT_EQUAL(cache.n_entries(), 1U);
}

void the_bytes_allowed_are_kept() {
  for (const std::size_t limit : {0U, 100U, 5'000U, 100'000U, 3'000'000U}) {
    Cache<Rational> cache(limit);
    for (std::uint64_t i = 0; i < 20'000; ++i) {
      cache.store(i * 0x9E3779B97F4A7C15U, key_of("key " + std::to_string(i)),
                  value(Rational(1, i + 1), 0));
      EXPECT(cache.bytes() <= limit);
    }
    const std::string last = "key 19999";
    const auto* const found = find(cache, 19999 * 0x9E3779B97F4A7C15U, last);
    if (limit >= 5'000) EXPECT(found != nullptr && found->number == Rational(1, 20'000));
    if (limit == 0) EXPECT(found == nullptr);
  }
}

void what_is_asked_for_survives_the_sweeps() {
  Cache<Rational> cache(100'000);
  cache.store(1, key_of("dear"), value(Rational(1, 2), 0));
  for (std::uint64_t i = 2; i < 20'000; ++i) {
    cache.store(i * 0x9E3779B97F4A7C15U, key_of(std::to_string(i)), value(Rational(1, i), 0));
    if (i % 100 == 0) EXPECT(find(cache, 1, "dear") != nullptr);
  }
  EXPECT(cache.n_sweeps() > 2);
}

}  // namespace

int main() {
  return test::run(a_hash_alone_is_not_trusted, a_bound_is_replaced_by_the_value,
                   the_bytes_allowed_are_kept, what_is_asked_for_survives_the_sweeps);
}
