// Ends work when the user stops it, or when its time is over.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/TimedStop.h"

using namespace pinstripe;

TimedStop::TimedStop(const std::atomic<bool> &stop, const Deadline &deadline)
    : stop(stop), deadline(deadline),
      isOver(stop.load() || deadline.hasPassed()) {
  watcher = std::thread([this] { watch(); });
}

TimedStop::~TimedStop() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isDestroyed = true;
  }
  destroyed.notify_all();
  watcher.join();
}

void TimedStop::watch() {
  // The interval at which `stop` and the deadline are checked. A signal handler
  // may set `stop`, and it can't wake this thread.
  constexpr std::chrono::milliseconds lookInterval{20};
  std::unique_lock<std::mutex> lock(mutex);
  while (!destroyed.wait_for(lock, lookInterval, [&] { return isDestroyed; }))
    if (stop.load() || deadline.hasPassed())
      isOver = true;
}
