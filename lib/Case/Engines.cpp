// Chooses the engine that runs the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/Engines.h"
#include "pinstripe/Execution/LLDBEngine.h"
#include "pinstripe/Native/NativeEngine.h"
#include "pinstripe/Native/SteppingRecorder.h"
#include "pinstripe/Native/TracedEngine.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

std::vector<std::string> pinstripe::engineNames() {
  return {"auto", "native", "ptrace", "lldb"};
}

static llvm::Error use(ChosenEngine &chosen,
                       llvm::Expected<std::unique_ptr<ExecutionEngine>> made) {
  if (!made)
    return made.takeError();
  chosen.engine = std::move(*made);
  chosen.description.name = chosen.engine->name().str();
  return llvm::Error::success();
}

static llvm::Error useLLDB(ChosenEngine &chosen, const UnitTable &table) {
  LLDBEngineOptions options;
  options.instructions = createSteppingRecorder(table);
  return use(chosen, createLLDBEngine(table, options));
}

static llvm::Error useNamed(ChosenEngine &chosen, llvm::StringRef name,
                            const UnitTable &table) {
  if (name == "lldb")
    return useLLDB(chosen, table);
  if (name == "ptrace")
    return use(chosen, createTracedEngine(table));
  if (name == "auto" || name == "native")
    return use(chosen, createNativeEngine(table, NativeEngineOptions()));
  return llvm::make_error<UsageError>(
      "no engine is called " + name +
      "; there are auto, native, ptrace and lldb");
}

llvm::Expected<ChosenEngine> pinstripe::createEngine(llvm::StringRef name,
                                                     const UnitTable &table) {
  ChosenEngine result;
  result.mayFallBack = name == "auto";
  llvm::Error error = useNamed(result, name, table);
  if (result.mayFallBack && error.isA<NativeRefusal>())
    error = fallBack(result, llvm::toString(std::move(error)),
                     /*hasThreads=*/false, table);
  if (error)
    return error;
  return result;
}

llvm::Error pinstripe::fallBack(ChosenEngine &engine, llvm::StringRef reason,
                                bool hasThreads, const UnitTable &table) {
  // The former engine may hold a process and its files. So it is destroyed
  // before the next engine is made.
  engine.engine.reset();
  engine.description.fallback = reason.str();
  engine.mayFallBack = hasThreads;
  return useNamed(engine, hasThreads ? "ptrace" : "lldb", table);
}
