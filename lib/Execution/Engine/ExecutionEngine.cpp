// Makes all engines that can't record each executed instruction return an error
// if they are asked to.
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
