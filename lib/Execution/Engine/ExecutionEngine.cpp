// Defines the interface of engines, which record a run and execute parts of it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions here return the errors of engines that lack an ability. Two
// abilities can be missing: to record each executed instruction, and to replace
// functions of the program by recompiled ones.

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
