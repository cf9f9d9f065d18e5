// Creates the engine that runs the program under LLDB.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// This engine is slow and simple. The native engine must give the same traces
// and results.

#ifndef PINSTRIPE_EXECUTION_LLDBENGINE_H
#define PINSTRIPE_EXECUTION_LLDBENGINE_H

#include "pinstripe/Execution/InstructionRecorder.h"
#include <memory>

namespace pinstripe {

struct LLDBEngineOptions {
  /// Whether to rewind a process to its start instead of launching a new one,
  /// if the program can't tell the difference.
  bool rewind = true;
  /// Records runs instruction by instruction. If null, this engine can't do
  /// that.
  std::shared_ptr<InstructionRecorder> instructions = nullptr;
};

/// Creates an engine that sets breakpoints at the entries of functions and
/// statement units, and at exits. At each stop, the engine looks up the next
/// event that the run is to execute, and sets the program counter to the entry
/// of that event. `table` must outlive the engine.
llvm::Expected<std::unique_ptr<ExecutionEngine>>
createLLDBEngine(const UnitTable &table, const LLDBEngineOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_LLDBENGINE_H
