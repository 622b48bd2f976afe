#include "core/layers/expand.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "core/layers/columns.hpp"
#include "core/layers/equal_moves.hpp"

namespace gdlc::layers {
namespace {

// Of lanes 0..count-1.
Lanes first_lanes(std::size_t count) {
  Lanes lanes;
  for (std::size_t lane = 0; lane < std::min(count, Lanes::count); ++lane) {
    lanes.parts[lane % 8] |= std::uint64_t{1} << (lane / 8);
  }
  return lanes;
}

std::size_t list_lanes(const Lanes& mask, std::uint16_t* out) {
  std::uint16_t* const begin = out;
  for (std::size_t part = 0; part < mask.parts.size(); ++part) {
    for (std::uint64_t bits = mask.parts[part]; bits != 0; bits &= bits - 1) {
      *out++ = static_cast<std::uint16_t>(8 * std::countr_zero(bits) + static_cast<int>(part));
    }
  }
  return static_cast<std::size_t>(out - begin);
}

// Leaf -> the minima that it is a term of.
std::vector<std::vector<std::uint32_t>> minima_of(const Folds& folds, std::size_t n_leaves) {
  std::vector<std::vector<std::uint32_t>> result(n_leaves);
  for (std::uint32_t index = 0; index < folds.folds.size(); ++index) {
    if (folds.folds[index].quantifier != Quantifier::forall) continue;
    for (const Fold::Term& term : folds.folds[index].terms) {
      if (term.branch.is_leaf()) result[term.branch.index()].push_back(index);
    }
  }
  return result;
}

// What is kept to compare moves should stay in the cache.
constexpr std::size_t most_bytes_of_rows = std::size_t{1} << 19U;

Lanes both(const Lanes& left, const Lanes& right, std::uint64_t flip_right) {
  Lanes result;
  for (std::size_t part = 0; part < result.parts.size(); ++part) {
    result.parts[part] = left.parts[part] & (right.parts[part] ^ flip_right);
  }
  return result;
}

constexpr std::uint64_t all_lanes = ~std::uint64_t{0};

// One block after the other.
class Expansion {
 public:
  Expansion(const Program& program, const Folds& folds, bool skips_equals, const Kernel& kernel,
            KeyTable& next, Successors& successors)
      : program_(program),
        kernel_(kernel),
        next_(next),
        successors_(successors),
        minima_of_(minima_of(folds, program.leaves.size())),
        slots_(program.n_slots),
        keys_(64 * next.n_words()) {
    const std::size_t n_leaves = program.leaves.size();
    if (!skips_equals || n_leaves * keys_.size() * sizeof(Lanes) > most_bytes_of_rows) return;
    moves_ = EqualMoves(folds, n_leaves).moves();
    if (std::all_of(moves_.begin(), moves_.end(),
                    [](const EqualMoves::Move& move) { return move.equal.empty(); })) {
      moves_.clear();
    }
    if (moves_.empty()) return;
    rows_.assign(n_leaves, keys_);
    alive_.resize(n_leaves);
  }

  std::vector<Lanes>& slots() { return slots_; }

  void run(const Lanes& valid) {
    successors_.begin_block();
    if (moves_.empty()) {
      for (std::size_t leaf = 0; leaf < program_.leaves.size(); ++leaf) {
        const Lanes alive = evaluate(leaf, valid);
        gather(leaf, keys_);
        follow(alive);
      }
    } else {
      for (std::size_t leaf = 0; leaf < program_.leaves.size(); ++leaf) {
        alive_[leaf] = evaluate(leaf, valid);
        gather(leaf, rows_[leaf]);
      }
      std::vector<Lanes> masks = alive_;
      for (const EqualMoves::Move& move : moves_) leave_out(move, valid, masks);
      for (std::size_t leaf = 0; leaf < program_.leaves.size(); ++leaf) {
        std::copy(rows_[leaf].begin(), rows_[leaf].end(), keys_.begin());
        follow(masks[leaf]);
      }
    }
    successors_.end_block();
  }

