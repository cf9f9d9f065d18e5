// Writes the best result of a reduction into the case directory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Reduce/StoredResult.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

StoredResultWriter::StoredResultWriter(const CaseDirectory &directory)
    : directory(directory) {
  llvm::Expected<std::optional<BestResult>> stored = directory.readBest();
  if (stored)
    former = std::move(*stored);
  // A damaged stored result is ignored, and will be overwritten.
  else
    llvm::consumeError(stored.takeError());
}

/// Returns true if two results can be compared, so that the smaller one can
/// replace the other: both are about the same output and were made in the same
/// way.
static bool isComparable(const BestResult &left, const BestResult &right) {
  return left.predicate == right.predicate &&
         left.unrecordedCalls == right.unrecordedCalls &&
         left.flow == right.flow &&
         left.certificate.granularity == right.certificate.granularity &&
         left.userPinned == right.userPinned &&
         left.kept.universe() == right.kept.universe() &&
         left.keptUnits.universe() == right.keptUnits.universe();
}

llvm::Error StoredResultWriter::improve(const BestResult &best) {
  if (!mayWrite(best))
    return llvm::Error::success();
  if (former && isComparable(*former, best) && former->size() <= best.size())
    return llvm::Error::success();
  return directory.writeBest(best);
}

llvm::Error StoredResultWriter::finish(const BestResult &best) {
  return mayWrite(best) ? directory.writeBest(best) : llvm::Error::success();
}
