// Fuzzes the reader of cached sources.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The input is the uncompressed content of a cache file, without the checksum
// that otherwise protects it. If the reader accepts the input, the resulting
// source must be usable.

#include "Fuzzing.h"
#include "Source/SourceCodec.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto both = readTwice(llvm::ArrayRef(data, size), decodeSource, encodeSource);
  if (!both)
    return 0;
  const CachedSource &cached = both->first;
  SourceCollector collector;
  collector.add(cached.source);
  SourceModel model = collector.finish();
  for (const SourceUnit &unit : model.units)
    require(unit.function < int64_t(model.functions.size()));
  for (const SourceModel::Cleanup &each : model.cleanups)
    require(std::max(each.declaration, each.cleanup) < model.units.size());
  return 0;
}
