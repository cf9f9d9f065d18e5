// Describes the hunks of a failure-inducing change.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_KEPTHUNKS_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_KEPTHUNKS_H

#include "pinstripe/Result/RevisionSummary.h"
#include "pinstripe/Revisions/SourceDifference.h"

namespace pinstripe {

/// Describes some changes of one hunk, or of one file if they are not lines.
/// Leaves out the commit and the reason.
KeptHunk describeHunk(const SourceDifference &difference,
                      llvm::ArrayRef<Element> changes);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_KEPTHUNKS_H
