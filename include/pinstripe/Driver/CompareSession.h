//===- CompareSession.h - Slices and experiments ----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_COMPARESESSION_H
#define PINSTRIPE_DRIVER_COMPARESESSION_H

#include "pinstripe/Driver/Lanes.h"
#include "pinstripe/Report/CompareSummary.h"

namespace pinstripe {

struct CompareOptions {
  /// What should have been on stdout; none: no decisions are switched.
  std::optional<std::string> expectedOutput;
  /// For each of the reductions, and for the switches.
  std::optional<double> seconds;
  LaneOptions lanes;
  /// What is being done now; may be empty.
  std::function<void(llvm::StringRef step, uint64_t tests)> progress;
};

/// Makes the dynamic slices and the critical slices of one output, and finds
/// out by single removals why they differ. `stop` ends it early, with what
/// there is.
llvm::Expected<CompareSummary> compareSlices(RecordedCase &recorded,
                                             const std::atomic<bool> &stop,
                                             const CompareOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_COMPARESESSION_H
