// Decides which thread of the program may pass a hook.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is an address at which the engine takes control. The order of events
// can be repeated only if one thread at a time runs traced code. So a thread
// keeps its turn until it waits for something. Only then may another thread get
// the turn.

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_THREADTURNS_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_THREADTURNS_H

#include "LLDB/LLDBProcess.h"
#include <set>
#include <vector>

namespace pinstripe {

/// Says whether a thread may pass the hook at which it has arrived.
enum class Turn : uint8_t {
  Pass,
  /// The thread has to wait until all other threads wait in the kernel or have
  /// ended.
  Wait,
  /// Two threads want to run traced code while a third thread runs. If they
  /// did, the order of events would be a matter of chance.
  Parallel,
};

/// Lets the threads of one run take turns at running traced code. All threads
/// must be stopped when `arrive` is called.
class ThreadTurns {
public:
  /// Decides whether `thread`, which has arrived at a hook, may pass the hook.
  Turn arrive(lldb::SBThread &thread, LLDBProcess &process);
  /// Returns the ids of the threads that have started since the last call of
  /// `takeNew`.
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
