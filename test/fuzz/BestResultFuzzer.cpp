// Fuzzes the reader of results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fuzzing.h"
#include "pinstripe/Store/BestResult.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto parse = [](llvm::StringRef text) {
    return parseBest(text, "best.yaml");
  };
  if (auto both = readTwice(textOf(data, size), parse, formatBest)) {
    const auto &[best, again] = *both;
    require(again.kept == best.kept && again.keptUnits == best.keptUnits);
  }
  return 0;
}
