// Records the instructions of programs that the native engine can't run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_NATIVE_STEPPINGRECORDER_H
#define PINSTRIPE_NATIVE_STEPPINGRECORDER_H

#include "pinstripe/Execution/InstructionRecorder.h"
#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

/// Creates a recorder that stops the program by ptrace at each basic block, and
/// at each instruction whose memory address only the run can tell. Recording
/// one execution of a block takes 20 to 100 us. `table` must outlive the
/// recorder.
///
/// A recording that fails returns a TargetError or NativeRefusal if the reason
/// is the program, and an EngineError for other reasons.
std::shared_ptr<InstructionRecorder>
createSteppingRecorder(const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_NATIVE_STEPPINGRECORDER_H
