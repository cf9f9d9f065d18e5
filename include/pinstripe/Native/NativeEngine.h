// Records and executes runs by hooks in the code of the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_NATIVE_NATIVEENGINE_H
#define PINSTRIPE_NATIVE_NATIVEENGINE_H

#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Native/NativeRefusal.h"
#include <memory>

namespace pinstripe {

struct NativeEngineOptions {
  /// If true, each patch is an int3 instruction instead of a jump. Programs run
  /// slowly with int3 instructions; tests compare the results of both kinds of
  /// patches.
  bool trapsOnly = false;
};

/// Creates an engine that puts hooks into the code of the program. It forks the
/// program for each partial execution, a run in which some statements are
/// skipped. `table`, which lists the statements, must outlive the engine.
llvm::Expected<std::unique_ptr<ExecutionEngine>>
createNativeEngine(const UnitTable &table, const NativeEngineOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_NATIVE_NATIVEENGINE_H
