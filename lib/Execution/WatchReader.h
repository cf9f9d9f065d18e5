//===- WatchReader.h - Watched values, read from outside --------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For engines that look at the memory of a program which stands still.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_EXECUTION_WATCHREADER_H
#define PINSTRIPE_LIB_EXECUTION_WATCHREADER_H

#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Execution/Watch.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pinstripe {

/// How a program is seen; both must outlive what uses it.
struct ProcessView {
  const ProcessMemory &memory;
  llvm::function_ref<uint64_t(uint64_t)> toRunTime; ///< of a table address
};

/// Bytes at a location, with rbp as `frame`; none: not readable.
std::optional<std::string> readValue(const LocationProgram &location,
                                     uint64_t frame, const ProcessView &view);

/// The values of one run.
class WatchReader {
public:
  /// `watches` may be null.
  WatchReader(WatchList watches, const Trace &trace);

  bool isEmpty() const { return values.empty(); }
  /// The event is about to begin, in the frame at `frame`.
  void begin(EventIndex event, uint64_t frame, const ProcessView &view);
  /// It is over.
  void end(EventIndex event, uint64_t frame, const ProcessView &view);
  std::vector<WatchedValue> take() { return std::move(values); }

private:
  struct Asked {
    uint32_t watch = 0, place = 0;
  };
  void note(const Asked &asked, uint64_t frame, const ProcessView &view);

  WatchList watches;
  const Trace &trace;
  llvm::DenseMap<uint32_t, std::vector<Asked>> atEntry, beforeEvent, afterEvent;
  std::vector<WatchedValue> values;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_WATCHREADER_H
