// Tries to remove whole subtrees, the largest first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// It is meant for elements that form a tree, such as decisions and the events
// that depend on them. It follows the spirit of Misherghi and Su, "HDD:
// Hierarchical Delta Debugging" (ICSE 2006), but goes by size instead of by
// level: a loop of a thousand rounds is a tree of a thousand levels.

#ifndef PINSTRIPE_REDUCTION_SUBTREEREMOVAL_H
#define PINSTRIPE_REDUCTION_SUBTREEREMOVAL_H

#include "pinstripe/Reduction/ElementTree.h"
#include "pinstripe/Reduction/Reducer.h"

namespace pinstripe {

/// Proposes to remove subtrees, those with the most remaining elements first:
/// their sizes go down by powers of two, and within one power from late to
/// early. A subtree is skipped if it contains another one of about its size
/// that could not go. So n elements cost less than 2 n / `smallest` candidates
/// if no subtree can go. A loop needs one candidate for each power of two, not
/// one for each round, since each evaluation of its condition is the root of
/// all later rounds. This stage certifies nothing. Computing a candidate takes
/// time linear in the elements.
class SubtreeRemoval : public Reducer {
public:
  /// `tree`, the subtrees of which are tried, must outlive the reducer and its
  /// clones.
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
  /// For each element, how many of the elements before it have not been
  /// removed.
  std::vector<uint32_t> before;
  /// Subtrees with fewer elements than this wait for a later pass.
  size_t least;
  size_t position; ///< Root of the subtree that was tried last.
  size_t needed;   ///< Root of the last tried subtree that could not go.
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_SUBTREEREMOVAL_H
