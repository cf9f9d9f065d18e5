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
#include "pinstripe/Driver/SliceSession.h"

namespace pinstripe {

/// Dynamic slices of lines that were printed.
struct OutputSlices {
  EventSet wrong;     ///< the full slice
  EventSet wrongData; ///< of values alone
  /// Of each event of the wrong line's slices, how many dependences lead from
  /// it to what printed the line, at least: of values if those do, else of any.
  std::vector<uint32_t> distances;
  /// Data slices, those of lines nearest to the wrong one first: full slices of
  /// lines that one program has printed have nearly all in common.
  std::vector<EventSet> right;
};

/// Of the wrong line, and of lines that are as expected: as many as `seconds`
/// allow. TargetErrors as of recordDependences, and if it can't be told which
/// call printed the line.
llvm::Expected<OutputSlices> sliceOutputs(RecordedCase &recorded,
                                          const WrongLine &wrong,
                                          llvm::StringRef expected,
                                          double seconds,
                                          const DependenceOptions &recording);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_OUTPUTSLICES_H
