// Says of each hunk of a result how the program ends without it, or with it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_HUNKREASONS_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_HUNKREASONS_H

#include "SourceChanges.h"
#include "StateTests.h"

namespace pinstripe {

/// The hunks of a result: the changes between `bounds`.
struct ResultHunks {
  SourceStore &store;
  const SourceDifference &difference;
  const ChangeBounds &bounds;
  /// True if a hunk is tried by adding it to what passes. Otherwise it is left
  /// out of what fails.
  bool isMaximised = false;
};

/// Describes each hunk, without its commit and its reason.
std::vector<KeptHunk> describeHunks(const ResultHunks &hunks);

/// Tries each hunk once more, and notes what is seen then. Stops early, without
/// an error, once the search is stopped.
llvm::Error testReasons(const ResultHunks &hunks, StateTests &tests,
                        std::vector<KeptHunk> &kept);

/// Notes what is known without a further test: of the hunk, or else of the
/// smallest part that it belongs to and that was tried as a whole.
llvm::Error recallReasons(const ResultHunks &hunks, const StateTests &tests,
                          std::vector<KeptHunk> &kept);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_HUNKREASONS_H
