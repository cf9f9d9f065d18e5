// Decides which thread of the program runs next.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stops/ThreadSchedule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cassert>

using namespace pinstripe;

ThreadSchedule::ThreadSchedule(uint64_t seed)
    : seed(seed), randomState(seed), eventsLeft(longestTurn) {
  give(0);
}

/// Returns the next pseudo-random number. The generator is splitmix64.
uint64_t ThreadSchedule::random() {
  uint64_t mixed = randomState += 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return mixed ^ mixed >> 31;
}

void ThreadSchedule::give(uint64_t number) {
  last = number;
  eventsLeft = longestTurn;
  if (seed == 0)
    return;
  // The length of a pseudo-random turn has a random order of magnitude, between
  // one event and 128 events. So both short and long turns are common.
  constexpr uint64_t magnitudes = 8;
  uint64_t magnitude = random() % magnitudes;
  eventsLeft = 1 + random() % (uint64_t(1) << magnitude);
}

bool ThreadSchedule::countEvent() {
  if (eventsLeft == 0)
    return true;
  --eventsLeft;
  return false;
}

/// Returns the candidate whose next event comes first in the recorded run; null
/// if no candidate has a next event.
static const ThreadCandidate *
firstInRecording(llvm::ArrayRef<ThreadCandidate> candidates) {
  const ThreadCandidate *first = nullptr;
  for (const ThreadCandidate &each : candidates)
    if (each.nextEvent && (!first || *each.nextEvent < *first->nextEvent))
      first = &each;
  return first;
}

uint64_t ThreadSchedule::choose(llvm::ArrayRef<ThreadCandidate> candidates) {
  assert(!candidates.empty() && "some thread must be able to go on");
  if (const ThreadCandidate *each = firstInRecording(candidates)) {
    give(each->number);
    return last;
  }
  auto isReady = [&](const ThreadCandidate &each) {
    return each.wakeTime <= time;
  };
  bool isIdle = llvm::all_of(candidates, [&](const ThreadCandidate &each) {
    return each.yields || !isReady(each);
  });
  std::optional<uint64_t> wakeTime;
  for (const ThreadCandidate &each : candidates)
    if (!isReady(each))
      wakeTime = std::min(wakeTime.value_or(each.wakeTime), each.wakeTime);
  if (isIdle && wakeTime)
    time = *wakeTime;
  llvm::SmallVector<uint64_t> ready;
  for (const ThreadCandidate &each : candidates)
    if (isReady(each))
      ready.push_back(each.number);
  size_t place = 0;
  if (seed != 0) {
    place = random() % ready.size();
  } else {
    auto *next =
        llvm::find_if(ready, [&](uint64_t number) { return number > last; });
    place = next == ready.end() ? 0 : static_cast<size_t>(next - ready.begin());
  }
  give(ready[place]);
  return last;
}
