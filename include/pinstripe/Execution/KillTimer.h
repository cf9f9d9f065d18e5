// Kills a process whose time is up, from a thread of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_EXECUTION_KILLTIMER_H
#define PINSTRIPE_EXECUTION_KILLTIMER_H

#include "pinstripe/Execution/RunResult.h"
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <sys/types.h>
#include <thread>

namespace pinstripe {

/// Owns a thread that sends SIGKILL when the wall time of a run is up, or when
/// the run has exceeded another limit. The thread uses kill(), since
/// SBProcess::Kill deadlocks while another thread is in a synchronous Continue.
class KillTimer {
public:
  KillTimer();
  ~KillTimer();
  KillTimer(const KillTimer &) = delete;
  KillTimer &operator=(const KillTimer &) = delete;

  /// Starts the timer, which kills the process `pid` after the time `limit`.
  /// Until then, the timer's thread calls `excess` every 20 ms, unless `excess`
  /// is null. If `excess` returns a reason to end the run, the thread kills the
  /// process at once.
  void arm(pid_t pid, std::chrono::duration<double> limit,
           std::function<std::optional<Ending>()> excess = nullptr);
  /// Stops the timer. Returns why the timer has killed the process; nullopt if
  /// the timer has not killed it.
  std::optional<Ending> disarm();
  /// Returns true if the timer has killed the process, or is just killing it.
  bool hasKilled();
  /// Kills the process at once, if the timer is armed. May be called from any
  /// thread.
  void expire();

private:
  void run();

  std::mutex mutex;
  std::condition_variable changed;
  pid_t pid = 0; ///< The process to kill; 0 if the timer is not armed.
  std::chrono::steady_clock::time_point deadline;
  std::function<std::optional<Ending>()> excess;
  std::optional<Ending> reason; ///< Why the timer has killed the process.
  bool finished = false;
  /// The thread uses all other members, so it must end before they are
  /// destroyed. As the last member, it is destroyed first.
  std::thread thread;
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_KILLTIMER_H
