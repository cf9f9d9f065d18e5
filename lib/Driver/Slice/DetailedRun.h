// Repeats the recorded run instruction by instruction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_SLICE_DETAILEDRUN_H
#define PINSTRIPE_LIB_DRIVER_SLICE_DETAILEDRUN_H

#include "pinstripe/Driver/Slice/SliceVerb.h"

namespace pinstripe {

/// Reads from the machine code of all modules what each instruction does with
/// data.
llvm::Expected<DataCode> readDataCode(const UnitTable &table);

/// Runs the program once more, instruction by instruction, and reports the run
/// to an observer. An attempt that fails is repeated, each time with another
/// observer that `newObserver` returns. If the engine records step by step,
/// `options.say` is called with the reason. Returns the errors of
/// ExecutionEngine::recordInstructions, a TargetError if stepping would take
/// too long, or an InterruptedError.
llvm::Expected<Recording>
recordInDetail(const RunnableCase &runnable, const DataCode &code,
               llvm::function_ref<ExecutionObserver &()> newObserver,
               const DependenceOptions &options);

/// Returns true if the engine can record instructions only step by step.
bool recordsByStepping(const CaseRunner &runner);

/// Returns a ReproductionError unless `again` has the events and the output of
/// the recorded run.
llvm::Error checkSameRun(const RecordedCase &recorded, const Recording &again);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_SLICE_DETAILEDRUN_H
