// Declares the interface of recorders that see each instruction of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The LLDB engine itself can't see what instructions do. It is given an
// InstructionRecorder, which the module Native implements.

#ifndef PINSTRIPE_EXECUTION_INSTRUCTIONRECORDER_H
#define PINSTRIPE_EXECUTION_INSTRUCTIONRECORDER_H

#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Execution/RunOutput.h"

namespace pinstripe {

/// The arguments of InstructionRecorder::record. All objects to which the
/// members refer must outlive the call.
struct InstructionRequest {
  const LaunchSpec &spec;
  OutputFiles &outputs;
  const DataCode &code;
  ExecutionObserver &observer;
  /// A function that is called now and then with the number of events recorded
  /// so far; may be null. See ExecutionEngine::setRecordingProgress.
  const std::function<void(uint64_t)> &progress;
};

/// Records runs with the effects of each executed instruction.
class InstructionRecorder {
public:
  virtual ~InstructionRecorder() = default;
  /// Records a run as ExecutionEngine::recordInstructions describes.
  virtual llvm::Expected<Recording>
  record(const InstructionRequest &request) = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_INSTRUCTIONRECORDER_H
