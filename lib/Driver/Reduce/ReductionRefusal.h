// Explains why a run can't be reduced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_REDUCTIONREFUSAL_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_REDUCTIONREFUSAL_H

#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// Returns a ReproductionError that explains why all events together, or all
/// events of a result, do not show what the recorded run showed. `full` is what
/// they show.
llvm::Error explainFull(const RecordedCase &recorded, const RunResult &full,
                        bool isOfResult);

/// Returns a NothingToReduceError for an output that comes out without any
/// event but those that the user has pinned.
llvm::Error explainEmpty(const RecordedCase &recorded, size_t userPinned);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_REDUCTIONREFUSAL_H
