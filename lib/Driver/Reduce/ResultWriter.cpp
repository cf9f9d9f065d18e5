// Writes the best result of a reduction to disk.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Reduce/ResultWriter.h"

using namespace pinstripe;

ResultWriter::ResultWriter(const CaseDirectory &directory)
    : directory(directory) {
  llvm::Expected<std::optional<BestResult>> stored = directory.readBest();
  if (stored)
    former = std::move(*stored);
  else // A damaged result is overwritten soon.
    llvm::consumeError(stored.takeError());
}

/// Returns true if both results are for the same output and of the same kind.
static bool isComparable(const BestResult &left, const BestResult &right) {
  return left.predicate == right.predicate &&
         left.unrecordedCalls == right.unrecordedCalls &&
         left.flow == right.flow &&
         left.certificate.granularity == right.certificate.granularity &&
         left.userPinned == right.userPinned &&
         left.kept.universe() == right.kept.universe() &&
         left.keptUnits.universe() == right.keptUnits.universe();
}

llvm::Error ResultWriter::improve(const BestResult &best) {
  if (former && isComparable(*former, best) && former->size() <= best.size())
    return llvm::Error::success();
  return directory.writeBest(best);
}
