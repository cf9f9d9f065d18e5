// Sets the breakpoints at which the engine lets threads take turns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_THREADBREAKPOINTS_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_THREADBREAKPOINTS_H

#include "lldb/API/LLDB.h"
#include <cstdint>
#include <vector>

namespace pinstripe {

class LLDBSession;

/// The breakpoints that only programs with several threads need: one at the
/// tick of the metronome (see ThreadTurns.h), and others at libc's functions
/// that sleep, let other threads run, or end a thread. They are enabled only
/// while such a program runs, since each stop takes long.
class ThreadBreakpoints {
public:
  /// `session` must outlive this object.
  explicit ThreadBreakpoints(LLDBSession &session) : session(session) {}

  /// Enables the breakpoints. `tick` is the run-time address at which the
  /// metronome, the thread that wakes up the tool, stops the process.
  void enable(uint64_t tick);
  void disable();

private:
  static bool onTick(void *breakpoints, lldb::SBProcess &process,
                     lldb::SBThread &thread,
                     lldb::SBBreakpointLocation &location);
  static bool onSleep(void *breakpoints, lldb::SBProcess &process,
                      lldb::SBThread &thread,
                      lldb::SBBreakpointLocation &location);
  static bool onYield(void *breakpoints, lldb::SBProcess &process,
                      lldb::SBThread &thread,
                      lldb::SBBreakpointLocation &location);
  static bool onLeave(void *breakpoints, lldb::SBProcess &process,
                      lldb::SBThread &thread,
                      lldb::SBBreakpointLocation &location);

  LLDBSession &session;
  /// The breakpoints of this object, first the one at `tickAddress`. Empty
  /// until a program with several threads has run.
  std::vector<lldb::SBBreakpoint> all;
  uint64_t tickAddress = 0;
  bool areEnabled = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_THREADBREAKPOINTS_H
