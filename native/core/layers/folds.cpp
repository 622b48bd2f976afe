#include "core/layers/folds.hpp"

#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace gdlc::layers {
namespace {

Integer scale_of(const Folds& folds, Branch branch) {
  return branch.is_node() ? folds.folds[branch.index()].scale : Integer(1);
}

class Folder {
 public:
  Folder(const Diagram& diagram, const Defined& defined, const Instance& instance,
         const std::vector<Rational>& weight_of)
      : diagram_(diagram),
        defined_(defined),
        instance_(instance),
        weight_of_(weight_of),
        folded_(diagram.nodes.size()) {}

  Folds run() {
    folds_.root = folded(diagram_.root);
    folds_.scale = scale_of(folds_, folds_.root);
    return std::move(folds_);
  }

 private:
  Quantifier quantifier_of(std::uint32_t node) const {
    return instance_.quantifier(defined_.choices[diagram_.nodes[node].choice]);
  }

  Branch folded(Branch branch) {
    if (!branch.is_node()) return branch;
    std::optional<Branch>& known = folded_[branch.index()];
    if (!known) {
      const Branch found = fold_node(branch.index());
      folded_[branch.index()] = found;
      return found;
    }
    return *known;
  }

  // Together with all nodes below it that its own quantifier reaches.
  Branch fold_node(std::uint32_t top) {
    Fold fold{quantifier_of(top), {}, 1};
    std::map<std::uint32_t, Rational, std::greater<>> nodes = {{top, Rational(1)}};
    std::map<std::uint32_t, std::size_t> term_of;  // branch -> term
    bool is_dead = false;
    while (!nodes.empty()) {
      // Parents have greater numbers: all ways to this node have been counted.
      const auto [number, weight] = *nodes.begin();
      nodes.erase(nodes.begin());
      const Diagram::Node& node = diagram_.nodes[number];
      for (const bool truth : {true, false}) {
        const Branch branch = node.branches[truth ? 1 : 0];
        Rational part = 1;
        if (fold.quantifier == Quantifier::chance) {
          const Rational& probability = weight_of_[node.choice];
          part = weight * (truth ? probability : complement(probability));
          if (part == 0) continue;
        }
        if (branch.is_node() && quantifier_of(branch.index()) == fold.quantifier) {
          const auto [at, is_new] = nodes.try_emplace(branch.index(), part);
          if (!is_new && fold.quantifier == Quantifier::chance) at->second += part;
          continue;
        }
        const Branch below = folded(branch);
        if (below.is_dead()) {
          is_dead = is_dead || fold.quantifier == Quantifier::forall;
          continue;
        }
        const std::uint32_t key = 2 * below.index() + (below.is_leaf() ? 1U : 0U);
        const auto [at, is_new] = term_of.try_emplace(key, fold.terms.size());
        if (is_new) {
          fold.terms.push_back({below, part});
        } else if (fold.quantifier == Quantifier::chance) {
          fold.terms[at->second].weight += part;
        }
      }
    }
    if (is_dead || fold.terms.empty()) return Branch::dead();
    if (fold.terms.size() == 1 && fold.terms[0].weight == 1) return fold.terms[0].branch;
    for (const Fold::Term& term : fold.terms) {
      const Integer needed = denominator_of(term.weight) * scale_of(folds_, term.branch);
      fold.scale = boost::multiprecision::lcm(fold.scale, needed);
    }
    folds_.folds.push_back(std::move(fold));
    return Branch::node(static_cast<std::uint32_t>(folds_.folds.size() - 1));
  }

  const Diagram& diagram_;
  const Defined& defined_;
  const Instance& instance_;
  const std::vector<Rational>& weight_of_;
  std::vector<std::optional<Branch>> folded_;  // node -> a leaf, a fold, or dead
  Folds folds_;
};

}  // namespace

Folds fold(const Diagram& diagram, const Defined& defined, const Instance& instance,
           const std::vector<Rational>& weight_of) {
  return Folder(diagram, defined, instance, weight_of).run();
}

Integer multiplier(const Folds& folds, const Fold& fold, const Fold::Term& term) {
  return numerator_of(term.weight) * fold.scale /
         (denominator_of(term.weight) * scale_of(folds, term.branch));
}

}  // namespace gdlc::layers
