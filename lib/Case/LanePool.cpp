// Makes several runs of a case at once, in threads with engines of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/LanePool.h"

using namespace pinstripe;

/// A search that has taken this many seconds makes lanes (threads that make
/// runs). Such a search will probably take as long again. So the lanes save
/// more time than it takes to start them.
static constexpr double worthwhileSeconds = 0.25;
/// Lanes (threads that make runs) save time only if a run takes longer than
/// this many seconds. The value is ten times the time for handing a run to a
/// lane and getting its result back.
static constexpr double worthwhileRunSeconds = 0.0002;

bool LaneChoice::payOff(double seconds, size_t runs) const {
  if (lanes == 1 || atOnce)
    return lanes != 1;
  return seconds >= worthwhileSeconds && seconds >= worthwhileRunSeconds * runs;
}

LanePool::LanePool(const LaneChoice &choice, Serve serve)
    : factory(choice.factory), refused(choice.refused), abandon(choice.abandon),
      serve(std::move(serve)), lanesHere(choice.lanesHere),
      unmade(choice.lanes) {
  for (unsigned number = 1; number <= choice.lanes; ++number)
    threads.emplace_back([this, number] { work(number); });
}

void LanePool::close() {
  closing = true;
  if (abandon && !threads.empty())
    abandon();
  for (std::thread &thread : threads)
    thread.join();
  threads.clear();
}

/// Stores the reason why a lane (a thread that makes runs) could not be made or
/// was lost. The user is told later.
void LanePool::refuse(llvm::Error reason) {
  std::lock_guard<std::mutex> lock(mutex);
  refusals.push_back(llvm::toString(std::move(reason)));
}

/// Makes the engine and the working directory of a lane, which is a thread that
/// makes runs. `number` is the number of the lane. Returns nullopt if the lane
/// can't be made, or if no more lanes are needed.
std::optional<Lane> LanePool::make(unsigned number) {
  // Engines of this process must not be made at the same time. So the lanes
  // that have such engines are made one after the other.
  std::unique_lock<std::mutex> guard(making, std::defer_lock);
  if (number <= lanesHere)
    guard.lock();
  std::optional<Lane> lane;
  if (!closing) {
    llvm::Expected<Lane> result = factory(number);
    if (result) {
      lane = std::move(*result);
      ++made;
    } else if (!closing) {
      refuse(result.takeError());
    } else {
      // The pool is being closed, so nobody needs this lane or wants to know
      // why it could not be made.
      llvm::consumeError(result.takeError());
    }
  }
  --unmade;
  return lane;
}

/// Makes a lane and calls `serve` with it. Must be called in the thread of the
/// lane.
void LanePool::work(unsigned number) {
  std::optional<Lane> lane = make(number);
  if (!lane)
    return;
  if (llvm::Error lost = serve(*lane)) {
    refuse(std::move(lost));
    --made;
  }
}

unsigned LanePool::tellRefusals() {
  std::vector<std::string> untold;
  {
    std::lock_guard<std::mutex> lock(mutex);
    untold = std::exchange(refusals, {});
  }
  for (const std::string &reason : untold)
    if (refused)
      refused(reason);
  return untold.size();
}
