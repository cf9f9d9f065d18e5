//===- DetailedRun.h - The recorded run, instruction by instruction -*- C++ -*//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_DETAILEDRUN_H
#define PINSTRIPE_LIB_DRIVER_DETAILEDRUN_H

#include "pinstripe/Driver/SliceSession.h"

namespace pinstripe {

/// What the instructions of all modules do.
llvm::Expected<DataCode> readDataCode(const UnitTable &table);

/// Runs the program once more and tells `observer` of it. Errors as
/// ExecutionEngine::recordInstructions; an InterruptedError.
llvm::Expected<Recording> recordInDetail(RecordedCase &recorded,
                                         ExecutionEngine &engine,
                                         const DataCode &code,
                                         ExecutionObserver &observer,
                                         const DependenceOptions &options);

/// A ReproductionError unless that was the recorded run.
llvm::Error checkSameRun(const RecordedCase &recorded, const Recording &again);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_DETAILEDRUN_H
