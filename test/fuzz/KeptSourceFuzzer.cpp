//===- KeptSourceFuzzer.cpp - Throws bytes at the source cache ------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsed sources as the cache keeps them, behind its checksum. What is accepted
// can be used.
//
//===----------------------------------------------------------------------===//

#include "Fuzzing.h"
#include "SourceCodec.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto both = readTwice(llvm::ArrayRef(data, size), decodeSource, encodeSource);
  if (!both)
    return 0;
  const KeptSource &kept = both->first;
  (void)CurrentFiles().agreeWith(kept.answers);
  SourceCollector collector;
  collector.add(kept.source);
  SourceModel model = collector.finish();
  for (const SourceUnit &unit : model.units)
    require(unit.function < int64_t(model.functions.size()));
  for (const SourceModel::Cleanup &each : model.cleanups)
    require(std::max(each.declaration, each.cleanup) < model.units.size());
  return 0;
}
