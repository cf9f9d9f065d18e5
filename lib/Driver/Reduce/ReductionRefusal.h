// Explains to the user why a run can't be reduced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_REDUCTIONREFUSAL_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_REDUCTIONREFUSAL_H

#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// Returns a ReproductionError for the run `full`, which executed all events
/// but did not reproduce the output. The error describes how `full` differs
/// from the recorded run. If `isOfResult` is true, `full` executed all events
/// of an earlier result; otherwise it executed all events of the recorded run.
llvm::Error explainFull(const RecordedCase &recorded, const RunResult &full,
                        bool isOfResult);

/// Returns a NothingToReduceError for a run that executed none of the removable
/// events and still reproduced the output. `userPinned` is the number of events
/// that the user wants to keep.
llvm::Error explainEmpty(const RecordedCase &recorded, size_t userPinned);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_REDUCTIONREFUSAL_H
