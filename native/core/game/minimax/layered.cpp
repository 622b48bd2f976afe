#include "core/game/minimax/layered.hpp"

#include <algorithm>
#include <optional>

#include "core/game/minimax/algebra.hpp"
#include "core/game/minimax/backward.hpp"

namespace gdlc::game {
namespace {

constexpr std::size_t most_words = 64;

class Valuation {
 public:
  Valuation(const Unfolding& unfolding, std::uint32_t last, Stop& stop)
      : unfolding_(unfolding),
        timeline_(unfolding, last, stop),
        cut_(last == unfolding.frontier().horizon()),
        is_known_(cut_ || unfolding.is_complete()),
        stop_(stop) {}

  Choices exact() const {
    auto denominator = timeline_.denominator(64 * most_words);
    if (!denominator) return in(Fractions());
    *denominator *= unfolding_.task().divisor();
    std::uint32_t greatest = 1;
    for (std::uint32_t at = 0; at < unfolding_.graph().shapes(); ++at) {
      greatest = std::max(greatest, unfolding_.graph().shape(at).total);
    }
    const std::size_t bits = boost::multiprecision::msb(*denominator * greatest) + 1;
    if (bits <= 64) return fixed<1>(*denominator);
    if (bits <= 128) return fixed<2>(*denominator);
    if (bits <= 256) return fixed<4>(*denominator);
    if (bits <= 1024) return fixed<16>(*denominator);
    if (bits <= 64 * most_words) return fixed<most_words>(*denominator);
    return in(Fractions());
  }

  Choices floats() const {
    const Floats algebra(unfolding_.graph());
    Choices found;
    for (const Float& value : run(algebra, 0)) found.lower.emplace_back(value.lower());
    for (const Float& value : run(algebra, is_known_ ? 0 : full_worth)) {
      found.upper.emplace_back(value.upper());
    }
    return found;
  }

 private:
  template <std::size_t K>
  Choices fixed(const Integer& denominator) const {
    return in(FixedPoint<K>(unfolding_.graph(), denominator));
  }

  template <class Algebra>
  Choices in(const Algebra& algebra) const {
    Choices found;
    for (const auto& value : run(algebra, 0)) found.lower.push_back(algebra.rational(value));
    if (is_known_) {
      found.upper = found.lower;
    } else {
      for (const auto& value : run(algebra, full_worth)) {
        found.upper.push_back(algebra.rational(value));
      }
    }
    return found;
  }

  template <class Algebra>
  std::vector<typename Algebra::Value> run(const Algebra& algebra, Worth unknown) const {
    return Backward<Algebra>(algebra, unfolding_, timeline_, unknown, cut_, stop_).run();
  }

  const Unfolding& unfolding_;
  Timeline timeline_;
  bool cut_;
  bool is_known_;
  Stop& stop_;
};

}  // namespace

Choices value_layers(const Unfolding& unfolding, std::uint32_t last, bool is_exact, Stop& stop) {
  const Valuation valuation(unfolding, last, stop);
  return is_exact ? valuation.exact() : valuation.floats();
}

}  // namespace gdlc::game
