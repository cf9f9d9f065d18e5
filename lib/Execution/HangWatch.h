//===- HangWatch.h - Runs that will not end ---------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A skipped statement often makes a program loop, or wait for itself: the end
// of a pipe that it should have closed. Wall time tells both late, and is
// wrong on a busy machine; what a process does with its time is surer.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_EXECUTION_HANGWATCH_H
#define PINSTRIPE_LIB_EXECUTION_HANGWATCH_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunResult.h"
#include <chrono>
#include <ctime>
#include <optional>
#include <sys/types.h>

namespace pinstripe {

/// Of one run. To be asked every 20 ms or so while it lasts.
class HangWatch {
public:
  /// `spec` must outlive the object.
  explicit HangWatch(const LaunchSpec &spec) : spec(spec) {}

  /// None, unless the process has used up its processor time, or has been
  /// asleep for its idle time with no child that could wake it.
  std::optional<TimedOut> hang(pid_t process);
  /// Whether it has been stopped by a signal for a while, with no child that
  /// could continue it.
  bool isStopped(pid_t process, pid_t tracer);

private:
  using Clock = std::chrono::steady_clock;

  const LaunchSpec &spec;
  double spentBefore = 0;
  double counted = 0; ///< seconds of the processor
  std::optional<Clock::time_point> asleepSince;
  std::optional<Clock::time_point> stoppedSince;
  std::optional<double> spentAtStop;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_HANGWATCH_H
