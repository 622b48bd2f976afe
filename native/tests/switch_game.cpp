#include "switch_game.hpp"

#include <vector>

namespace gdlc::test {
namespace {

class Writer {
 public:
  int choice(const std::string& name) {
    text_ += "1 1 1 " + std::to_string(++atoms_) + " 0 0\n";
    show(name, {atoms_});
    return atoms_;
  }

  int derived(const std::string& name) {
    show(name, {++atoms_});
    return atoms_;
  }

  void rule(int head, const std::vector<int>& body) {
    text_ += "1 0 1 " + std::to_string(head) + " 0 " + literals(body) + "\n";
  }

  void show(const std::string& name, const std::vector<int>& condition) {
    text_ += "4 " + std::to_string(name.size()) + " " + name + " " + literals(condition) + "\n";
  }

  std::string text() const { return "asp 1 0 0\n" + text_ + "0\n"; }

 private:
  static std::string literals(const std::vector<int>& some) {
    std::string text = std::to_string(some.size());
    for (const int literal : some) text += " " + std::to_string(literal);
    return text;
  }

  int atoms_ = 0;
  std::string text_;
};

}  // namespace

std::string switch_game(Random& random) {
  Writer writer;
  const auto number = [](std::uint32_t at) { return std::to_string(at); };
  const std::uint32_t switches = 2 + random.below(7);
  const std::uint32_t apart = random.chance(20) ? 1 + random.below(30) : 1;
  const bool turns_back = random.chance(30);
  std::vector<int> on;
  std::vector<int> next;
  for (std::uint32_t at = 0; at < switches * apart; ++at) {
    const std::string inner = "(" + number(at) + ")";
    const int fluent = writer.choice("true" + inner);
    const int later = writer.derived("_next" + inner);
    if (at % apart == 0) {
      on.push_back(fluent);
      next.push_back(later);
      if (random.chance(20)) writer.show("_init" + inner, {});
    } else {
      writer.rule(later, {fluent});
    }
  }
  const auto some = [&](std::uint32_t count) {
    std::vector<int> found;
    for (; count != 0; --count) {
      const int one = on[random.below(switches)];
      found.push_back(random.chance(50) ? one : -one);
    }
    return found;
  };
  std::uint32_t moves = 0;
  const auto move = [&](std::uint32_t role, const std::vector<int>& condition) {
    const std::string inner = "(" + number(role) + "," + number(moves++) + ")";
    const int done = writer.choice("does" + inner);
    writer.rule(writer.derived("legal" + inner), condition);
    return done;
  };
  for (std::uint32_t at = 0; at < switches; ++at) {
    const int done = move(0, turns_back ? some(random.below(2)) : std::vector<int>{-on[at]});
    writer.rule(next[at], {done, -on[at]});
    writer.rule(next[at], turns_back ? std::vector<int>{on[at], -done} : std::vector<int>{on[at]});
  }
  for (std::uint32_t role = 1; role <= 2; ++role) {
    for (std::uint32_t left = 1 + random.below(3); left != 0; --left) {
      const int done = move(role, some(random.chance(70) ? 0 : 1));
      writer.rule(next[random.below(switches)], {done});
    }
  }
  const int terminal = writer.derived("terminal");
  for (std::uint32_t left = 1 + random.below(2); left != 0; --left) {
    writer.rule(terminal, some(2 + random.below(4)));
  }
  for (const char* goal : {"goal(0,100)", "goal(0,50)", "goal(1,100)", "goal(1,0)"}) {
    writer.rule(writer.derived(goal), some(1 + random.below(3)));
  }
  return writer.text();
}

}  // namespace gdlc::test
