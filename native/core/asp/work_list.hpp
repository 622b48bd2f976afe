#pragma once

#include <cstdint>
#include <vector>

namespace gdlc::asp {

// Which definitions have to be looked at again: those that use what has changed since.
//   users    for each node the definitions that mention it; they only lose literals, so the lists
//            stay complete, and what stands in them too much costs a look
class WorkList {
 public:
  // All definitions wait at first.
  void start(std::size_t nodes) {
    users_.assign(nodes, {});
    waiting_.assign(nodes, true);
  }
  void add_user(std::size_t node, std::uint32_t definition) {
    std::vector<std::uint32_t>& all = users_[node];
    if (all.empty() || all.back() != definition) all.push_back(definition);
  }

  // Something has changed that those who use a node look at.
  void touch(std::size_t node) {
    for (const std::uint32_t user : users_[node]) waiting_[user] = true;
  }
  void wait(std::uint32_t definition) { waiting_[definition] = true; }

  // One node stands for the other, too.
  void merge(std::size_t into, std::size_t from) {
    touch(from);
    touch(into);
    users_[into].insert(users_[into].end(), users_[from].begin(), users_[from].end());
    users_[from] = {};
  }

  // Whether a definition waits; from now on it does not.
  bool take(std::uint32_t definition) {
    const bool waited = waiting_[definition];
    waiting_[definition] = false;
    return waited;
  }

 private:
  std::vector<std::vector<std::uint32_t>> users_;
  std::vector<bool> waiting_;
};

}  // namespace gdlc::asp
