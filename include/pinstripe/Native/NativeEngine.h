//===- NativeEngine.h - The fast engine -------------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_NATIVE_NATIVEENGINE_H
#define PINSTRIPE_NATIVE_NATIVEENGINE_H

#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Support/Error.h"
#include <memory>

namespace pinstripe {

struct NativeEngineOptions {
  /// Only int3 patches: slow, for comparison with everything else.
  bool trapsOnly = false;
};

/// A program that this engine does not do exactly, and why; the LLDB engine
/// may. Comes from createNativeEngine or from the first call of the engine.
class NativeRefusal : public llvm::ErrorInfo<NativeRefusal, TargetError> {
public:
  static char ID;
  using ErrorInfo::ErrorInfo;
};

/// Hooks in the code of the program itself, and a fork of it for each partial
/// execution. `table` must outlive the engine.
llvm::Expected<std::unique_ptr<ExecutionEngine>>
createNativeEngine(const UnitTable &table, const NativeEngineOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_NATIVE_NATIVEENGINE_H
