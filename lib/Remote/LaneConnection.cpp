// Keeps the state of a lane in another process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Remote/RemoteLanes.h"

using namespace pinstripe;

/// How often the process of a lane is started. A test that ends the process,
/// for example because it takes all memory, ends the next process as well.
static constexpr unsigned maxStarts = 4;

llvm::Error LaneConnection::lost() const {
  return llvm::make_error<LaneLostError>(name() + ": " + reason);
}

/// Starts the process of the lane and sends it the case. `lock` holds the
/// mutex. It is released while the case is sent, so that messages are received
/// at the same time: otherwise both ends of the link could wait for each other.
void LaneConnection::startProcess(std::unique_lock<std::mutex> &lock) {
  ++startCount;
  state = State::Proving;
  lock.unlock();
  bool isSent = link.send({rank, FrameKind::Start}) &&
                link.send({rank, FrameKind::Offer, *offer});
  if (!isSent)
    refuse("there is no connection to it");
  lock.lock();
}

void LaneConnection::start(const std::string &theOffer) {
  std::unique_lock<std::mutex> lock(mutex);
  if (state != State::Idle)
    return;
  offer = &theOffer;
  startProcess(lock);
}

llvm::Expected<std::optional<RunResult>>
LaneConnection::awaitReady(bool mayAbandon) {
  std::unique_lock<std::mutex> lock(mutex);
  for (;;) {
    if (state == State::Ready)
      return proof;
    if (state == State::Useless)
      return lost();
    if ((mayAbandon && isAbandoned) || isCancelled)
      return std::nullopt;
    if (state == State::Died && startCount == maxStarts) {
      state = State::Useless;
      continue;
    }
    if (state == State::Died)
      startProcess(lock);
    else
      changed.wait(lock);
  }
}

unsigned LaneConnection::starts() {
  std::lock_guard<std::mutex> lock(mutex);
  return startCount;
}

void LaneConnection::send(FrameKind kind, std::string body) {
  if (!link.send({rank, kind, std::move(body)}))
    refuse("there is no connection to it");
}

void LaneConnection::refuse(const std::string &why) {
  std::lock_guard<std::mutex> lock(mutex);
  state = State::Useless;
  if (reason.empty())
    reason = why;
  changed.notify_all();
}

void LaneConnection::abandon() {
  std::lock_guard<std::mutex> lock(mutex);
  isAbandoned = true;
  changed.notify_all();
}

void LaneConnection::resume() {
  std::lock_guard<std::mutex> lock(mutex);
  isAbandoned = false;
}

/// Takes note of a message from the lane, or from its courier.
void LaneConnection::receive(const Frame &frame) {
  if (frame.kind == FrameKind::Refused || frame.kind == FrameKind::Gone)
    return refuse(frame.body);
  std::lock_guard<std::mutex> lock(mutex);
  if (state == State::Useless)
    return;
  switch (frame.kind) {
  case FrameKind::Ready:
    if (std::optional<RunResult> read = fromWire<RunResult>(frame.body)) {
      proof = std::move(*read);
      state = State::Ready;
    }
    break;
  case FrameKind::Died:
    state = State::Died;
    reason = frame.body;
    break;
  case FrameKind::Result:
    // The answer to an earlier run, which was cancelled, is of no use.
    if (auto read = fromWire<LaneResult>(frame.body);
        read && read->number == lastRun)
      result = std::move(read->result);
    break;
  case FrameKind::Failed:
    if (auto read = fromWire<LaneFailure>(frame.body);
        read && read->number == lastRun)
      failure = std::move(*read);
    break;
  default:
    break;
  }
  changed.notify_all();
}

uint64_t LaneConnection::beginRun() {
  std::lock_guard<std::mutex> lock(mutex);
  result.reset();
  failure.reset();
  isRunning = true;
  isCancelled = false;
  return ++lastRun;
}

llvm::Expected<std::optional<RunResult>> LaneConnection::awaitResult() {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] {
    return result || failure || isCancelled || state == State::Died ||
           state == State::Useless;
  });
  isRunning = false;
  if (isCancelled) {
    isCancelled = false;
    return std::nullopt;
  }
  if (result)
    return std::move(result);
  if (state == State::Useless)
    return lost();
  if (state == State::Died)
    return llvm::make_error<EngineError>(name() + ": " + reason);
  if (failure->mayRepeat)
    return llvm::make_error<EngineError>(name() + ": " + failure->reason);
  state = State::Useless;
  reason = failure->reason;
  return lost();
}

bool LaneConnection::hasDied() {
  std::lock_guard<std::mutex> lock(mutex);
  return state == State::Died;
}

void LaneConnection::cancel() {
  std::unique_lock<std::mutex> lock(mutex);
  if (!isRunning || isCancelled)
    return;
  isCancelled = true;
  uint64_t number = lastRun;
  changed.notify_all();
  lock.unlock();
  send(FrameKind::Cancel, toWire(number));
}
