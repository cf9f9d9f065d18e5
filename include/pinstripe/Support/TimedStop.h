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

/// A flag that becomes true soon after `stop` does, or when a deadline passes.
/// So a build, or the parse of a large text, which looks at one flag only, ends
/// for either reason. A thread watches both until this object is destroyed.
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
