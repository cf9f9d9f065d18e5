// Stops a search at Ctrl-C, and at its deadline even in the middle of a build.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TimedStop.h"

using namespace pinstripe;

TimedStop::TimedStop(const std::atomic<bool> &interrupted, Deadline deadline)
    : interrupted(interrupted), deadline(deadline),
      stopped(interrupted.load() || deadline.hasPassed()) {
  thread = std::thread([this] { watch(); });
}

TimedStop::~TimedStop() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    closing = true;
  }
  closed.notify_all();
  thread.join();
}

/// Looks again and again, since a signal handler, which sets `interrupted`, can
/// wake nobody.
void TimedStop::watch() {
  constexpr std::chrono::milliseconds interval{20};
  std::unique_lock<std::mutex> lock(mutex);
  while (!closed.wait_for(lock, interval, [this] { return closing; }))
    if (interrupted.load() || deadline.hasPassed())
      stopped = true;
}
