//===- OutputSlices.h - What each line of an output is made of --*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_OUTPUTSLICES_H
#define PINSTRIPE_LIB_DRIVER_OUTPUTSLICES_H

#include "WrongLine.h"
#include "pinstripe/Driver/RecordedCase.h"

namespace pinstripe {

/// Full dynamic slices of lines that were printed.
struct OutputSlices {
  EventSet wrong;
  /// Of each event of the above, how many dependences lead from it to what
  /// printed the line, at least.
  std::vector<uint32_t> distances;
  std::vector<EventSet> right; ///< those nearest to the wrong one first
};

/// Of the wrong line, and of lines that are as expected: as many as `seconds`
/// allow. TargetErrors as of recordDependences, and if it can't be told which
/// call printed the line.
llvm::Expected<OutputSlices> sliceOutputs(RecordedCase &recorded,
                                          const WrongLine &wrong,
                                          llvm::StringRef expected,
                                          double seconds,
                                          const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_OUTPUTSLICES_H
