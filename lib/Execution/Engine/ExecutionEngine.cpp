// Makes an engine that lacks an ability return an error when it is asked for
// it. The abilities are to record each executed instruction, and to exchange
// functions.
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

llvm::Expected<std::vector<UnlinkedFunction>>
LiveFlowEngine::linkRecompiled(const LaunchSpec &spec) {
  return llvm::make_error<EngineError>(
      "this engine can't exchange functions; use --engine native");
}
