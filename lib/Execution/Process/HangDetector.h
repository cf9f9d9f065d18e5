// Recognises runs that will not end.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A skipped statement often makes a program loop forever, or wait for something
// that never happens, such as the end of a pipe that it should have closed.
// A limit on wall time ends such a run late, and is unreliable on a busy
// machine. It is more reliable to look at how a process spends its time.

#ifndef PINSTRIPE_LIB_EXECUTION_PROCESS_HANGDETECTOR_H
#define PINSTRIPE_LIB_EXECUTION_PROCESS_HANGDETECTOR_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunResult.h"
#include <chrono>
#include <ctime>
#include <optional>
#include <sys/types.h>

namespace pinstripe {

/// Watches one run. `findHang` must be called every 20 ms or so.
class HangDetector {
public:
  /// `spec`, which states the limits, must outlive the detector.
  explicit HangDetector(const LaunchSpec &spec) : spec(spec) {}

  /// Returns TimedOut if the process has reached its limit on processor time.
  /// Also returns TimedOut if the process has slept too long without a child
  /// that could wake it. Otherwise returns nullopt.
  std::optional<TimedOut> findHang(pid_t process);
  /// Returns true if a signal has stopped the process for some time, and the
  /// process has no child that could continue it. `tracer` is the process that
  /// traces `process`.
  bool findStop(pid_t process, pid_t tracer);

private:
  using Clock = std::chrono::steady_clock;

  const LaunchSpec &spec;
  double spentBefore = 0;
  /// The processor time, in seconds, that was counted so far.
  double counted = 0;
  /// When `findHang` last found the process idle; nullopt if it was not idle at
  /// the last call. A process is idle if it sleeps and nothing is known that
  /// will wake it.
  std::optional<Clock::time_point> idleAt;
  /// The time for which the process has been idle, in seconds.
  double idleSeconds = 0;
  std::optional<Clock::time_point> stoppedSince;
  std::optional<double> spentAtStop;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_PROCESS_HANGDETECTOR_H
