// Runs the recorded program once more, instruction by instruction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only such a run shows which data each instruction reads and writes. Dynamic
// slices, which show what the output depends on, are made from these data.

#ifndef PINSTRIPE_LIB_DRIVER_SLICE_DETAILEDRUN_H
#define PINSTRIPE_LIB_DRIVER_SLICE_DETAILEDRUN_H

#include "pinstripe/Driver/Slice/SliceVerb.h"

namespace pinstripe {

/// Runs the program once more and reports each executed instruction, with its
/// effects, to an observer. A failed attempt may be repeated. For each attempt,
/// `newObserver` returns a new observer. If the engine has to stop the program
/// at each instruction, the run is slow, and `options.say` is called with the
/// reason. Returns a TargetError if the recording would take too long, an
/// InterruptedError, or an error of ExecutionEngine::recordInstructions.
llvm::Expected<Recording>
recordInDetail(const RunnableCase &runnable, const DataCode &code,
               llvm::function_ref<ExecutionObserver &()> newObserver,
               const DependenceOptions &options);

/// Returns true if the engine can record instructions only step by step, which
/// is slow.
bool recordsByStepping(const CaseRunner &runner);

/// Returns a NativeRefusal if the engine could not follow the threads of the
/// run, or a ReproductionError if the repeated run `again` differs from the
/// recorded run. The runs are the same if they have the same events and equally
/// long output, and if the predicates of the case see no difference.
llvm::Error checkSameRun(const RunnableCase &runnable, const Recording &again);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_SLICE_DETAILEDRUN_H
