// Sets the breakpoints at which the engine lets threads take turns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/ThreadBreakpoints.h"
#include "LLDB/LLDBSession.h"
#include <algorithm>

using namespace pinstripe;

void ThreadBreakpoints::enable(uint64_t tick) {
  if (areEnabled)
    return;
  areEnabled = true;
  if (all.empty())
    all = {
        lldb::SBBreakpoint(),
        // One breakpoint is enough for all functions of libc that sleep, since
        // all others call clock_nanosleep.
        session.createAtFunction("clock_nanosleep", onSleep, this),
        session.createAtFunction("sched_yield", onYield, this),
        session.createAtFunction("pthread_exit", onLeave, this),
    };
  if (tick != tickAddress) {
    if (all.front().IsValid())
      session.lldbTarget().BreakpointDelete(all.front().GetID());
    all.front() = session.createAt(tick, onTick, this);
    tickAddress = tick;
  }
  for (lldb::SBBreakpoint &each : all)
    each.SetEnabled(true);
}

void ThreadBreakpoints::disable() {
  areEnabled = false;
  for (lldb::SBBreakpoint &each : all)
    each.SetEnabled(false);
}

bool ThreadBreakpoints::onTick(void *breakpoints, lldb::SBProcess &,
                               lldb::SBThread &thread,
                               lldb::SBBreakpointLocation &) {
  auto *self = static_cast<ThreadBreakpoints *>(breakpoints);
  // If several threads have stopped at once, this callback may come late:
  // another callback may already have sent this thread away from the
  // breakpoint.
  if (thread.GetFrameAtIndex(0).GetPC() != self->tickAddress)
    return false;
  return self->session.tell(thread, [&](HookListener &listener) {
    return listener.onTick(thread.GetThreadID());
  });
}

bool ThreadBreakpoints::onSleep(void *breakpoints, lldb::SBProcess &,
                                lldb::SBThread &thread,
                                lldb::SBBreakpointLocation &) {
  LLDBSession &session = static_cast<ThreadBreakpoints *>(breakpoints)->session;
  return session.tell(thread, [&](HookListener &listener) {
    return listener.onSleep(thread.GetThreadID());
  });
}

bool ThreadBreakpoints::onYield(void *breakpoints, lldb::SBProcess &,
                                lldb::SBThread &thread,
                                lldb::SBBreakpointLocation &) {
  LLDBSession &session = static_cast<ThreadBreakpoints *>(breakpoints)->session;
  return session.tell(thread, [&](HookListener &listener) {
    return listener.onYield(thread.GetThreadID());
  });
}

bool ThreadBreakpoints::onLeave(void *breakpoints, lldb::SBProcess &,
                                lldb::SBThread &thread,
                                lldb::SBBreakpointLocation &) {
  LLDBSession &session = static_cast<ThreadBreakpoints *>(breakpoints)->session;
  return session.tell(thread, [&](HookListener &listener) {
    return listener.onLeave(thread.GetThreadID());
  });
}
