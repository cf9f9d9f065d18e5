// Saves tests: tries to remove whole subtrees of elements, the largest first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The removal is meant for elements that form a tree, such as decisions and the
// events that depend on them. Misherghi and Su describe a similar method in
// "HDD: Hierarchical Delta Debugging" (ICSE 2006). But the method here goes
// through the tree by the size of the subtrees, not level by level. The reason
// is that a loop of a thousand iterations is a tree of a thousand levels.

#ifndef PINSTRIPE_REDUCTION_SUBTREEREMOVAL_H
#define PINSTRIPE_REDUCTION_SUBTREEREMOVAL_H

#include "pinstripe/Reduction/ElementTree.h"
#include "pinstripe/Reduction/Reducer.h"

namespace pinstripe {

/// Tries to remove subtrees, those with the most remaining elements first. A
/// pass tries the subtrees that have at least s and less than 2s remaining
/// elements, from late subtrees to early ones. s is a power of two, and is
/// halved after each pass. A subtree is skipped if it contains a subtree that
/// was tried in the same pass and had to stay. This stage proves nothing about
/// the result.
///
/// Cost: less than 2 n / ElementTree::smallest candidates for n elements, if no
/// subtree can be removed. The subtrees that a pass tries do not overlap, and
/// each has at least s elements, so a pass has at most n / s candidates. A loop
/// costs only one candidate in each pass, because each evaluation of its
/// condition is the root of all later iterations. Computing a candidate takes
/// time linear in the number of elements.
class SubtreeRemoval : public Reducer {
public:
  /// Makes a reducer that tries to remove the subtrees of `tree`. The tree must
  /// outlive the reducer and its clones.
  SubtreeRemoval(Configuration start, const ElementTree &tree);

  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<SubtreeRemoval>(*this);
  }
  llvm::StringRef phase() const override { return "subtrees"; }
  std::optional<size_t> testsLeft() const override { return std::nullopt; }

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;
  void count();
  size_t left(size_t root) const {
    return before[tree->ends[root]] - before[root];
  }

  const ElementTree *tree;
  /// For each element, how many earlier elements have not been removed. The
  /// number of elements left in a subtree is the difference between the values
  /// for the subtree's end and its root.
  std::vector<uint32_t> before;
  /// The smallest number of remaining elements that a subtree must have to be
  /// tried in this pass. Smaller subtrees wait for a later pass.
  size_t least;
  /// The index of the element at the root of the subtree that was tried last.
  size_t position;
  /// The index of the element at the root of the last subtree in this pass that
  /// had to stay. Subtrees that contain this one are skipped.
  size_t needed;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_SUBTREEREMOVAL_H
