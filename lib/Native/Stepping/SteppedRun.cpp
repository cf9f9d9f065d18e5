// Runs a program by ptrace, which stops it at each hook.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stepping/SteppedRun.h"
#include "Records/ChildEnding.h"
#include "pinstripe/Native/NativeRefusal.h"
#include "pinstripe/Support/ProcessState.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Errno.h"
#include <csignal>
#include <sys/ptrace.h>
#include <sys/wait.h>

using namespace pinstripe;

llvm::Error SteppedRun::fail(const char *what) const {
  return llvm::make_error<EngineError>(
      llvm::Twine("can't ") + what + " the program: " + llvm::sys::StrError());
}

/// Returns an error that says what failed, unless somebody has killed the
/// stopped process. In that case, returns success, and the next wait reports
/// the end of the process.
llvm::Error SteppedRun::failUnlessKilled(const char *what) const {
  int error = errno;
  user_regs_struct its{};
  if (::ptrace(PTRACE_GETREGS, pid, nullptr, &its) != 0 && errno == ESRCH)
    return llvm::Error::success();
  errno = error;
  return fail(what);
}

// The run

llvm::Expected<Ending>
SteppedRun::run(const UnitTable &table,
                const std::function<void(uint64_t)> &reportProgress) {
  auto ended = llvm::make_scope_exit([this] { endAll(); });
  if (llvm::Error error = start())
    return error;
  constexpr uint64_t stopsPerReport = 1 << 12;
  for (uint64_t stops = 0;; ++stops) {
    if (reportProgress && stops % stopsPerReport == 0)
      reportProgress(decoder.eventCount());
    if (decoder.ending())
      return *decoder.ending();
    if (secondThread)
      return endingBySecondThread();
    int status = 0;
    // __WNOTHREAD leaves out the children of the tool's other threads.
    pid_t thread = ::waitpid(-1, &status, __WALL | __WNOTHREAD);
    if (thread < 0 && errno == EINTR)
      continue;
    if (thread < 0)
      return fail("wait for");
    if (thread != pid) {
      handleOther(thread, status);
      continue;
    }
    if (!WIFSTOPPED(status)) {
      hasEnded = true;
      bool isByLast = WIFSIGNALED(status) && WTERMSIG(status) == lastSignal;
      return endingOfProcess(status, isByLast ? lastSignalPC : 0, program,
                             table);
    }
    if (llvm::Error error = handleStop(status))
      return error;
  }
}

llvm::Error SteppedRun::start() {
  if (llvm::Error error = launch.handOver(TracedLaunch::followOptions))
    return error;
  if (llvm::Error error = traceOtherThreads())
    return error;
  for (uint64_t address : hooks.addresses())
    if (!breakpoints.add(address))
      return failUnlessKilled("write to the code of");
  return resumeFreely();
}

/// Begins to trace the threads that libraries have started before the program's
/// entry point.
llvm::Error SteppedRun::traceOtherThreads() {
  for (pid_t thread : threadsOf(pid)) {
    if (thread == pid)
      continue;
    if (::ptrace(PTRACE_SEIZE, thread, nullptr, TracedLaunch::followOptions) ==
        0)
      others.insert(thread);
    // The error ESRCH means that the thread has ended meanwhile.
    else if (errno != ESRCH)
      return fail("trace a thread of");
  }
  return llvm::Error::success();
}

llvm::Error SteppedRun::resume(Resume how, int signal) {
  last = how;
  delivered = signal;
  auto request = how == Resume::OneStep ? PTRACE_SINGLESTEP : PTRACE_CONT;
  if (::ptrace(request, pid, nullptr, signal) != 0)
    return failUnlessKilled("continue");
  return llvm::Error::success();
}

// The following functions handle stops of the main thread.

llvm::Error SteppedRun::handleStop(int status) {
  int signal = WSTOPSIG(status), event = status >> 16;
  if (event != 0)
    return handleEvent(event);
  if (::ptrace(PTRACE_GETREGS, pid, nullptr, &registers) != 0)
    return failUnlessKilled("read registers of");
  return signal == SIGTRAP ? handleTrap() : handleSignal(signal);
}

