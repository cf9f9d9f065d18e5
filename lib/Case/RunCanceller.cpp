// Ends a run of an engine soon after a flag is set, for example by Ctrl-C.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/RunCanceller.h"

using namespace pinstripe;

RunCanceller::RunCanceller(ExecutionEngine &engine,
                           const std::atomic<bool> *flag)
    : engine(engine), flag(flag) {
  if (flag)
    thread = std::thread(&RunCanceller::watch, this);
}

RunCanceller::~RunCanceller() {
  if (!flag)
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isOver = true;
  }
  changed.notify_one();
  thread.join();
}

void RunCanceller::watch() {
  constexpr std::chrono::milliseconds period(50);
  std::unique_lock<std::mutex> lock(mutex);
  while (!changed.wait_for(lock, period, [this] { return isOver; }))
    // A cancellation has no effect before the run has begun. So it is repeated
    // until the run has ended.
    if (flag->load())
      engine.cancel();
}
