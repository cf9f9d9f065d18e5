// Implements the engine that runs the program under LLDB.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The LLDB engine is slow, but simple, so it is the reference: the native
// engine must give the same traces and results.

#ifndef PINSTRIPE_EXECUTION_LLDBENGINE_H
#define PINSTRIPE_EXECUTION_LLDBENGINE_H

#include "pinstripe/Execution/InstructionRecorder.h"
#include <memory>

namespace pinstripe {

struct LLDBEngineOptions {
  /// If true, the engine rewinds a process to its start instead of launching a
  /// new one, wherever the program can't tell the difference.
  bool rewind = true;
  /// The recorder for runs that are recorded instruction by instruction. If
  /// null, the engine can't record such runs.
  std::shared_ptr<InstructionRecorder> instructions = nullptr;
};

/// Creates an engine that sets breakpoints at the entries of functions, at the
/// beginnings of statements, and at the exits of functions. At each stop, the
/// engine looks up which statement the run is to execute next, and sets the
/// program counter to the beginning of that statement. `table` must outlive the
/// engine.
llvm::Expected<std::unique_ptr<ExecutionEngine>>
createLLDBEngine(const UnitTable &table, const LLDBEngineOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_LLDBENGINE_H
