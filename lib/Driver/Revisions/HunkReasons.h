// Tells, for each hunk of a result, how the program ends without or with the
// hunk.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_HUNKREASONS_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_HUNKREASONS_H

#include "SourceChanges.h"
#include "StateTests.h"

namespace pinstripe {

/// The hunks of a result: the changes that are in the failing set of `bounds`
/// but not in its passing set.
struct ResultHunks {
  SourceStore &store;
  const SourceDifference &difference;
  const ChangeBounds &bounds;
  /// True if each hunk is tried by adding it to the passing set; false if each
  /// hunk is tried by leaving it out of the failing set.
  bool isMaximised = false;
};

/// Describes each hunk, without its commit and its reason.
std::vector<KeptHunk> describeHunks(const ResultHunks &hunks);

/// Tries each hunk once more, and stores the outcome as the hunk's reason in
/// `kept`. Stops early, without an error, once the search is stopped.
llvm::Error testReasons(const ResultHunks &hunks, StateTests &tests,
                        std::vector<KeptHunk> &kept);

/// Stores in `kept` the reasons that are known from earlier tests. The reason
/// of a hunk is the outcome of the test of the hunk alone. If there was no such
/// test, it is the outcome of the test of the smallest part that has the hunk,
/// such as its file.
llvm::Error recallReasons(const ResultHunks &hunks, const StateTests &tests,
                          std::vector<KeptHunk> &kept);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_HUNKREASONS_H
