// Writes the first inputs of the fuzzers that read traces.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Seeds.h"
#include "TestTraces.h"
#include "TraceCodec.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Trace/TraceFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;

/// Returns a trace with calls, returns over several levels, and a second
/// invocation of the same function.
static Trace traceWithCalls() {
  return TraceBuilder()
      .call(0)
      .step(0)
      .call(1)
      .step(3)
      .call(1)
      .step(3)
      .leave()
      .leave()
      .step(2)
      .leave()
      .call(1)
      .step(1)
      .build();
}

static Trace loop() {
  TraceBuilder builder;
  builder.call(0);
  for (int i = 0; i < 20; ++i)
    builder.step(0).call(1).step(1).leave().step(2);
  return builder.build();
}

void pinstripe::fuzzing::traceSeeds(SeedSink sink) {
  llvm::SmallString<128> path;
  llvm::cantFail(llvm::errorCodeToError(
      llvm::sys::fs::createTemporaryFile("seed", "trace", path)));
  llvm::FileRemover remover(path);
  for (const Trace &trace : {traceWithCalls(), loop(), Trace()}) {
    UnitTable table = tableOf(2, 4);
    sink("TraceFuzzer", llvm::toStringRef(encodePayload(trace, table)));
    llvm::cantFail(writeTrace(path, trace, table));
    sink("TraceFileFuzzer", llvm::cantFail(readFile(path)));
  }
}
