//===- InstructionRecorder.h - What instructions do, for engines *- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An engine that does not itself see what instructions do has one of these.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_EXECUTION_INSTRUCTIONRECORDER_H
#define PINSTRIPE_EXECUTION_INSTRUCTIONRECORDER_H

#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Execution/RunOutput.h"

namespace pinstripe {

struct InstructionRequest {
  const LaunchSpec &spec;
  OutputFiles &outputs;
  const DataCode &code;
  ExecutionObserver &observer;
  /// As ExecutionEngine::watchRecording; may be null.
  const std::function<void(uint64_t)> &watcher;
};

class InstructionRecorder {
public:
  virtual ~InstructionRecorder() = default;
  /// As ExecutionEngine::recordInstructions.
  virtual llvm::Expected<Recording>
  record(const InstructionRequest &request) = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_INSTRUCTIONRECORDER_H
