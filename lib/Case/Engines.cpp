// Chooses the engine that runs the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/Engines.h"
#include "pinstripe/Execution/LLDBEngine.h"
#include "pinstripe/Native/NativeEngine.h"
#include "pinstripe/Native/SteppingRecorder.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

std::vector<std::string> pinstripe::engineNames() {
  return {"auto", "native", "lldb"};
}

static llvm::Expected<ChosenEngine>
chosen(llvm::Expected<std::unique_ptr<ExecutionEngine>> engine) {
  if (!engine)
    return engine.takeError();
  ChosenEngine result;
  result.description.name = (*engine)->name().str();
  result.engine = std::move(*engine);
  return result;
}

static llvm::Expected<ChosenEngine> chooseLLDB(const UnitTable &table) {
  LLDBEngineOptions options;
  options.instructions = createSteppingRecorder(table);
  return chosen(createLLDBEngine(table, options));
}

static llvm::Expected<ChosenEngine> chooseNative(const UnitTable &table) {
  NativeEngineOptions options;
  return chosen(createNativeEngine(table, options));
}

llvm::Expected<ChosenEngine> pinstripe::createEngine(llvm::StringRef name,
                                                     const UnitTable &table) {
  if (name == "lldb")
    return chooseLLDB(table);
  if (name != "auto" && name != "native")
    return llvm::make_error<UsageError>("no engine is called " + name +
                                        "; there are auto, native and lldb");
  llvm::Expected<ChosenEngine> native = chooseNative(table);
  if (name == "native")
    return native;
  if (!native && !native.errorIsA<NativeRefusal>())
    return native;
  ChosenEngine result;
  result.mayFallBack = true;
  if (native) {
    result.engine = std::move(native->engine);
    result.description = std::move(native->description);
    return result;
  }
  if (llvm::Error error =
          fallBackToLLDB(result, llvm::toString(native.takeError()), table))
    return error;
  return result;
}

llvm::Error pinstripe::fallBackToLLDB(ChosenEngine &engine,
                                      llvm::StringRef reason,
                                      const UnitTable &table) {
  // Destroy the native engine first: it may hold a process and its files.
  engine.engine.reset();
  engine.mayFallBack = false;
  llvm::Expected<ChosenEngine> lldb = chooseLLDB(table);
  if (!lldb)
    return lldb.takeError();
  engine.engine = std::move(lldb->engine);
  engine.description = {lldb->description.name, reason.str()};
  return llvm::Error::success();
}