llvm::Error SteppedRun::handleEvent(int event) {
  if (event == PTRACE_EVENT_EXEC) {
    breakpoints.forgetAll();
    isReplaced = true;
    lifted = nullptr;
    afterRepeated = 0;
    return resumeFreely();
  }
  if (event == PTRACE_EVENT_VFORK_DONE) {
    breakpoints.putAllBack();
    if (lifted)
      breakpoints.lift(lifted->address);
  }
  return resume(last, 0);
}

llvm::Error SteppedRun::handleSignal(int signal) {
  lastSignal = signal;
  lastSignalPC = registers.rip;
  return resume(last, signal);
}

llvm::Error SteppedRun::handleTrap() {
  if (isReplaced)
    return resume(Resume::Freely, SIGTRAP);
  if (last == Resume::OneStep)
    return finishStep();
  if (!breakpoints.isAt(registers.rip - 1))
    return resume(Resume::Freely, SIGTRAP);
  --registers.rip;
  if (::ptrace(PTRACE_SETREGS, pid, nullptr, &registers) != 0)
    return failUnlessKilled("write registers of");
  if (registers.rip == afterRepeated) {
    if (!hooks.find(afterRepeated))
      breakpoints.remove(afterRepeated);
    afterRepeated = 0;
    if (lifted)
      breakpoints.putBack(lifted->address);
    lifted = nullptr;
  } else if (lifted) {
    // The program has stopped, but not at the int3 just after the `rep`
    // instruction. So a signal handler has interrupted the instruction before
    // its end.
    interrupted.push_back({before.rip, before.rsp});
    breakpoints.putBack(lifted->address);
    lifted = nullptr;
  }
  return arrive();
}

/// Returns whether the last single step has executed a `rep` instruction that
/// has elements left. A single step handles only one element.
bool SteppedRun::isUnfinished() const {
  return registers.rip == before.rip && registers.rsp == before.rsp &&
         llvm::any_of(hooks.siteOf(*lifted).references,
                      [](const MemoryReference &reference) {
                        return reference.isRepeated;
                      });
}

/// Notes an interruption if the last single step has entered a signal handler
/// instead of executing the instruction. A handler is recognised by its
/// arguments. The first one is the signal, and the third one points just above
/// the stack pointer.
void SteppedRun::noteHandler() {
  bool isEntered = delivered != 0 &&
                   registers.rdi == static_cast<uint64_t>(delivered) &&
                   registers.rdx == registers.rsp + 8;
  if (isEntered)
    interrupted.push_back({before.rip, before.rsp});
}

llvm::Error SteppedRun::finishStep() {
  const native::HookRecord &hook = *lifted;
  size_t handlers = interrupted.size();
  noteHandler();
  bool isExecuted = interrupted.size() == handlers;
  if (isExecuted && isUnfinished()) {
    afterRepeated = before.rip + hooks.siteOf(hook).size;
    if (!breakpoints.add(afterRepeated))
      return failUnlessKilled("write to the code of");
    return resumeFreely();
  }
  breakpoints.putBack(hook.address);
  lifted = nullptr;
  return arrive();
}

/// Returns whether control is back at an instruction that a signal handler had
/// interrupted. Also forgets all interruptions that are over, even if a longjmp
/// has left the handler. An interruption is over if `sp`, the stack pointer, is
/// at least as high as before the handler.
bool SteppedRun::endInterruption(uint64_t pc, uint64_t sp) {
  while (!interrupted.empty() && interrupted.back().sp <= sp) {
    Interrupted top = interrupted.back();
    interrupted.pop_back();
    if (top.pc == pc && top.sp == sp)
      return true;
  }
  return false;
}

/// Handles a stop before an instruction is executed. Writes the log records of
/// the hook at this instruction if there is one, then lets the process
/// continue.
llvm::Error SteppedRun::arrive() {
  const native::HookRecord *hook = hooks.find(registers.rip);
  if (!hook)
    return resumeFreely();
  if (!endInterruption(registers.rip, registers.rsp) &&
      hooks.arrive(*hook, registers)) {
    if (::ptrace(PTRACE_SETREGS, pid, nullptr, &registers) != 0)
      return failUnlessKilled("write registers of");
    return arrive();
  }
  lifted = hook;
  before = registers;
  if (!breakpoints.lift(hook->address))
    return failUnlessKilled("write to the code of");
  return resume(Resume::OneStep);
}

