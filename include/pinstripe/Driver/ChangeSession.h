//===- ChangeSession.h - Which changes make the output right ----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_CHANGESESSION_H
#define PINSTRIPE_DRIVER_CHANGESESSION_H

#include "pinstripe/Driver/Lanes.h"
#include "pinstripe/Report/ChangeSummary.h"

namespace pinstripe {

/// How far to go; each may be none.
struct ChangeBudget {
  std::optional<uint64_t> tests;
  std::optional<double> seconds;
};

struct ChangeOptions {
  std::string expectedOutput; ///< what should have been on stdout
  ChangeBudget budget;
  LaneOptions lanes;
  /// Of `switchDecisions`: how many decisions of one run are changed at most,
  /// if no single one makes the output right.
  size_t chain = 1;
  /// Of `replaceValues`: the events to try, null: all; and those to try first,
  /// null: those of the reduction that the case has, if any.
  const EventSet *candidates = nullptr;
  const EventSet *first = nullptr;
  /// Told of how many tests how many are made; may be empty.
  std::function<void(uint64_t made, uint64_t all)> progress;
};

/// Changes decisions of the recorded run in live flow, one at a time, and looks
/// at what comes out. A UsageError if the recorded run prints what is expected.
/// `stop` ends it early, with what there is.
llvm::Expected<ChangeSummary> switchDecisions(RecordedCase &recorded,
                                              const std::atomic<bool> &stop,
                                              const ChangeOptions &options);

/// The same with statements that are left out instead, conditions or not.
llvm::Expected<ChangeSummary> omitUnits(RecordedCase &recorded,
                                        const std::atomic<bool> &stop,
                                        const ChangeOptions &options);

/// What if one statement instance had found another value in one of its
/// operands, or left another one? As above; the case is left as it was.
llvm::Expected<ChangeSummary> replaceValues(RecordedCase &recorded,
                                            const std::atomic<bool> &stop,
                                            const ChangeOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_CHANGESESSION_H
