// Creates the native engine, which puts hooks into the code of the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_NATIVE_NATIVEENGINE_H
#define PINSTRIPE_NATIVE_NATIVEENGINE_H

#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Native/NativeRefusal.h"
#include <memory>

namespace pinstripe {

struct NativeEngineOptions {
  /// Uses int3 instructions for all patches, and no jumps. This is slow: tests
  /// compare the results with those of jumps.
  bool trapsOnly = false;
};

/// Creates an engine that puts hooks into the code of the program, and forks
/// the program for each partial execution. `table` must outlive the engine.
llvm::Expected<std::unique_ptr<ExecutionEngine>>
createNativeEngine(const UnitTable &table, const NativeEngineOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_NATIVE_NATIVEENGINE_H
