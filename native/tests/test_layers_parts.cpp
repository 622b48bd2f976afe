#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "check.hpp"
#include "core/layers/circuit.hpp"
#include "core/layers/columns.hpp"
#include "core/layers/kernel.hpp"
#include "core/layers/key_table.hpp"
#include "random_formula.hpp"

namespace {

using namespace gdlc;
using layers::Circuit;
using layers::Column;
using layers::Edge;
using layers::Kernel;
using layers::KeyTable;
using layers::Lanes;

// An edge, and its value for each of the 64 assignments of six inputs.
struct Known {
  Edge edge;
  std::uint64_t truth;
};

void gates_compute_what_was_asked_for() {
  std::size_t n_simpler = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    test::Random random(seed);
    Circuit circuit;
    std::vector<Known> known = {{Edge::constant(false), 0}};
    for (std::uint32_t input = 0; input < 6; ++input) {
      std::uint64_t truth = 0;
      for (std::uint32_t row = 0; row < 64; ++row) {
        truth |= std::uint64_t{(row >> input) & 1U} << row;
      }
      known.push_back({circuit.input(), truth});
    }
    std::map<std::uint32_t, std::uint64_t> truth_of_gate;
    for (const Known& one : known) truth_of_gate[one.edge.gate()] = one.truth;
    for (int step = 0; step < 60; ++step) {
      const auto pick = [&] {
        const std::size_t n = known.size();
        // New ones above all, so that gates stand on gates.
        const std::size_t at =
            random.chance(50)
                ? random.below(static_cast<std::uint32_t>(n))
                : n - 1 - random.below(std::min<std::uint32_t>(6, static_cast<std::uint32_t>(n)));
        const bool negated = random.chance(50);
        return Known{known[at].edge ^ negated, negated ? ~known[at].truth : known[at].truth};
      };
      const Known left = pick();
      const Known right = pick();
      const std::uint32_t before = circuit.n_gates();
      const Edge edge = circuit.conjoin(left.edge, right.edge);
      const std::uint64_t truth = left.truth & right.truth;
      if (circuit.n_gates() == before) ++n_simpler;
      EXPECT(circuit.n_gates() <= before + 1);
      const auto [at, is_new] =
          truth_of_gate.try_emplace(edge.gate(), edge.negated() ? ~truth : truth);
      EXPECT_EQUAL(at->second, edge.negated() ? ~truth : truth);
      EXPECT_EQUAL(is_new, circuit.n_gates() == before + 1);
      known.push_back({edge, truth});
    }
  }
  EXPECT(n_simpler > 20'000);
}

Lanes random_lanes(test::Random& random) {
  Lanes lanes;
  for (std::uint64_t& part : lanes.parts) part = random.next();
  return lanes;
}

bool bit_of(const Lanes& lanes, std::size_t lane) {
  return ((lanes.parts[lane % 8] >> (lane / 8)) & 1U) != 0;
}

void every_kernel_computes_the_same() {
  for (const Kernel* const kernel : layers::kernels()) {
    const int failures = test::failures;
    test::Random random(7);
    for (int round = 0; round < 20; ++round) {
      std::vector<Lanes> slots(20);
      for (Lanes& slot : slots) slot = random_lanes(random);
      std::vector<Lanes> expected = slots;
      std::vector<layers::Instruction> code;
      for (int step = 0; step < 30; ++step) {
        const layers::Instruction next{random.below(20), random.below(20), random.below(20),
                                       random.chance(50), random.chance(50)};
        code.push_back(next);
        Lanes out;
        for (std::size_t lane = 0; lane < Lanes::count; ++lane) {
          const bool left = bit_of(expected[next.left], lane) != next.not_left;
          const bool right = bit_of(expected[next.right], lane) != next.not_right;
          if (left && right) out.parts[lane % 8] |= std::uint64_t{1} << (lane / 8);
        }
        expected[next.out] = out;
      }
      kernel->run(code, slots.data());
      for (std::size_t slot = 0; slot < slots.size(); ++slot) {
        EXPECT(slots[slot].parts == expected[slot].parts);
      }

      std::vector<layers::Bit> bits;
      for (std::uint32_t bit = 0; bit < random.below(65); ++bit) {
        bits.push_back({random.below(20), random.chance(50)});
      }
      std::vector<Lanes> rows(64);
      for (Lanes& row : rows) row = random_lanes(random);
      kernel->gather(bits, slots.data(), rows.data());
      std::vector<Lanes> words = rows;
      kernel->transpose(words.data());
      const auto* const keys = reinterpret_cast<const std::uint64_t*>(words.data());
      for (std::size_t lane = 0; lane < Lanes::count; ++lane) {
        for (std::size_t row = 0; row < 64; ++row) {
          const bool bit =
              row < bits.size() && bit_of(slots[bits[row].slot], lane) != bits[row].negated;
          EXPECT_EQUAL(bit_of(rows[row], lane), bit);
          EXPECT_EQUAL(((keys[lane] >> row) & 1U) != 0, bit);
        }
      }

      const std::size_t n_rows = random.below(65);
      std::vector<Lanes> others = rows;
      for (int change = 0; change < 300; ++change) {
        others[random.below(64)].parts[random.below(8)] ^= std::uint64_t{1} << random.below(64);
      }
      const Lanes asked = random_lanes(random);
      const Lanes equal = kernel->equal(rows.data(), others.data(), n_rows, asked);
      for (std::size_t lane = 0; lane < Lanes::count; ++lane) {
        bool is_equal = bit_of(asked, lane);
        for (std::size_t row = 0; row < n_rows; ++row) {
          is_equal = is_equal && bit_of(rows[row], lane) == bit_of(others[row], lane);
        }
        EXPECT_EQUAL(bit_of(equal, lane), is_equal);
      }
    }
    if (test::failures != failures) std::cerr << "kernel " << kernel->name << "\n";
  }
}

void keys_are_numbered_once() {
  for (std::size_t n_words = 1; n_words <= 4; ++n_words) {
    test::Random random(n_words);
    KeyTable table(n_words);
    std::map<std::vector<std::uint64_t>, std::uint32_t> expected;
    for (int round = 0; round < 100; ++round) {
      std::vector<std::uint64_t> keys(n_words * KeyTable::max_batch);
      for (std::uint64_t& word : keys) word = random.below(n_words == 1 ? 20'000 : 30);
      std::vector<std::uint16_t> which;
      for (std::uint16_t at = 0; at < KeyTable::max_batch; ++at) {
        if (random.chance(70)) which.push_back(at);
      }
      std::vector<std::uint32_t> numbers(which.size());
      table.find_or_add(keys.data(), which, numbers.data());
      for (std::size_t i = 0; i < which.size(); ++i) {
        std::vector<std::uint64_t> key;
        for (std::size_t word = 0; word < n_words; ++word) {
          key.push_back(keys[word * KeyTable::max_batch + which[i]]);
        }
        const auto next = static_cast<std::uint32_t>(expected.size());
        EXPECT_EQUAL(numbers[i], expected.try_emplace(key, next).first->second);
        EXPECT(std::equal(key.begin(), key.end(), table.key(numbers[i])));
      }
    }
    EXPECT_EQUAL(table.size(), expected.size());
    EXPECT(table.size() > 500);
  }
}

void columns_are_compared_over_all_states() {
  std::size_t n_equal = 0;
  std::size_t n_constant = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    test::Random random(seed);
    const std::uint32_t n_bits = random.below(130);
    // What each bit is: constant, a bit of its own, or one before it; now and then with an
    // exception.
    std::vector<std::uint32_t> copies(n_bits);
    std::vector<bool> negated(n_bits);
    for (std::uint32_t bit = 0; bit < n_bits; ++bit) {
      copies[bit] = random.chance(50) ? bit : random.below(bit + 1);
      negated[bit] = random.chance(50);
    }
    KeyTable table(std::max<std::size_t>((n_bits + 63U) / 64, 1));
    std::vector<std::vector<bool>> states;
    for (std::uint32_t state = 0; state < 1 + random.below(1200); ++state) {
      std::vector<bool> bits(n_bits);
      for (std::uint32_t bit = 0; bit < n_bits; ++bit) {
        bits[bit] = copies[bit] != bit ? bits[copies[bit]] != negated[bit]
                    : bit % 5 == 0     ? negated[bit]
                                       : random.chance(50);
        if (random.below(20'000) == 0) bits[bit] = !bits[bit];
      }
      std::vector<std::uint64_t> key(table.n_words() * KeyTable::max_batch, 0);
      for (std::uint32_t bit = 0; bit < n_bits; ++bit) {
        if (bits[bit]) key[bit / 64 * KeyTable::max_batch] |= std::uint64_t{1} << (bit % 64);
      }
      const std::uint16_t first = 0;
      std::uint32_t number = 0;
      table.find_or_add(key.data(), {&first, 1}, &number);
      if (number == states.size()) states.push_back(bits);
    }
    const std::vector<Column> columns =
        layers::compare_columns(table, n_bits, layers::best_kernel());
    for (std::uint32_t bit = 0; bit < n_bits; ++bit) {
      Column expected{bit, false};
      const auto is_always = [&](auto value) {
        return std::all_of(states.begin(), states.end(), [&](const std::vector<bool>& state) {
          return state[bit] == value(state);
        });
      };
      for (std::uint32_t other = bit; other-- > 0;) {
        for (const bool flip : {false, true}) {
          if (is_always([&](const auto& state) { return state[other] != flip; })) {
            expected = {other, flip};
          }
        }
      }
      for (const bool truth : {false, true}) {
        if (is_always([&](const auto&) { return truth; })) expected = {Column::constant, truth};
      }
      EXPECT_EQUAL(columns[bit].same_as, expected.same_as);
      EXPECT_EQUAL(columns[bit].negated, expected.negated);
      n_constant += expected.same_as == Column::constant ? 1 : 0;
      n_equal += expected.same_as < bit ? 1 : 0;
    }
  }
  EXPECT(n_equal > 500);
  EXPECT(n_constant > 200);
}

}  // namespace

int main() {
  return test::run(gates_compute_what_was_asked_for, every_kernel_computes_the_same,
                   keys_are_numbered_once, columns_are_compared_over_all_states);
}