// The following functions handle child processes, and threads except the main
// thread.

bool SteppedRun::isOurThread(pid_t thread) const {
  std::string status = readProcessFile(thread, "status");
  llvm::StringRef text = llvm::StringRef(status).split("\nTgid:").second;
  pid_t group = 0;
  return !text.split('\n').first.trim().getAsInteger(10, group) && group == pid;
}

/// Begins to follow a new thread or child process, before its first
/// instruction.
void SteppedRun::follow(pid_t thread) {
  others.insert(thread);
  if (isOurThread(thread))
    return;
  children.insert(thread);
  // Child processes are not recorded, so the int3 instructions are removed from
  // a child's memory. The child has copies of them; after vfork, it shares them
  // with its parent. A child of a child may be another program.
  std::optional<ProcessStatus> status = readStatus(thread);
  if (status && status->parent == pid)
    breakpoints.removeAllFrom(ProcessMemory(thread));
}

void SteppedRun::handleOther(pid_t thread, int status) {
  if (!WIFSTOPPED(status)) {
    others.erase(thread);
    children.erase(thread);
    return;
  }
  int signal = WSTOPSIG(status), event = status >> 16;
  bool isNew = !others.count(thread);
  if (isNew)
    follow(thread);
  bool isOurs = !children.count(thread);
  if (event == PTRACE_EVENT_VFORK_DONE && isOurs)
    breakpoints.putAllBack();
  bool isStart = isNew && signal == SIGSTOP;
  if (event != 0 || isStart)
    signal = 0;
  else if (signal == SIGTRAP && isOurs && stopOtherAtHook(thread))
    return;
  ::ptrace(PTRACE_CONT, thread, nullptr, signal);
}

/// Handles a trap of a thread other than the main thread. Returns false if the
/// trap does not come from an int3 of the tool. If the int3 is at a hook in
/// code of the program, the thread stays stopped, and the run will end: only
/// one thread can be recorded. If it is elsewhere, for example at a hook in
/// libc, the int3 is removed and the thread continues.
bool SteppedRun::stopOtherAtHook(pid_t thread) {
  user_regs_struct its{};
  if (::ptrace(PTRACE_GETREGS, thread, nullptr, &its) != 0 ||
      !breakpoints.isAt(its.rip - 1))
    return false;
  const native::HookRecord *hook = hooks.find(--its.rip);
  if (hook && (hook->flags & native::hookIsLibc) == 0) {
    secondThread = hook;
    return true;
  }
  breakpoints.remove(its.rip);
  ::ptrace(PTRACE_SETREGS, thread, nullptr, &its);
  ::ptrace(PTRACE_CONT, thread, nullptr, 0);
  return true;
}

llvm::Expected<Ending> SteppedRun::endingBySecondThread() const {
  if (secondThread->function == native::none)
    return llvm::make_error<TargetError>(
        "a second thread runs code of the program, and this engine can record "
        "the instructions of only one");
  return Diverged{decoder.currentEvent(),
                  static_cast<FunctionId>(secondThread->function),
                  Diverged::Reason::SecondThread};
}

/// Kills the process and its children, and waits for their end. A traced
/// process has ended only when each of its threads has been waited for.
/// Processes that a child starts in the meantime stop at their first
/// instruction, and are killed there.
void SteppedRun::endAll() {
  if (!hasEnded)
    ::kill(pid, SIGKILL);
  for (pid_t child : children)
    ::kill(child, SIGKILL);
  for (;;) {
    int status = 0;
    pid_t thread = ::waitpid(-1, &status, __WALL | __WNOTHREAD);
    if (thread < 0 && errno != EINTR)
      break;
    if (thread > 0 && WIFSTOPPED(status))
      ::kill(thread, SIGKILL);
  }
  launch.forget();
}
