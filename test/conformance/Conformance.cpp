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

#include "ConformanceMain.h"
#include "Suite.h"
#include "pinstripe/Execution/LLDBEngine.h"
#include "pinstripe/Native/NativeEngine.h"
#include "pinstripe/Native/TracedEngine.h"
#include "llvm/ADT/SmallVector.h"

using namespace pinstripe;
using namespace pinstripe::conformance;

/// Adds the LLDB engine in one of two forms: it starts the program again for
/// each run, or it rewinds the program to its first statement.
static llvm::Error addDebugger(std::vector<NamedEngine> &engines,
                               const Options &options, const UnitTable &table,
                               bool rewind) {
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
  return llvm::Error::success();
}

/// Adds the native engine in two forms: first with jumps as patches, then with
/// int3 instructions.
static llvm::Error addNative(std::vector<NamedEngine> &engines,
                             const UnitTable &table, bool trapsOnly) {
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

/// Adds the engine that stops the program by ptrace. A run takes ten times as
/// long as with the native engine, so it takes part in fewer plans.
static llvm::Error addTraced(std::vector<NamedEngine> &engines,
                             const Options &options, const UnitTable &table) {
  auto engine = createTracedEngine(table);
  if (!engine)
    return engine.takeError();
  NamedEngine named;
  named.name = "ptrace";
  named.engine = std::move(*engine);
  named.every = std::max(1u, options.referenceEvery / 8);
  named.slowness = 1;
  engines.push_back(std::move(named));
  return llvm::Error::success();
}

/// Adds the engines that the options name. The first one is the reference.
static llvm::Error addEngines(std::vector<NamedEngine> &engines,
                              const Options &options, const UnitTable &table) {
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef(options.engines).split(names, ',');
  for (llvm::StringRef name : names) {
    llvm::Error error =
        name == "launching" || name == "lldb"
            ? addDebugger(engines, options, table, name == "lldb")
        : name == "ptrace" ? addTraced(engines, options, table)
                           : addNative(engines, table, name == "int3");
    if (error)
      return error;
  }
  return llvm::Error::success();
}

static llvm::Expected<bool> check(const Subject &subject) {
  std::vector<NamedEngine> engines;
  if (llvm::Error error = addEngines(engines, subject.options, subject.table))
    return error;
  return passes(Suite(subject.table, subject.launch, subject.options,
                      std::move(engines), subject.scratch));
}

int main(int count, char **values) {
  return checkProgram("conformance", count, values, check);
}
