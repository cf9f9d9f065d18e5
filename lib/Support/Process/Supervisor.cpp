// Turns a process into a supervisor, which kills all processes that a program
// has started.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The supervisor is the subreaper of the program. So it becomes the parent of
// every orphan among the program's descendants, and of no other process. The
// supervisor is forked from a process that may have threads, so it neither
// allocates memory nor takes a lock.

#include "Process/Supervisor.h"
#include "Process/Confinement.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;

namespace {

/// Does the work of a supervisor. Waits until the program ends, or until
/// somebody orders its end. Then kills all processes that the program has
/// started.
class Supervisor {
public:
  Supervisor(pid_t program, int pipe) : program(program), pipe(pipe) {}
  [[noreturn]] void run();

private:
  void closeOthers() const;
  void waitForEnd();
  int endProgram() const;
  void report(int status) const;

  pid_t program;
  int pipe;
};

} // namespace

/// Returns the signals that a supervisor waits for: SIGCHLD, when a process has
/// ended, and SIGTERM, the order to end all processes.
static sigset_t awaitedSignals() {
  sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGCHLD);
  ::sigaddset(&signals, SIGTERM);
  return signals;
}

/// Sends SIGKILL to each child of this process. Does nothing if the kernel was
/// built without lists of children.
static void killChildren() {
  int file = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return;
  char list[4096];
  ssize_t size = ::read(file, list, sizeof(list));
  ::close(file);
  pid_t pid = 0;
  for (ssize_t i = 0; i < size; ++i) {
    if (list[i] >= '0' && list[i] <= '9') {
      pid = pid * 10 + (list[i] - '0');
      continue;
    }
    if (pid > 1)
      ::kill(pid, SIGKILL);
    pid = 0;
  }
}

void pinstripe::endOrphans() {
  const sigset_t signals = awaitedSignals();
  const struct timespec moment = {0, 10'000'000};
  for (int idle = 0; idle < 100; ++idle) {
    pid_t ended;
    while ((ended = ::waitpid(-1, nullptr, WNOHANG | __WALL)) > 0)
      idle = 0;
    if (ended < 0)
      return; // waitpid has failed, so no children are left.
    killChildren();
    (void)::sigtimedwait(&signals, nullptr, &moment);
  }
}

void Supervisor::run() {
  closeOthers();
  report(0);
  waitForEnd();
  int status = endProgram();
  endOrphans();
  report(status);
  ::_exit(0);
}

/// Closes all files that the supervisor has inherited from the tool, except for
/// the supervisor's own pipe. Other processes may wait until all copies of the
/// tool's pipes are closed. They must not have to wait for the end of the
/// supervisor.
void Supervisor::closeOthers() const {
  if (pipe > 0)
    ::close_range(0, static_cast<unsigned>(pipe) - 1, 0);
  ::close_range(static_cast<unsigned>(pipe) + 1, UINT_MAX, 0);
}

void Supervisor::waitForEnd() {
  const sigset_t signals = awaitedSignals();
  while (!hasEndedAmongChildren(program))
    if (::sigwaitinfo(&signals, nullptr) == SIGTERM)
      return;
}

bool pinstripe::hasEndedAmongChildren(pid_t program) {
  for (;;) {
    siginfo_t info = {};
    if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0)
      return errno != EINTR;
    if (info.si_pid == 0 || info.si_pid == program)
      return info.si_pid == program;
    ::waitpid(info.si_pid, nullptr, 0);
  }
}

int Supervisor::endProgram() const {
  (void)::kill(-program, SIGKILL);
  (void)::kill(program, SIGKILL);
  int status = 0;
  llvm::sys::RetryAfterSignal(-1, ::waitpid, program, &status, 0);
  return status;
}

void Supervisor::report(int status) const {
  SupervisorReport report{program, status};
  (void)!::write(pipe, &report, sizeof(report));
}

pid_t pinstripe::splitOffSupervisor(pid_t tool, int reportPipe,
                                    bool isSandboxed, bool isServer) {
  // A process in a session of its own gets no signals from the user's terminal.
  ::setsid();
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  ::signal(SIGCHLD, SIG_DFL);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != tool)
    // If the tool ended before the call of prctl, no signal will report the end
    // of the tool. So this process ends itself.
    ::_exit(127);
  pid_t supervisor = ::getpid();
  pid_t program =
      isSandboxed ? forkIntoSandbox(/*isSibling=*/false, isServer) : ::fork();
  if (program == 0)
    return supervisor;
  if (program < 0)
    ::_exit(127);
  ::prctl(PR_SET_NAME, "pinstripe-super");
  Supervisor(program, reportPipe).run();
}
