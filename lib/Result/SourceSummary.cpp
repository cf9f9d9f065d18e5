// Counts the lines and bytes of program texts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Result/SourceSummary.h"
#include "llvm/ADT/StringRef.h"

using namespace pinstripe;

static void add(TextSize &size, llvm::StringRef text) {
  size.bytes += text.size();
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    size.lines += !line.trim().empty();
    text = rest;
  }
}

TextSize pinstripe::sizeOf(const SourceSummary &summary, bool isReduced) {
  TextSize size;
  for (const ReducedSource &source : summary.sources)
    add(size, isReduced ? source.reduced : source.original);
  return size;
}
