// Runs the recorded program once more, instruction by instruction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_SLICE_DETAILEDRUN_H
#define PINSTRIPE_LIB_DRIVER_SLICE_DETAILEDRUN_H

#include "pinstripe/Driver/Slice/SliceVerb.h"

namespace pinstripe {

/// Reads the machine code of all modules, and finds out what each instruction
/// does with data.
llvm::Expected<DataCode> readDataCode(const UnitTable &table);

/// Runs the program once more, instruction by instruction, and tells an
/// observer what each instruction did. If an attempt fails, it is repeated;
/// each attempt has a new observer, which `newObserver` returns. If the engine
/// records step by step, which is slow, `options.say` is called with the
/// reason. Returns the errors of ExecutionEngine::recordInstructions, a
/// TargetError if stepping would take too long, or an InterruptedError.
llvm::Expected<Recording>
recordInDetail(const RunnableCase &runnable, const DataCode &code,
               llvm::function_ref<ExecutionObserver &()> newObserver,
               const DependenceOptions &options);

/// Returns true if the engine records instructions only step by step, which is
/// slow.
bool recordsByStepping(const CaseRunner &runner);

/// Returns a ReproductionError if the repeated run `again` differs from the
/// recorded run in events or output.
llvm::Error checkSameRun(const RecordedCase &recorded, const Recording &again);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_SLICE_DETAILEDRUN_H
