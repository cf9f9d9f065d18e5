// Finds out for each hunk of a result what happens without it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_HUNKREASONS_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_HUNKREASONS_H

#include "SourceChanges.h"
#include "StateTests.h"

namespace pinstripe {

/// The hunks of a result. `best` is the set of changes in the result.
struct ResultHunks {
  SourceStore &store;
  const SourceDifference &difference;
  const Configuration &best;
};

/// Describes each hunk, without its commit and its reason.
std::vector<KeptHunk> describeHunks(const ResultHunks &hunks);

/// Tests the result without each single hunk, and stores the outcomes. Ends
/// early, without an error, once the search is stopped.
llvm::Error testReasons(const ResultHunks &hunks, StateTests &tests,
                        std::vector<KeptHunk> &kept);

/// Stores, for each hunk, what is known without a further test: the outcome of
/// the test without this hunk. If there was no such test, takes the test
/// without the smallest larger part of the change that contains the hunk.
llvm::Error recallReasons(const ResultHunks &hunks, const StateTests &tests,
                          std::vector<KeptHunk> &kept);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_HUNKREASONS_H
