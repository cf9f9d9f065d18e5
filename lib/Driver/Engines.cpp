//===- Engines.cpp - Chooses an engine ------------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/Engines.h"
#include "pinstripe/Execution/LLDBEngine.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

std::vector<std::string> pinstripe::engineNames() { return {"auto", "lldb"}; }

llvm::Expected<ChosenEngine>
pinstripe::createEngine(llvm::StringRef name, const UnitTable &table,
                        const std::string &scratchDirectory) {
  if (name != "auto" && name != "lldb")
    return llvm::make_error<UsageError>("no engine is called " + name +
                                        "; there are auto and lldb");
  LLDBEngineOptions options;
  options.scratchDirectory = scratchDirectory;
  llvm::Expected<std::unique_ptr<ExecutionEngine>> engine =
      createLLDBEngine(table, options);
  if (!engine)
    return engine.takeError();
  std::string engineName = (*engine)->name().str();
  return ChosenEngine{std::move(*engine), {engineName, ""}};
}
