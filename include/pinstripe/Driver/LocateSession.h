//===- LocateSession.h - Where to look for the defect -----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_LOCATESESSION_H
#define PINSTRIPE_DRIVER_LOCATESESSION_H

#include "pinstripe/Driver/Lanes.h"
#include "pinstripe/Report/LocateSummary.h"

namespace pinstripe {

struct LocateOptions {
  std::string expectedOutput; ///< what should have been on stdout
  /// For all runs together; what one step does not need is left to the next.
  double seconds = 60;
  LaneOptions lanes;
  /// What is being done now; may be empty.
  std::function<void(llvm::StringRef step, uint64_t tests)> progress;
};

/// Looks for the lines of the source that make the output wrong: changes
/// decisions, leaves out statements, and reduces the run in guarded flow to
/// what prints the first wrong line. A UsageError if the recorded run prints
/// what is expected. `stop` ends it early, with what there is.
llvm::Expected<LocateSummary> locate(RecordedCase &recorded,
                                     const std::atomic<bool> &stop,
                                     const LocateOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_LOCATESESSION_H
