// Explains to the user why a run can't be reduced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_REDUCTIONREFUSAL_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_REDUCTIONREFUSAL_H

#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// Returns a ReproductionError for a run that did not reproduce the output,
/// although it executed all events: those of the recorded run or, if
/// `isOfResult` is true, those of an earlier result. The error describes how
/// that run, `full`, differs from the recorded run.
llvm::Error explainFull(const RecordedCase &recorded, const RunResult &full,
                        bool isOfResult);

/// Returns a NothingToReduceError for a run that reproduced the output although
/// it executed nothing but pinned events, which the user wants to keep.
/// `userPinned` is the number of these events.
llvm::Error explainEmpty(const RecordedCase &recorded, size_t userPinned);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_REDUCTIONREFUSAL_H
