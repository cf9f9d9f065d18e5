// Sets the breakpoints at which the engine lets threads take turns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/ThreadBreakpoints.h"
#include "LLDB/LLDBRegisters.h"
#include "LLDB/LLDBSession.h"
#include <algorithm>
#include <ctime>

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
  return self->session.tell(
      [&](LLDBHookListener &listener) { return listener.onTick(thread); });
}

/// Returns for how many microseconds a thread that has called clock_nanosleep
/// is about to sleep; 0 if it sleeps until a given time.
static uint64_t timeToSleep(lldb::SBThread &thread,
                            const ProcessMemory &memory) {
  lldb::SBFrame frame = thread.GetFrameAtIndex(0);
  uint64_t request = readRegister(frame, "rdx");
  std::optional<uint64_t> seconds = memory.readWord(request);
  std::optional<uint64_t> nanoseconds = memory.readWord(request + 8);
  bool isAbsolute = (readRegister(frame, "rsi") & TIMER_ABSTIME) != 0;
  if (isAbsolute || !seconds || !nanoseconds)
    return 0;
  constexpr uint64_t century = uint64_t(100) * 365 * 86400;
  return std::min(*seconds, century) * 1000000 + *nanoseconds / 1000;
}

bool ThreadBreakpoints::onSleep(void *breakpoints, lldb::SBProcess &,
                                lldb::SBThread &thread,
                                lldb::SBBreakpointLocation &) {
  LLDBSession &session = static_cast<ThreadBreakpoints *>(breakpoints)->session;
  return session.tell([&](LLDBHookListener &listener) {
    return listener.onPause(thread,
                            timeToSleep(thread, session.process().memory()));
  });
}

bool ThreadBreakpoints::onYield(void *breakpoints, lldb::SBProcess &,
                                lldb::SBThread &thread,
                                lldb::SBBreakpointLocation &) {
  LLDBSession &session = static_cast<ThreadBreakpoints *>(breakpoints)->session;
  return session.tell(
      [&](LLDBHookListener &listener) { return listener.onPause(thread, 0); });
}

bool ThreadBreakpoints::onLeave(void *breakpoints, lldb::SBProcess &,
                                lldb::SBThread &thread,
                                lldb::SBBreakpointLocation &) {
  LLDBSession &session = static_cast<ThreadBreakpoints *>(breakpoints)->session;
  return session.tell(
      [&](LLDBHookListener &listener) { return listener.onLeave(thread); });
}
