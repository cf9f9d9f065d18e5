// Tells which library calls may change the heap without a report of it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_ANALYSIS_HIDDENHEAPUSE_H
#define PINSTRIPE_LIB_ANALYSIS_HIDDENHEAPUSE_H

#include "pinstripe/Analysis/ExecutionObserver.h"
#include "llvm/ADT/StringSet.h"

namespace pinstripe {

/// Must be told all library calls of a run.
class HiddenHeapUse {
public:
  /// Returns true if the library call, which is about to begin, may take or
  /// release heap memory in ways that the engine does not report.
  bool mayBeIn(const LibraryCall &call) {
    using HeapUse = LibraryCall::HeapUse;
    if (call.heapUse == HeapUse::None ||
        (call.heapUse == HeapUse::Once && !begun.insert(call.function).second))
      return false;
    // The call may open a stream, whose buffer the library allocates only when
    // the stream is first used. Any function that is called later may make this
    // first use, and thus take heap memory, even if it was called before. So
    // from now on, each function counts as not called before.
    if (call.heapUse == HeapUse::Any)
      begun.clear();
    return true;
  }

private:
  /// The library functions that take heap memory only at their first call, and
  /// that were called already.
  llvm::StringSet<> begun;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_HIDDENHEAPUSE_H
