// Ends work when the user stops it, or when its time is over.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_TIMEDSTOP_H
#define PINSTRIPE_SUPPORT_TIMEDSTOP_H

#include "pinstripe/Support/Deadline.h"
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace pinstripe {

/// A flag that becomes true soon after `stop` becomes true, or when a deadline
/// passes. Work that looks at a single flag, such as a build or the parsing of
/// a large text, can thus be ended for either reason. A thread watches both
/// reasons until this object is destroyed.
class TimedStop {
public:
  /// `stop` must outlive this object.
  TimedStop(const std::atomic<bool> &stop, const Deadline &deadline);
  ~TimedStop();
  TimedStop(const TimedStop &) = delete;
  TimedStop &operator=(const TimedStop &) = delete;

  const std::atomic<bool> &flag() const { return isOver; }

private:
  void watch();

  const std::atomic<bool> &stop;
  Deadline deadline;
  std::atomic<bool> isOver;
  std::mutex mutex;
  std::condition_variable destroyed;
  bool isDestroyed = false;
  std::thread watcher;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_TIMEDSTOP_H
