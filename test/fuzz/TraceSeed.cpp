// Writes the first input of TraceFuzzer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestTraces.h"
#include "TraceCodec.h"
#include "pinstripe/Support/AtomicFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: TraceSeed FILE\n";
    return 2;
  }
  Trace trace = TraceBuilder()
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
  llvm::Error error = writeFileAtomically(
      argv[1], llvm::toStringRef(encodePayload(trace, tableOf(2, 4))));
  if (!error)
    return 0;
  llvm::errs() << llvm::toString(std::move(error)) << "\n";
  return 1;
}
