// Receives messages in a lane (a process that makes runs for another one), also
// during a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaneQueue.h"
#include "pinstripe/Case/LanePool.h"
#include "pinstripe/Remote/Wire.h"

using namespace pinstripe;

LaneQueue::LaneQueue(FrameLink &link) : link(link) {
  receiver = std::thread([this] { receiveAll(); });
  canceller = std::thread([this] { cancelCurrent(); });
}

LaneQueue::~LaneQueue() {
  link.close();
  receiver.join();
  canceller.join();
}

void LaneQueue::receiveAll() {
  while (std::optional<Frame> frame = link.receive()) {
    std::lock_guard<std::mutex> lock(mutex);
    if (frame->kind != FrameKind::Cancel)
      frames.push_back(std::move(*frame));
    else if (auto number = fromWire<uint64_t>(frame->body))
      cancelled = std::max(cancelled, *number);
    changed.notify_all();
  }
  std::lock_guard<std::mutex> lock(mutex);
  over = true;
  changed.notify_all();
}

/// Cancels the current run when nobody wants it any more. An attempt to cancel
/// a run has no effect if the run has not begun yet. So it is repeated until
/// the run has ended.
void LaneQueue::cancelCurrent() {
  std::unique_lock<std::mutex> lock(mutex);
  auto mustCancel = [&] { return cancel && (over || current <= cancelled); };
  for (;;) {
    changed.wait(lock, [&] { return mustCancel() || (over && !cancel); });
    if (!mustCancel())
      return;
    cancel();
    changed.wait_for(lock, LanePool::lookInterval);
  }
}

std::optional<Frame> LaneQueue::next() {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return over || !frames.empty(); });
  if (over)
    return std::nullopt;
  Frame frame = std::move(frames.front());
  frames.pop_front();
  return frame;
}

bool LaneQueue::begin(uint64_t number, std::function<void()> cancelRun) {
  std::lock_guard<std::mutex> lock(mutex);
  if (over || number <= cancelled)
    return false;
  current = number;
  cancel = std::move(cancelRun);
  return true;
}

void LaneQueue::end() {
  std::lock_guard<std::mutex> lock(mutex);
  cancel = nullptr;
  changed.notify_all();
}
