//===- CaseFuzzer.cpp - Throws bytes at the reader of cases ---------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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
