// Fuzzes the reader of cases.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fuzzing.h"
#include "pinstripe/Store/Case.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto parse = [](llvm::StringRef text) {
    return parseCase(text, "case.yaml");
  };
  readTwice(textOf(data, size), parse, formatCase);
  return 0;
}
