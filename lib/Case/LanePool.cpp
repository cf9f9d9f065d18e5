// Makes several runs of a case at once, on lanes (threads with engines).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/LanePool.h"

using namespace pinstripe;

/// After this many seconds, a search makes lanes, which are threads with
/// engines. A search that has taken so long will probably take as long again.
/// Then lanes save more time than starting them takes.
static constexpr double worthwhileSeconds = 0.25;
/// Lanes (threads with engines) save time only if a run takes more seconds than
/// this. The limit is ten times the time that it takes to hand a run to another
/// thread and to hand its result back.
static constexpr double worthwhileRunSeconds = 0.0002;

bool LaneChoice::payOff(double seconds, size_t runs) const {
  if (lanes == 1 || atOnce)
    return lanes != 1;
  return seconds >= worthwhileSeconds && seconds >= worthwhileRunSeconds * runs;
}

LanePool::LanePool(const LaneChoice &choice, std::function<void(Lane &)> serve)
    : factory(choice.factory), refused(choice.refused), serve(std::move(serve)),
      unmade(choice.lanes) {
  for (unsigned number = 1; number <= choice.lanes; ++number)
    threads.emplace_back([this, number] { work(number); });
}

void LanePool::close() {
  closing = true;
  for (std::thread &thread : threads)
    thread.join();
  threads.clear();
}

/// Makes a lane (an engine with a working directory), in the thread of the
/// lane, and calls `serve` with it.
void LanePool::work(unsigned number) {
  std::optional<Lane> lane;
  {
    // Engines may not be made concurrently, so one lane (a thread with an
    // engine) is made at a time.
    std::lock_guard<std::mutex> guard(making);
    if (!closing) {
      llvm::Expected<Lane> result = factory(number);
      if (result) {
        lane = std::move(*result);
        ++made;
      } else {
        std::lock_guard<std::mutex> lock(mutex);
        refusals.push_back(llvm::toString(result.takeError()));
      }
    }
    --unmade;
  }
  if (lane)
    serve(*lane);
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
