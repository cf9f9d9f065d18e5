//===- SwitchSession.h - Which decisions make the output wrong --*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_SWITCHSESSION_H
#define PINSTRIPE_DRIVER_SWITCHSESSION_H

#include "pinstripe/Driver/RecordedCase.h"
#include "pinstripe/Report/SwitchSummary.h"
#include <atomic>
#include <functional>

namespace pinstripe {

/// How far to go; each may be none.
struct SwitchBudget {
  std::optional<uint64_t> tests;
  std::optional<double> seconds;
};

struct SwitchOptions {
  std::string expectedOutput; ///< what should have been on stdout
  SwitchBudget budget;
  /// Told of how many tests how many are made; may be empty.
  std::function<void(uint64_t made, uint64_t all)> progress;
};

/// Changes decisions of the recorded run in live flow, one at a time, and looks
/// at what comes out. A UsageError if the recorded run prints what is expected.
/// `stop` ends it early, with what there is.
llvm::Expected<SwitchSummary> switchDecisions(RecordedCase &recorded,
                                              const std::atomic<bool> &stop,
                                              const SwitchOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_SWITCHSESSION_H
