// Creates the native engine, which puts hooks into the code of the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_NATIVE_NATIVEENGINE_H
#define PINSTRIPE_NATIVE_NATIVEENGINE_H

#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Native/NativeRefusal.h"
#include <memory>

namespace pinstripe {

struct NativeEngineOptions {
  /// True makes each patch an int3 instruction instead of a jump, which is
  /// slow. Tests compare the results of an engine with int3 patches and of one
  /// with jumps.
  bool trapsOnly = false;
};

/// Creates an engine that puts hooks into the code of the program, and forks
/// the program for each partial execution. `table` must outlive the engine.
llvm::Expected<std::unique_ptr<ExecutionEngine>>
createNativeEngine(const UnitTable &table, const NativeEngineOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_NATIVE_NATIVEENGINE_H
