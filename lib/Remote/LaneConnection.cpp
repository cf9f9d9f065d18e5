// Keeps the state of a lane, which is another process that makes runs for this
// one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Remote/RemoteLanes.h"

using namespace pinstripe;

/// How many times the process of a lane is started at most. If a test makes the
/// process die, for example because it takes all memory, the same test makes
/// the next process die as well.
static constexpr unsigned maxStarts = 4;

static constexpr const char *noConnection = "there is no connection to it";

llvm::Error LaneConnection::lost() const {
  return llvm::make_error<LaneLostError>(name() + ": " + reason);
}

/// Sends the lane the latest offer. If `startsProcess` is true, first lets the
/// lane's courier (the process that carries its messages) start a new process.
/// `lock` holds the mutex. The function releases the mutex while it sends, so
/// that another thread can receive messages. Otherwise both ends of the link
/// could wait for each other.
void LaneConnection::sendOffer(std::unique_lock<std::mutex> &lock,
                               bool startsProcess) {
  startCount += startsProcess;
  hasProcess = true;
  state = State::Proving;
  reason.clear();
  std::shared_ptr<const std::string> body = offered;
  lock.unlock();
  bool isSent = (!startsProcess || link.send({rank, FrameKind::Start})) &&
                link.send({rank, FrameKind::Offer, *body});
  if (!isSent)
    lose(noConnection);
  lock.lock();
}

void LaneConnection::offer(std::shared_ptr<const std::string> body,
                           uint64_t number) {
  std::unique_lock<std::mutex> lock(mutex);
  if (isLost)
    return;
  offered = std::move(body);
  offerNumber = number;
  // If the lane's process has died, nothing is sent now: `awaitReady` starts a
  // new process and sends it the offer.
  if (!hasProcess && startCount != 0)
    state = State::Died;
  else
    sendOffer(lock, /*startsProcess=*/!hasProcess);
}

/// Waits until the state of the lane may have changed. Cancels the current run
/// if `givenUp` is set meanwhile.
void LaneConnection::await(std::unique_lock<std::mutex> &lock,
                           const std::atomic<bool> *givenUp) {
  if (!givenUp)
    return changed.wait(lock);
  changed.wait_for(lock, LanePool::lookInterval);
  if (givenUp->load())
    cancel(lock);
}

llvm::Expected<std::optional<RunResult>>
LaneConnection::awaitReady(bool mayAbandon, const std::atomic<bool> *givenUp) {
  std::unique_lock<std::mutex> lock(mutex);
  for (;;) {
    if (state == State::Ready)
      return proof;
    if (state == State::Useless)
      return lost();
    if ((mayAbandon && isAbandoned) || isCancelled)
      return std::nullopt;
    if (state == State::Died && startCount == maxStarts)
      makeUseless(reason);
    else if (state == State::Died)
      sendOffer(lock, /*startsProcess=*/true);
    else
      await(lock, givenUp);
  }
}

unsigned LaneConnection::starts() {
  std::lock_guard<std::mutex> lock(mutex);
  return startCount;
}

void LaneConnection::send(FrameKind kind, std::string body) {
  if (!link.send({rank, kind, std::move(body)}))
    lose(noConnection);
}

void LaneConnection::refuse(const std::string &why) {
  std::lock_guard<std::mutex> lock(mutex);
  if (isLost)
    return;
  state = State::Useless;
  reason = why;
  changed.notify_all();
}

/// Marks the lane as unusable for this and all later offers of work. The mutex
/// must be held.
void LaneConnection::makeUseless(const std::string &why) {
  state = State::Useless;
  isLost = true;
  if (reason.empty())
    reason = why;
  changed.notify_all();
}

void LaneConnection::lose(const std::string &why) {
  std::lock_guard<std::mutex> lock(mutex);
  makeUseless(why);
}

void LaneConnection::abandon() {
  std::lock_guard<std::mutex> lock(mutex);
  isAbandoned = true;
  changed.notify_all();
}

void LaneConnection::resume() {
  std::lock_guard<std::mutex> lock(mutex);
  isAbandoned = isRunning = isCancelled = false;
}

/// Handles a message that has come from the lane or its courier.
void LaneConnection::receive(const Frame &frame) {
  if (frame.kind == FrameKind::Gone)
    return lose(frame.body);
  std::lock_guard<std::mutex> lock(mutex);
  hasProcess &= frame.kind != FrameKind::Died;
  if (state == State::Useless)
    return;
  switch (frame.kind) {
  case FrameKind::Ready:
    // If a newer offer has replaced the one that this message answers, the
    // message is ignored.
    if (auto read = fromWire<LaneReady>(frame.body);
        read && read->offer == offerNumber) {
      proof = std::move(read->proof);
      state = State::Ready;
    }
    break;
  case FrameKind::Refused:
    if (auto read = fromWire<LaneRefusal>(frame.body);
        read && (read->offer == offerNumber || read->offer == 0)) {
      state = State::Useless;
      reason = read->reason;
    }
    break;
  case FrameKind::Died:
    state = State::Died;
    reason = frame.body;
    break;
  case FrameKind::Result:
    // The result of an earlier run, which was cancelled, is dropped.
    if (auto read = fromWire<LaneResult>(frame.body);
        read && read->number == lastRun)
      answer = std::move(read->answer);
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
  answer.reset();
  failure.reset();
  isRunning = true;
  isCancelled = false;
  return ++lastRun;
}

llvm::Expected<std::optional<LaneAnswer>>
LaneConnection::awaitAnswer(const std::atomic<bool> *givenUp) {
  std::unique_lock<std::mutex> lock(mutex);
  while (!answer && !failure && !isCancelled && state != State::Died &&
         state != State::Useless)
    await(lock, givenUp);
  isRunning = false;
  if (isCancelled) {
    isCancelled = false;
    return std::nullopt;
  }
  if (answer)
    return std::move(answer);
  if (state == State::Useless)
    return lost();
  if (state == State::Died)
    return llvm::make_error<EngineError>(name() + ": " + reason);
  if (failure->mayRepeat)
    return llvm::make_error<EngineError>(name() + ": " + failure->reason);
  makeUseless(failure->reason);
  return lost();
}

bool LaneConnection::hasDied() {
  std::lock_guard<std::mutex> lock(mutex);
  return state == State::Died;
}

void LaneConnection::cancel() {
  std::unique_lock<std::mutex> lock(mutex);
  cancel(lock);
}

/// Asks the lane to cancel its present run; does nothing if there is none.
/// `lock` holds the mutex. The function releases the mutex while it sends the
/// message.
void LaneConnection::cancel(std::unique_lock<std::mutex> &lock) {
  if (!isRunning || isCancelled)
    return;
  isCancelled = true;
  uint64_t number = lastRun;
  changed.notify_all();
  lock.unlock();
  send(FrameKind::Cancel, toWire(number));
  lock.lock();
}
