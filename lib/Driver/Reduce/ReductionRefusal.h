// Explains to the user why a run can't be reduced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_REDUCTIONREFUSAL_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_REDUCTIONREFUSAL_H

#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// Returns a ReproductionError for the run `full`, which executed all events
/// but did not reproduce the output. If `isOfResult` is true, "all events" are
/// those of an earlier result, otherwise those of the recorded run. The error
/// describes how `full` differs from the recorded run.
llvm::Error explainFull(const RecordedCase &recorded, const RunResult &full,
                        bool isOfResult);

/// Returns a NothingToReduceError for a run that reproduced the output although
/// it executed nothing but pinned events, which the user wants to keep.
/// `userPinned` is the number of these events.
llvm::Error explainEmpty(const RecordedCase &recorded, size_t userPinned);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_REDUCTIONREFUSAL_H
