// Receives messages in a lane (a process that makes runs for another one), also
// during a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REMOTE_LANEQUEUE_H
#define PINSTRIPE_LIB_REMOTE_LANEQUEUE_H

#include "pinstripe/Remote/FrameLink.h"
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <thread>

namespace pinstripe {

/// Receives messages in a thread of its own, and keeps them until the lane asks
/// for them. Only a message that cancels a run takes effect at once. The
/// current run is also cancelled when the link ends.
class LaneQueue {
public:
  /// Receives messages from `link`, which must outlive this object.
  explicit LaneQueue(FrameLink &link);
  /// Ends the link.
  ~LaneQueue();

  /// Waits for the next message. Returns nullopt when the link has ended.
  std::optional<Frame> next();
  /// Returns a flag that is set when the link has ended.
  const std::atomic<bool> &isOver() const { return over; }

  /// Must be called before each run. Returns false if the run is cancelled
  /// already; the caller must not make the run then. Another thread calls
  /// `cancel` to cancel the run, and repeats the call until the run has ended.
  bool begin(uint64_t number, std::function<void()> cancel);
  /// Must be called after each run.
  void end();

private:
  void receiveAll();
  void cancelCurrent();

  FrameLink &link;
  std::mutex mutex; ///< A mutex that protects all members below.
  std::condition_variable changed;
  std::deque<Frame> frames;
  std::atomic<bool> over = false;
  /// The highest number of a run that the searching process has cancelled. All
  /// runs with lower numbers are cancelled, too.
  uint64_t cancelled = 0;
  /// The number of the run that the lane is making, and a function that cancels
  /// this run. The function is null if there is no such run.
  uint64_t current = 0;
  std::function<void()> cancel;
  std::thread receiver, canceller;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REMOTE_LANEQUEUE_H
