// Explains to the user why a run can't be reduced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_REDUCTIONREFUSAL_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_REDUCTIONREFUSAL_H

#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// Called if the output is not reproduced although all events are executed, or
/// all events of a result. Returns a ReproductionError that says how that
/// execution, `full`, differs from the recorded run.
llvm::Error explainFull(const RecordedCase &recorded, const RunResult &full,
                        bool isOfResult);

/// Called if the output comes out even when no event is executed but those that
/// the user has pinned. Returns a NothingToReduceError.
llvm::Error explainEmpty(const RecordedCase &recorded, size_t userPinned);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_REDUCTIONREFUSAL_H
