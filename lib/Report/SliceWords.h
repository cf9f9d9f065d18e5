// Says in words why an event is in a slice.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_SLICEWORDS_H
#define PINSTRIPE_LIB_REPORT_SLICEWORDS_H

#include "pinstripe/Analysis/Slicer.h"

namespace pinstripe {

/// Returns words for the way in which one event of a slice influenced another:
/// "made a value for", "decided about", ...
llvm::StringRef describe(SliceReason::Kind kind);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_SLICEWORDS_H
