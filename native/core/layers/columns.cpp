#include "core/layers/columns.hpp"

#include <algorithm>

namespace gdlc::layers {
namespace {

// Classes of bits that were the same in all states so far; bit number `n_bits` is the constant.
class Classes {
 public:
  explicit Classes(std::uint32_t n_bits) : negated_(n_bits + std::size_t{1}, false) {
    classes_.emplace_back();
    for (std::uint32_t bit = n_bits + 1; bit-- > 0;) classes_[0].push_back(bit);
  }

  // pre: rows of all bits, and the constant false behind them
  void look_at(const std::vector<Lanes>& rows) {
    if (is_first_) {
      for (std::size_t bit = 0; bit < negated_.size(); ++bit) {
        negated_[bit] = (rows[bit].parts[0] & 1U) != 0;
      }
      is_first_ = false;
    }
    // Classes that split off are looked at in their turn.
    for (std::size_t at = 0; at < classes_.size(); ++at) {
      if (classes_[at].size() > 1) split(at, rows);
    }
  }

  std::vector<Column> columns() const {
    const auto constant = static_cast<std::uint32_t>(negated_.size() - 1);
    std::vector<Column> result(constant);
    for (const std::vector<std::uint32_t>& bits : classes_) {
      const bool is_constant = bits.front() == constant;
      const std::uint32_t first =
          is_constant ? constant : *std::min_element(bits.begin(), bits.end());
      for (const std::uint32_t bit : bits) {
        if (bit == constant) continue;
        result[bit].same_as = is_constant ? Column::constant : first;
        result[bit].negated = negated_[bit] != negated_[first];
      }
    }
    return result;
  }

 private:
  void split(std::size_t at, const std::vector<Lanes>& rows) {
    std::vector<std::uint32_t> other;
    std::vector<std::uint32_t>& bits = classes_[at];
    const std::uint32_t first = bits.front();
    std::size_t n_kept = 0;
    for (const std::uint32_t bit : bits) {
      if (is_same(rows[first], rows[bit], negated_[first] != negated_[bit])) {
        bits[n_kept++] = bit;
      } else {
        other.push_back(bit);
      }
    }
    if (other.empty()) return;
    bits.resize(n_kept);
    classes_.push_back(std::move(other));
  }

  static bool is_same(const Lanes& left, const Lanes& right, bool negated) {
    const std::uint64_t flip = negated ? ~std::uint64_t{0} : 0;
    std::uint64_t difference = 0;
    for (std::size_t part = 0; part < left.parts.size(); ++part) {
      difference |= left.parts[part] ^ right.parts[part] ^ flip;
    }
    return difference == 0;
  }

  std::vector<std::vector<std::uint32_t>> classes_;  // the constant is the first of its class
  std::vector<bool> negated_;                        // bit -> its value in the first state
  bool is_first_ = true;
};

}  // namespace

void load_rows(const KeyTable& states, std::size_t first, std::size_t word, const Kernel& kernel,
               Lanes* rows) {
  const std::size_t n_words = states.n_words();
  const std::size_t last = states.size() - 1;
  const std::uint64_t* const keys = states.key(0);
  for (std::size_t i = 0; i < Lanes::count; ++i) {
    const std::size_t number = std::min(first + i, last);
    rows[i / 8].parts[i % 8] = keys[number * n_words + word];
  }
  kernel.transpose(rows);
}

std::vector<Column> compare_columns(const KeyTable& states, std::uint32_t n_bits,
                                    const Kernel& kernel) {
  Classes classes(n_bits);
  // Rows behind those of the bits are false in all states: the first one is the constant.
  std::vector<Lanes> rows(64 * states.n_words() + 1);
  for (std::size_t first = 0; first < states.size(); first += Lanes::count) {
    for (std::size_t word = 0; word < states.n_words(); ++word) {
      load_rows(states, first, word, kernel, &rows[64 * word]);
    }
    classes.look_at(rows);
  }
  return classes.columns();
}

}  // namespace gdlc::layers
