#include "app/narrator.hpp"

#include <cstdio>
#include <iostream>
#include <string>

namespace gdlc::app {
namespace {

// All digits: rounded any further, a bound would be none.
std::string digits_of(double bound) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", bound);
  return text;
}

}  // namespace

Narrator::Narrator(bool is_talkative) : is_talkative_(is_talkative), phases_{{"read", 0.0}} {}

void Narrator::end() {
  const Clock::time_point now = Clock::now();
  const std::chrono::duration<double> seconds = now - begin_;
  begin_ = now;
  phases_.back().second += seconds.count();
}

void Narrator::begin(Phase phase) {
  end();
  phases_.emplace_back(name_of(phase), 0.0);
}

void Narrator::progress(const Stats&, const Bounds& bounds) {
  const bool is_better = bounds.lower > told_.lower || bounds.upper < told_.upper;
  if (!is_talkative_ || !is_better) return;
  const Clock::time_point now = Clock::now();
  if (now < next_line_) return;
  next_line_ = now + std::chrono::seconds(1);
  told_ = bounds;
  std::cerr << "between " + digits_of(bounds.lower) + " and " + digits_of(bounds.upper) + "\n";
}

const std::vector<Seconds>& Narrator::phases() {
  end();
  return phases_;
}

}  // namespace gdlc::app
