//===- ResultKeeper.cpp - The best result so far, on disk -----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/ResultKeeper.h"

using namespace pinstripe;

ResultKeeper::ResultKeeper(CaseDirectory &directory) : directory(directory) {
  llvm::Expected<std::optional<BestResult>> stored = directory.readBest();
  if (stored)
    former = std::move(*stored);
  else // overwritten soon
    llvm::consumeError(stored.takeError());
}

/// Whether they say what the output needs of the same thing.
static bool isComparable(const BestResult &left, const BestResult &right) {
  return left.predicate == right.predicate &&
         left.unrecordedCalls == right.unrecordedCalls &&
         left.flow == right.flow && left.granularity == right.granularity &&
         left.userPinned == right.userPinned &&
         left.kept.size() == right.kept.size() &&
         left.keptUnits.size() == right.keptUnits.size();
}

llvm::Error ResultKeeper::improve(const BestResult &best) {
  if (former && isComparable(*former, best) && former->size() <= best.size())
    return llvm::Error::success();
  return directory.writeBest(best);
}
