//===- SteppingRecorder.h - Instructions, seen from outside -----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_NATIVE_STEPPINGRECORDER_H
#define PINSTRIPE_NATIVE_STEPPINGRECORDER_H

#include "pinstripe/Execution/InstructionRecorder.h"
#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

/// Stops the program at each block, and wherever only the run can tell an
/// address, under ptrace: 20 to 100 us a block, for programs that the native
/// engine refuses as well. `table` must outlive the recorder. Errors of a
/// recording: TargetErrors and NativeRefusals if it can't be done for this
/// program, else EngineErrors.
std::shared_ptr<InstructionRecorder>
createSteppingRecorder(const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_NATIVE_STEPPINGRECORDER_H
