// Refuses to record instructions, for all engines that can't do so.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

llvm::Expected<Recording>
ExecutionEngine::recordInstructions(const LaunchSpec &, const DataCode &,
                                    ExecutionObserver &) {
  return llvm::make_error<EngineError>(
      "the " + name().str() +
      " engine can't record instructions; the native engine can");
}
