// Describes the hunks of a failure-inducing change.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_KEPTHUNKS_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_KEPTHUNKS_H

#include "pinstripe/Result/RevisionSummary.h"
#include "pinstripe/Revisions/SourceDifference.h"

namespace pinstripe {

/// Describes changes of lines that belong to one hunk, or the change of a whole
/// file, such as a new file. Leaves out the commit and the reason.
KeptHunk describeHunk(const SourceDifference &difference,
                      llvm::ArrayRef<Element> changes);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_KEPTHUNKS_H
