//===- Keeper.cpp - The process between us and a program ------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As the subreaper of the program, the keeper inherits every orphan among its
// descendants, and nobody else's. It was forked from a process that may have
// had threads, so nothing here allocates memory or takes a lock.
//
//===----------------------------------------------------------------------===//

#include "Keeper.h"
#include "Confinement.h"
#include <cerrno>
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;

namespace {

class Keeper {
public:
  Keeper(pid_t program, int pipe) : program(program), pipe(pipe) {}
  [[noreturn]] void run();

private:
  void closeOthers() const;
  void waitForEnd();
  bool programHasEnded() const;
  int endProgram() const;
  void report(int status) const;

  pid_t program;
  int pipe;
};

} // namespace

/// SIGTERM is the order to end everything.
static sigset_t awaitedSignals() {
  sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGCHLD);
  ::sigaddset(&signals, SIGTERM);
  return signals;
}

/// Sends SIGKILL to each process that has us as its parent. Kernels can be
/// built without that file: then the program's group is all that is found.
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

/// Each that ends leaves us its children. What runs with other rights may not
/// be ours to kill.
static void endOrphans() {
  const sigset_t signals = awaitedSignals();
  const struct timespec moment = {0, 10'000'000};
  for (int idle = 0; idle < 100; ++idle) {
    pid_t ended;
    while ((ended = ::waitpid(-1, nullptr, WNOHANG | __WALL)) > 0)
      idle = 0;
    if (ended < 0)
      return; // there are none
    killChildren();
    (void)::sigtimedwait(&signals, nullptr, &moment);
  }
}

void Keeper::run() {
  closeOthers();
  report(0);
  waitForEnd();
  int status = endProgram();
  endOrphans();
  report(status);
  ::_exit(0);
}

/// Holding what the tool has open would keep others from seeing its end.
void Keeper::closeOthers() const {
  if (pipe > 0)
    ::close_range(0, static_cast<unsigned>(pipe) - 1, 0);
  ::close_range(static_cast<unsigned>(pipe) + 1, UINT_MAX, 0);
}

void Keeper::waitForEnd() {
  const sigset_t signals = awaitedSignals();
  while (!programHasEnded())
    if (::sigwaitinfo(&signals, nullptr) == SIGTERM)
      return;
}

/// Leaves the program itself unburied: its group's number stays taken.
bool Keeper::programHasEnded() const {
  for (;;) {
    siginfo_t info = {};
    if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0)
      return errno != EINTR;
    if (info.si_pid == 0 || info.si_pid == program)
      return info.si_pid == program;
    ::waitpid(info.si_pid, nullptr, 0);
  }
}

int Keeper::endProgram() const {
  (void)::kill(-program, SIGKILL);
  (void)::kill(program, SIGKILL);
  int status = 0;
  while (::waitpid(program, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

void Keeper::report(int status) const {
  KeeperReport report{program, status};
  (void)!::write(pipe, &report, sizeof(report));
}

pid_t pinstripe::splitOffKeeper(pid_t tool, int reportPipe, bool isSandboxed,
                                bool isServer) {
  ::setsid(); // a terminal's signals are not for it
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  ::signal(SIGCHLD, SIG_DFL);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != tool)
    ::_exit(127); // It died before the line above.
  pid_t keeper = ::getpid();
  pid_t program =
      isSandboxed ? forkIntoSandbox(/*isSibling=*/false, isServer) : ::fork();
  if (program == 0)
    return keeper;
  if (program < 0)
    ::_exit(127);
  ::prctl(PR_SET_NAME, "pinstripe-keep");
  Keeper(program, reportPipe).run();
}
