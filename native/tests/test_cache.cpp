#include <string>

#include "check.hpp"
#include "core/dpll/cache.hpp"
#include "random_formula.hpp"

namespace {

using namespace gdlc;
using Value = NodeValue<Rational>;

Key key_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

Value value(const Rational& number, std::uint32_t choice = 0) {
  return {number, choice, Known::exactly, 0};
}

// Texts and numbers instead of keys and hashes.
class TextCache {
 public:
  explicit TextCache(std::size_t max_bytes) : cache(max_bytes) {}
  const Value* find(const std::string& text) {
    return cache.find(hash_of(key_of(text)), key_of(text));
  }
  const Value* store(const std::string& text, const Value& stored) {
    return cache.store(hash_of(key_of(text)), key_of(text), stored);
  }
  bool has(const std::string& text, const Rational& number) {
    const Value* const found = find(text);
    return found != nullptr && found->known == Known::exactly && found->number == number;
  }

  Cache<Rational> cache;
};

void a_hash_alone_is_not_trusted() {
  Cache<Rational> cache(1 << 20);
  cache.store(5, key_of("one"), value(Rational(1, 3)));
  cache.store(5, key_of("two"), value(Rational(2, 3), 7));
  EXPECT(cache.find(5, key_of("three")) == nullptr);
  EXPECT(cache.find(5, key_of("on")) == nullptr);
  EXPECT(cache.find(6, key_of("one")) == nullptr);
  EXPECT(cache.find(5, key_of("one"))->number == Rational(1, 3));
  EXPECT(cache.find(5, key_of("two"))->number == Rational(2, 3));
  EXPECT_EQUAL(cache.find(5, key_of("two"))->choice, 7U);
}

void a_bound_is_replaced_by_the_value() {
  TextCache cache(1 << 20);
  cache.store("one", {Rational(0), 0, Known::at_most, 0.5});
  EXPECT(cache.find("one")->known == Known::at_most);
  cache.store("one", value(Rational(1, 3)));
  EXPECT(cache.has("one", Rational(1, 3)));
  EXPECT_EQUAL(cache.cache.n_entries(), 1U);
}

void the_bytes_allowed_are_kept() {
  for (const std::size_t limit : {0U, 100U, 5'000U, 100'000U, 3'000'000U}) {
    TextCache cache(limit);
    for (std::uint64_t i = 0; i < 20'000; ++i) {
      cache.store("key " + std::to_string(i), value(Rational(1, i + 1)));
      EXPECT(cache.cache.bytes() <= limit);
    }
    if (limit >= 5'000) EXPECT(cache.has("key 19999", Rational(1, 20'000)));
    if (limit == 0) EXPECT(cache.find("key 19999") == nullptr);
  }
}

void a_lowered_limit_is_kept_from_the_next_entry_on() {
  TextCache cache(3'000'000);
  for (int i = 0; i < 20'000; ++i) cache.store("key " + std::to_string(i), value(Rational(1, 2)));
  EXPECT(cache.cache.bytes() > 50'000);
  cache.cache.set_max_bytes(50'000);
  for (int i = 0; i < 1000; ++i) {
    cache.store("new " + std::to_string(i), value(Rational(1, 2)));
    EXPECT(cache.cache.bytes() <= 50'000);
  }
  EXPECT(cache.has("new 999", Rational(1, 2)));
}

void numbers_of_many_digits_count() {
  const Rational large = Rational(1, boost::multiprecision::cpp_int(1) << 4000U);
  TextCache cache(200'000);
  std::size_t held_before = 0;
  for (int i = 0; i < 1000; ++i) {
    cache.store(std::to_string(i), value(large));
    EXPECT(cache.cache.bytes() <= 200'000);
    if (i == 9) held_before = cache.cache.bytes();
  }
  EXPECT(held_before > 10 * 500);
}

void what_is_asked_for_survives_the_sweeps() {
  TextCache cache(100'000);
  cache.store("dear", value(Rational(1, 2)));
  for (std::uint64_t i = 2; i < 20'000; ++i) {
    cache.store(std::to_string(i), value(Rational(1, i)));
    if (i % 100 == 0) EXPECT(cache.has("dear", Rational(1, 2)));
  }
  EXPECT(cache.cache.n_sweeps() > 2);
}

void what_is_taken_back_is_not_found() {
  TextCache cache(1 << 20);
  cache.store("before", value(Rational(1, 2)));
  cache.cache.set_logging(true);
  cache.store("kept", value(Rational(1, 3)));
  const std::size_t begin = cache.cache.log_size();
  cache.store("one", value(Rational(1, 4)));
  cache.store("two", value(Rational(1, 5)));
  cache.store("before", value(Rational(1, 6)));  // it replaces what was right
  cache.cache.take_back(begin);
  EXPECT_EQUAL(cache.cache.log_size(), begin);
  for (const char* const text : {"one", "two", "before"}) EXPECT(cache.find(text) == nullptr);
  EXPECT(cache.has("kept", Rational(1, 3)));
  cache.store("one", value(Rational(1, 7)));
  EXPECT(cache.has("one", Rational(1, 7)));
  cache.cache.take_back(0);
  for (const char* const text : {"one", "kept"}) EXPECT(cache.find(text) == nullptr);
}

// Against a list of all that was stored: whatever is found was stored last for its key, and not
// taken back, with sweeps at any time.
void nothing_taken_back_comes_up_again_after_sweeps() {
  std::uint64_t n_sweeps = 0;
  std::uint64_t n_found = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    test::Random random(seed);
    TextCache cache(1'000 + random.below(20'000));
    std::vector<Rational> now(60);                            // key -> its number; 0: none
    std::vector<std::size_t> logged;                          // keys stored while it was on
    std::vector<std::pair<std::size_t, std::size_t>> opened;  // sizes of the log and of `logged`
    for (int step = 1; step <= 600; ++step) {
      const std::size_t key = random.below(60);
      const std::string text = "a key that takes some room " + std::to_string(key);
      if (random.chance(55)) {
        now[key] = Rational(step);
        cache.store(text, value(now[key]));
        if (!opened.empty()) logged.push_back(key);
      } else if (random.chance(70)) {
        const Value* const found = cache.find(text);
        n_found += found != nullptr ? 1 : 0;
        EXPECT(found == nullptr || found->number == now[key]);
      } else if (random.chance(50)) {
        opened.emplace_back(cache.cache.log_size(), logged.size());
        cache.cache.set_logging(true);
      } else if (!opened.empty()) {
        if (random.chance(50)) {
          cache.cache.take_back(opened.back().first);
          for (std::size_t at = opened.back().second; at < logged.size(); ++at) {
            now[logged[at]] = Rational(0);
          }
        }
        opened.pop_back();
        if (opened.empty()) {
          cache.cache.set_logging(false);
          logged.clear();
        }
      }
    }
    n_sweeps += cache.cache.n_sweeps();
  }
  EXPECT(n_sweeps > 1000);
  EXPECT(n_found > 1000);
}

}  // namespace

int main() {
  return test::run(a_hash_alone_is_not_trusted, a_bound_is_replaced_by_the_value,
                   the_bytes_allowed_are_kept, a_lowered_limit_is_kept_from_the_next_entry_on,
                   numbers_of_many_digits_count, what_is_asked_for_survives_the_sweeps,
                   what_is_taken_back_is_not_found, nothing_taken_back_comes_up_again_after_sweeps);
}
