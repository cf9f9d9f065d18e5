//===- LLDBEngine.h - The reference engine -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_EXECUTION_LLDBENGINE_H
#define PINSTRIPE_EXECUTION_LLDBENGINE_H

#include "pinstripe/Execution/InstructionRecorder.h"
#include <memory>

namespace pinstripe {

struct LLDBEngineOptions {
  /// Rewind one process instead of launching anew where that is exact.
  bool rewind = true;
  /// Makes recordings instruction by instruction; null: nobody can.
  std::shared_ptr<InstructionRecorder> instructions = nullptr;
};

/// Breakpoints at function entries, unit entries and exits of one LLDB
/// target; the breakpoint command looks up the next included event and sets
/// the program counter. `table` must outlive the engine.
llvm::Expected<std::unique_ptr<ExecutionEngine>>
createLLDBEngine(const UnitTable &table, const LLDBEngineOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_LLDBENGINE_H
