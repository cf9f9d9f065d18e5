//===- ExecutionEngine.cpp - What engines need not do ---------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

llvm::Expected<RunResult> ExecutionEngine::executeLive(const LaunchSpec &,
                                                       const LiveChange &) {
  return llvm::make_error<EngineError>("the " + name() +
                                       " engine has no live flow");
}
