// Runs the loop of the process that starts plain runs (runs without recording).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This process, the server, is forked from a process that may have threads. So
// the server neither allocates memory nor takes a lock. In a sandbox, the
// filter of system calls applies to the server, too. So the server makes none
// of the calls that the filter passes on to the tool.

#include "Process/PlainServerLoop.h"
#include "Process/Supervisor.h"
#include "pinstripe/Support/SteadyNumbers.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <climits>
#include <csignal>
#include <sched.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;

namespace {

class PlainRunServer {
public:
  PlainRunServer(PlainServerPage &page, const PlainServerFiles &files)
      : page(page), files(files) {}
  [[noreturn]] void run();

private:
  void closeOthers() const;
  void makeRun();
  void waitForEnd(pid_t program) const;

  PlainServerPage &page;
  const PlainServerFiles files;
};

/// The argument of becomeProgram, which turns a new process into the program.
struct Start {
  PlainServerPage &page;
  const PlainServerFiles &files;
};

} // namespace

[[noreturn]] static void fail(PlainServerPage &page, PlainRunStep step) {
  page.failedStep = step;
  page.failure = errno;
  ::_exit(127);
}

/// Turns the calling process into the program. Until exec, the process shares
/// the memory of the server.
static int becomeProgram(void *argument) {
  auto [page, files] = *static_cast<Start *>(argument);
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (*page.directory != 0 && ::chdir(page.directory) != 0)
    fail(page, PlainRunStep::Directory);
  if (::dup2(files.input, 0) < 0 || ::dup2(files.output, 1) < 0 ||
      ::dup2(files.error, 2) < 0)
    fail(page, PlainRunStep::Streams);
  ::execve(page.program, page.arguments, page.environment);
  fail(page, PlainRunStep::Start);
}

/// Starts the program in a process that shares the memory of the server until
/// exec, as vfork does. So the memory is not copied, and the server goes on
/// only after exec.
static pid_t startProgram(Start &start) {
  alignas(16) static char stack[65536];
  // The argument `ownCall` is ignored by the kernel. It tells the filter of
  // system calls that the call comes from the server, not from the program.
  return ::clone(becomeProgram, stack + sizeof(stack),
                 CLONE_VM | CLONE_VFORK | SIGCHLD, &start,
                 reinterpret_cast<pid_t *>(ownCall));
}

/// Returns whether there are objects of System V, such as shared memory. These
/// objects outlive the processes that made them.
static bool findLeftovers() {
  shm_info memory = {};
  seminfo semaphores = {};
  msginfo messages = {};
  (void)::shmctl(0, SHM_INFO, reinterpret_cast<shmid_ds *>(&memory));
  (void)::semctl(0, 0, SEM_INFO, &semaphores);
  (void)::msgctl(0, MSG_INFO, reinterpret_cast<msqid_ds *>(&messages));
  return memory.used_ids > 0 || semaphores.semusz > 0 || messages.msgpool > 0;
}

void PlainRunServer::closeOthers() const {
  int lowest = 0;
  // Closes all descriptors except for the few that are kept. Each step finds
  // the lowest kept descriptor that is left, and closes all descriptors before
  // it.
  for (;;) {
    int next = INT_MAX;
    for (int each : {files.socket, files.input, files.output, files.error})
      if (each >= lowest && each < next)
        next = each;
    if (lowest < next)
      ::close_range(
          static_cast<unsigned>(lowest),
          next == INT_MAX ? UINT_MAX : static_cast<unsigned>(next) - 1, 0);
    if (next == INT_MAX)
      return;
    lowest = next + 1;
  }
}

void PlainRunServer::run() {
  closeOthers();
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::prctl(PR_SET_NAME, "pinstripe-plain");
  char byte = 0;
  // The server sends a byte to the tool when it is ready, and after each run.
  // It makes a run each time it gets a byte from the tool.
  while (::write(files.socket, &byte, 1) == 1 &&
         llvm::sys::RetryAfterSignal(-1, ::read, files.socket, &byte, 1) == 1)
    makeRun();
  ::_exit(0);
}

void PlainRunServer::makeRun() {
  page.failedStep = PlainRunStep::None;
  Start start{page, files};
  pid_t program = startProgram(start);
  if (program < 0) {
    page.failedStep = PlainRunStep::Start;
    page.failure = errno;
    return;
  }
  waitForEnd(program);
  // All processes in the program's process group are killed. The program was
  // not reaped yet, so the number of the group can't belong to another group.
  (void)::kill(-program, SIGKILL);
  (void)::kill(program, SIGKILL);
  rusage use = {};
  llvm::sys::RetryAfterSignal(-1, ::wait4, program, &page.status, 0, &use);
  page.processorSeconds = processorSecondsOf(use);
  endOrphans();
  page.hasLeftovers = findLeftovers();
}

/// Waits until the program has ended or has to be ended. If the tool has ended,
/// ends the server.
void PlainRunServer::waitForEnd(pid_t program) const {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (int each : {SIGCHLD, SIGUSR1, SIGTERM})
    ::sigaddset(&signals, each);
  while (!hasEndedAmongChildren(program)) {
    int signal = ::sigwaitinfo(&signals, nullptr);
    if (signal == SIGTERM) {
      (void)::kill(-program, SIGKILL);
      (void)::kill(program, SIGKILL);
      endOrphans();
      ::_exit(0);
    }
    if (signal == SIGUSR1 && page.endedRun == page.run)
      return;
  }
}

void pinstripe::servePlainRuns(PlainServerPage &page,
                               const PlainServerFiles &files) {
  PlainRunServer(page, files).run();
}
