// Compares all execution engines on one program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: conformance [options] -- PROGRAM ARGUMENTS
//
// Records one run with every engine and executes the full, the empty and N
// random plans. All engines must give the same trace and the same observations.
// LLDB is the reference; since it is slow, it takes part in few of the random
// plans. If two engines disagree, the plan is enlarged as long as they do, and
// the remaining difference is printed.

#include "Suite.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Execution/LLDBEngine.h"
#include "pinstripe/Native/NativeEngine.h"
#include "pinstripe/Program/UnitTableBuilder.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;
using namespace pinstripe::conformance;
using llvm::errs;

static llvm::Expected<LaunchSpec> launchOf(const Options &options,
                                           const UnitTable &table) {
  LaunchSpec launch;
  launch.program = table.programPath();
  launch.argument0 = options.command.front();
  launch.arguments.assign(options.command.begin() + 1, options.command.end());
  launch.environment = runEnvironment({}, launch.poison);
  launch.standardInput = options.standardInput;
  launch.observedFiles = options.observedFiles;
  llvm::SmallString<256> folder;
  if (std::error_code code = llvm::sys::fs::current_path(folder))
    return llvm::errorCodeToError(code);
  launch.workingDirectory = folder.str().str();
  return launch;
}

/// The reference engine comes first.
static llvm::Error addDebuggers(std::vector<NamedEngine> &engines,
                                const Options &options, const UnitTable &table,
                                llvm::StringRef scratch) {
  for (bool rewind : {false, true}) {
    auto engine = createLLDBEngine(table, {rewind});
    if (!engine)
      return engine.takeError();
    NamedEngine named;
    named.name = rewind ? "lldb, rewinding" : "lldb, launching";
    named.engine = std::move(*engine);
    named.every = std::max(1u, options.referenceEvery * (rewind ? 1 : 5));
    named.isDebugger = true;
    named.slowness = 2;
    engines.push_back(std::move(named));
  }
  return llvm::Error::success();
}

/// Adds the engine that patches jumps, then the one that patches traps.
static llvm::Error addNative(std::vector<NamedEngine> &engines,
                             const UnitTable &table, llvm::StringRef scratch,
                             bool trapsOnly) {
  auto engine = createNativeEngine(table, {trapsOnly});
  if (!engine)
    return engine.takeError();
  NamedEngine named;
  named.name = trapsOnly ? "native, int3" : "native";
  named.engine = std::move(*engine);
  named.wallLimitSeconds = 1;
  named.slowness = trapsOnly ? 1 : 0;
  engines.push_back(std::move(named));
  return llvm::Error::success();
}

static llvm::Error addEngines(std::vector<NamedEngine> &engines,
                              const Options &options, const UnitTable &table,
                              llvm::StringRef scratch) {
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef(options.engines).split(names, ',');
  for (llvm::StringRef name : names) {
    llvm::Error error =
        name == "lldb" ? addDebuggers(engines, options, table, scratch)
                       : addNative(engines, table, scratch, name == "int3");
    if (error)
      return error;
  }
  return llvm::Error::success();
}

static llvm::Expected<bool> conform(const Options &options,
                                    llvm::StringRef scratch) {
  auto table = buildUnitTable(options.command.front(), {"", options.modules});
  if (!table)
    return table.takeError();
  auto launch = launchOf(options, *table);
  if (!launch)
    return launch.takeError();
  std::vector<NamedEngine> engines;
  if (llvm::Error error = addEngines(engines, options, *table, scratch))
    return error;
  Suite suite(*table, *launch, options, std::move(engines), scratch.str());
  if (llvm::Error error = suite.run())
    return error;
  return !suite.failed();
}

int main(int count, char **values) {
  auto options = parseOptions(count, values);
  if (!options) {
    errs() << conformance::usage;
    return 2;
  }
  llvm::SmallString<128> scratch;
  if (llvm::sys::fs::createUniqueDirectory("pinstripe-conformance", scratch))
    return 1;
  auto result = conform(*options, scratch);
  llvm::sys::fs::remove_directories(scratch);
  if (!result) {
    errs() << "conformance: " << llvm::toString(result.takeError()) << "\n";
    return 1;
  }
  return *result ? 0 : 1;
}
