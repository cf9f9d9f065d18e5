// Stops a search at Ctrl-C, and at its deadline even in the middle of a build.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_TIMEDSTOP_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_TIMEDSTOP_H

#include "pinstripe/Support/Deadline.h"
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace pinstripe {

/// A flag that becomes true once the user interrupts the search or its deadline
/// has passed. A build can take an hour, so it must be ended in its middle.
class TimedStop {
public:
  /// `interrupted` must outlive this object.
  TimedStop(const std::atomic<bool> &interrupted, Deadline deadline);
  ~TimedStop();
  TimedStop(const TimedStop &) = delete;
  TimedStop &operator=(const TimedStop &) = delete;

  const std::atomic<bool> &flag() const { return stopped; }

private:
  void watch();

  const std::atomic<bool> &interrupted;
  Deadline deadline;
  std::atomic<bool> stopped = false;
  std::mutex mutex; ///< Guards `closing`.
  std::condition_variable closed;
  bool closing = false;
  std::thread thread;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_TIMEDSTOP_H
