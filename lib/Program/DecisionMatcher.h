//===- DecisionMatcher.h - Which decision is whose --------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. See DecisionFinder.h.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_DECISIONMATCHER_H
#define PINSTRIPE_LIB_PROGRAM_DECISIONMATCHER_H

#include "DecisionFinder.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

namespace pinstripe {

/// The one manner in which the decisions of the source fit those of the code.
class DecisionMatcher {
public:
  /// The decisions that control reaches first from an instruction, sorted;
  /// places in `found`.
  using Reach = llvm::function_ref<llvm::SmallVector<uint32_t>(uint32_t)>;
  struct Match {
    /// By decision of the source: the place in `found`; none: without a jump.
    std::vector<std::optional<uint32_t>> places;
    std::vector<bool> metWhenTrue; ///< by decision of the source
    /// Where ways lead that lead to no jump, if it is known.
    std::map<SourceDecisions::Way, uint32_t> exits;
  };

  /// All must outlive it; `found` is in the order of the code.
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
  /// A way to go on, and where control goes.
  struct Side {
    SourceDecisions::Way way = 0;
    uint32_t begin = 0;
  };
  bool leadsTo(Match &match, Side side, Side other, uint32_t place) const;
  bool fits(Match &match, uint32_t decision, bool metWhenTrue) const;

  const SourceDecisions &source;
  llvm::ArrayRef<CodeDecision> found;
  Reach reach;
  std::vector<bool> endsInValue; ///< by tree, as assumed
  bool isTestedAgain = false;    ///< as assumed
  std::vector<Match> matches;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_DECISIONMATCHER_H
