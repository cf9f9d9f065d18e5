// Matches the decisions of a statement's source with those of its code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DecisionFinder.h explains why a match must be the only possible one.

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_DECISIONMATCHER_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_DECISIONMATCHER_H

#include "Units/DecisionFinder.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

namespace pinstripe {

/// Finds the only way in which the decisions of the source fit those of the
/// code.
class DecisionMatcher {
public:
  /// A function that returns the decisions that control reaches first from an
  /// instruction, as sorted indices into `found`.
  using Reach = llvm::function_ref<llvm::SmallVector<uint32_t>(uint32_t)>;
  struct Match {
    /// For each decision of the source, its index in `found`; nullopt if the
    /// decision has no jump.
    std::vector<std::optional<uint32_t>> places;
    /// For each decision of the source, whether its jump is taken if it is
    /// true.
    std::vector<bool> metWhenTrue;
    /// Instructions at which control leaves the trees, as far as known.
    std::map<SourceDecisions::Way, uint32_t> exits;
  };

  /// All arguments must outlive the matcher. `found` is in the order of the
  /// code.
  DecisionMatcher(const SourceDecisions &source,
                  llvm::ArrayRef<CodeDecision> found, Reach reach)
      : source(source), found(found), reach(reach) {}

  std::optional<Match> run();

private:
  void tryTrees(uint32_t tree);
  bool isThere(const SourceDecisions::Decision &decision) const;
  bool place(Match &match) const;
  std::optional<Match> check() const;
  bool checkLabels(Match &match, uint32_t decision) const;
  bool checkExits(Match &match, uint32_t decision) const;
  bool checkTrees(const Match &match) const;
  bool checkSecondTest(const Match &match, uint32_t decision) const;
  /// One of the two ways out of a decision, in the source and in the code.
  struct Side {
    SourceDecisions::Way way = 0;
    uint32_t begin = 0;
  };
  bool leadsTo(Match &match, Side side, Side other, uint32_t place) const;
  bool fits(Match &match, uint32_t decision, bool metWhenTrue) const;

  const SourceDecisions &source;
  llvm::ArrayRef<CodeDecision> found;
  Reach reach;
  /// An assumption for each tree: the last decision has no jump.
  std::vector<bool> endsInValue;
  /// An assumption: a condition's value is tested again.
  bool isTestedAgain = false;
  std::vector<Match> matches;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_DECISIONMATCHER_H