 private:
  // Returns where no constraint is false.
  Lanes evaluate(std::size_t index, const Lanes& valid) {
    const Program::Leaf& leaf = program_.leaves[index];
    kernel_.run({program_.code.data() + leaf.begin, leaf.end - leaf.begin}, slots_.data());
    const Lanes alive = both(valid, slots_[leaf.guard.slot], leaf.guard.negated ? all_lanes : 0);
    for (const std::uint32_t fold : minima_of_[index]) {
      Lanes& dead = successors_.last_lanes_of_fold(fold);
      for (std::size_t part = 0; part < dead.parts.size(); ++part) {
        dead.parts[part] |= valid.parts[part] & ~alive.parts[part];
      }
    }
    return alive;
  }

  // The bits of the key, a row for each.
  void gather(std::size_t leaf, std::vector<Lanes>& rows) const {
    const std::span<const Bit> bits = program_.leaves[leaf].key;
    for (std::size_t begin = 0; begin < rows.size(); begin += 64) {
      const std::size_t first = std::min(begin, bits.size());
      const std::size_t count = std::min<std::size_t>(64, bits.size() - first);
      kernel_.gather(bits.subspan(first, count), slots_.data(), &rows[begin]);
    }
  }

  void leave_out(const EqualMoves::Move& move, const Lanes& valid, std::vector<Lanes>& masks) {
    Lanes left_out;
    for (const std::uint32_t earlier : move.equal) {
      const std::vector<std::uint32_t>& others = moves_[earlier].leaves;
      Lanes same = both(valid, left_out, all_lanes);
      for (std::size_t i = 0; i < move.leaves.size(); ++i) {
        const std::uint32_t one = move.leaves[i];
        const std::uint32_t other = others[i];
        if (one == other) continue;
        for (std::size_t part = 0; part < same.parts.size(); ++part) {
          same.parts[part] &= ~(alive_[one].parts[part] ^ alive_[other].parts[part]);
        }
        same = kernel_.equal(rows_[one].data(), rows_[other].data(),
                             program_.leaves[one].key.size(), same);
      }
      for (std::size_t part = 0; part < same.parts.size(); ++part) {
        left_out.parts[part] |= same.parts[part];
      }
    }
    for (const std::uint32_t leaf : move.own) masks[leaf] = both(masks[leaf], left_out, all_lanes);
    if (move.sum != EqualMoves::Move::none) successors_.last_lanes_of_fold(move.sum) = left_out;
  }

  // The states whose keys are in `keys_`.
  void follow(const Lanes& mask) {
    const std::size_t count = list_lanes(mask, which_.data());
    std::uint32_t* const out = successors_.add(mask, count);
    if (count == 0) return;
    for (std::size_t word = 0; word < next_.n_words(); ++word) kernel_.transpose(&keys_[64 * word]);
    next_.find_or_add(keys_.front().parts.data(), {which_.data(), count}, out);
  }

  const Program& program_;
  const Kernel& kernel_;
  KeyTable& next_;
  Successors& successors_;
  const std::vector<std::vector<std::uint32_t>> minima_of_;  // leaf -> folds
  std::vector<EqualMoves::Move> moves_;
  std::vector<Lanes> slots_;              // of the program
  std::vector<Lanes> keys_;               // rows of bits, then 512 words each
  std::vector<std::vector<Lanes>> rows_;  // leaf -> its rows, where moves are compared
  std::vector<Lanes> alive_;              // leaf -> where no constraint is false
  std::array<std::uint16_t, Lanes::count> which_{};
};

}  // namespace

void expand(const KeyTable& states, std::size_t n_states, std::uint32_t n_bits,
            const Program& program, const Folds& folds, bool skips_equals, const Kernel& kernel,
            KeyTable& next, Successors& successors, const std::function<bool()>& poll) {
  n_states = std::min(n_states, states.size());
  Expansion expansion(program, folds, skips_equals, kernel, next, successors);
  std::vector<Lanes> rows(64 * states.n_words());
  for (std::size_t first = 0; first < n_states; first += Lanes::count) {
    for (std::size_t word = 0; word < states.n_words(); ++word) {
      load_rows(states, first, word, kernel, &rows[64 * word]);
    }
    std::copy_n(rows.begin(), n_bits, expansion.slots().begin() + 1);
    expansion.run(first_lanes(n_states - first));
    if (!poll()) return;
  }
}

}  // namespace gdlc::layers
