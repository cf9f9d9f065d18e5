// Ends a run of an engine soon after a flag is set, for example by Ctrl-C.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_RUNCANCELLER_H
#define PINSTRIPE_CASE_RUNCANCELLER_H

#include "pinstripe/Execution/ExecutionEngine.h"
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace pinstripe {

/// Looks at a flag now and then, in a thread of its own. When the flag is set,
/// cancels the run that the engine is making. Needed for runs that may take
/// minutes. A run of a few milliseconds ends before the thread has begun.
class RunCanceller {
public:
  /// If `flag` is null, no run is cancelled.
  RunCanceller(ExecutionEngine &engine, const std::atomic<bool> *flag);
  ~RunCanceller();

private:
  void watch();

  ExecutionEngine &engine;
  const std::atomic<bool> *flag;
  std::mutex mutex;
  std::condition_variable changed;
  bool isOver = false;
  std::thread thread;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_RUNCANCELLER_H
