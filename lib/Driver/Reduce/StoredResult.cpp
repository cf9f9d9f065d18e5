// Reads and writes the best result of a case, which is stored in the case
// directory.
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

/// Returns true if two results are about the same output and were made in the
/// same way.
static bool areAlike(const BestResult &left, const BestResult &right) {
  return left.predicate == right.predicate &&
         left.unrecordedCalls == right.unrecordedCalls &&
         left.flow == right.flow && left.userPinned == right.userPinned;
}

/// Returns true if the sizes of two results can be compared. Call this only for
/// results that are about the same output and were made in the same way.
static bool areComparable(const BestResult &left, const BestResult &right) {
  return left.certificate.granularity == right.certificate.granularity &&
         left.kept.universe() == right.kept.universe() &&
         left.keptUnits.universe() == right.keptUnits.universe();
}

static bool isProven(const BestResult &best) {
  return best.certificate.minimality != Minimality::None;
}

/// Returns true if `best`, the result of an unfinished search, must not replace
/// the stored result `former`. Both must be about the same output and made in
/// the same way. If their sizes can be compared, `former` must be at most as
/// large as `best`. Otherwise, something must be proved about `former`, and
/// nothing about `best`.
static bool isBetter(const BestResult &former, const BestResult &best) {
  if (!areAlike(former, best))
    return false;
  if (areComparable(former, best))
    return former.size() <= best.size();
  return isProven(former) && !isProven(best);
}

llvm::Error StoredResultWriter::improve(const BestResult &best) {
  if (!mayWrite(best))
    return llvm::Error::success();
  if (former && isBetter(*former, best))
    return llvm::Error::success();
  return directory.writeBest(best);
}

llvm::Error StoredResultWriter::finish(const BestResult &best) {
  return mayWrite(best) ? directory.writeBest(best) : llvm::Error::success();
}
