//===- Watchdog.h - Ends runs that take too long -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_EXECUTION_WATCHDOG_H
#define PINSTRIPE_EXECUTION_WATCHDOG_H

#include "pinstripe/Execution/RunResult.h"
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <sys/types.h>
#include <thread>

namespace pinstripe {

/// A thread that sends SIGKILL when the wall time of a run is up, or when it
/// has gone beyond another limit. A plain signal, since SBProcess::Kill
/// deadlocks while another thread is inside a synchronous Continue.
class Watchdog {
public:
  Watchdog();
  ~Watchdog();
  Watchdog(const Watchdog &) = delete;
  Watchdog &operator=(const Watchdog &) = delete;

  /// `excess`, asked now and then on another thread, tells why the process has
  /// to end before that; may be null.
  void arm(pid_t pid, std::chrono::duration<double> limit,
           std::function<std::optional<Ending>()> excess = nullptr);
  /// Why the process was killed since `arm`; none: it was not.
  std::optional<Ending> disarm();
  /// From another thread: takes the time to be up, if there is a process.
  void expire();

private:
  void watch();

  std::mutex mutex;
  std::condition_variable changed;
  pid_t pid = 0; ///< 0: not armed
  std::chrono::steady_clock::time_point deadline;
  std::function<std::optional<Ending>()> excess;
  std::optional<Ending> reason; ///< the process was killed
  bool finished = false;
  std::thread thread; ///< last: starts when the rest is there
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_WATCHDOG_H
