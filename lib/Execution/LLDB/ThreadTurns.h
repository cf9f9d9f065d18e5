// Decides which thread of the program may pass a hook.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events have an order that can be repeated only if one thread at a time runs
// traced code. So a thread keeps its turn until it waits for something; then
// another one may get it.

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_THREADTURNS_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_THREADTURNS_H

#include "LLDB/LLDBProcess.h"
#include <set>
#include <vector>

namespace pinstripe {

/// Says whether a thread that has come to a hook may pass it.
enum class Turn : uint8_t {
  Pass,
  /// The thread has to wait until all others wait in the kernel or have ended.
  Wait,
  /// Two threads want to run traced code while a third one runs, so their order
  /// would be a matter of chance.
  Parallel,
};

/// The turns of one run. All threads must be stopped when it is asked.
class ThreadTurns {
public:
  /// Decides about `thread`, which has come to a hook.
  Turn arrive(lldb::SBThread &thread, LLDBProcess &process);
  /// Returns the ids of threads that were not there at the last call.
  std::vector<uint64_t> takeNew(lldb::SBProcess &process);
  /// Returns whether a thread waits for its turn.
  bool isAwaited() const { return nextInLine != 0; }

private:
  uint64_t current = 0;    ///< The thread whose turn it is; 0 at first.
  uint64_t nextInLine = 0; ///< The thread that waits for its turn; 0 if none.
  std::set<uint64_t> known;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_THREADTURNS_H
