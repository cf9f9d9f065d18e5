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

/// Why the engine of the case records in detail step by step; empty if it does
/// not.
llvm::StringRef reasonForSteps(const RecordedCase &recorded);

/// Before a recording step by step: tells `options.say` of it and of the
/// reason. A TargetError if it would take too long.
llvm::Error announceSteps(const RecordedCase &recorded, llvm::StringRef reason,
                          const DependenceOptions &options);

/// A ReproductionError unless that was the recorded run.
llvm::Error checkSameRun(const RecordedCase &recorded, const Recording &again);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_DETAILEDRUN_H
