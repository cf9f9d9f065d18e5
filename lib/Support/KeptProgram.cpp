//===- KeptProgram.cpp - A program with all that it starts ----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Support/KeptProgram.h"
#include "Keeper.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

using namespace pinstripe;

/// Who takes longer to answer is looked after.
static constexpr int lookMilliseconds = 500;

/// By number: glibc 2.36 declares pidfd_open without C linkage.
static FileDescriptor openProcess(pid_t pid) {
  return FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

static bool readReport(int pipe, KeeperReport &report) {
  ssize_t got;
  do
    got = ::read(pipe, &report, sizeof(report));
  while (got < 0 && errno == EINTR);
  return got == static_cast<ssize_t>(sizeof(report));
}

KeptProgram::KeptProgram(pid_t keeper, FileDescriptor report)
    : keeper(keeper), report(std::move(report)), handle(openProcess(keeper)) {}

KeptProgram::KeptProgram(KeptProgram &&other) noexcept
    : keeper(std::exchange(other.keeper, 0)), program(other.program),
      report(std::move(other.report)), handle(std::move(other.handle)) {}

KeptProgram::~KeptProgram() {
  if (keeper == 0)
    return;
  requestEnd();
  (void)takeStatus();
}

llvm::Expected<KeptProgram> KeptProgram::start(const SubprocessSpec &spec,
                                               const ChildStreams &streams,
                                               ChildExtras extras) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return llvm::make_error<EngineError>("can't create a pipe: " +
                                         llvm::sys::StrError());
  FileDescriptor reader(ends[0]);
  FileDescriptor writer(ends[1]);
  extras.keeperPipe = writer.get();
  llvm::Expected<pid_t> keeper = startChild(spec, streams, extras);
  if (!keeper)
    return keeper.takeError();
  writer.reset();
  KeptProgram started(*keeper, std::move(reader));
  started.awaitReport();
  KeeperReport first;
  if (!readReport(started.report.get(), first))
    return llvm::make_error<EngineError>(
        spec.program + ": can't start: the process that keeps it is gone");
  started.program = first.program;
  return started;
}

bool KeptProgram::hasOrphans() const {
  std::string number = std::to_string(keeper);
  auto children = readFile("/proc/" + number + "/task/" + number + "/children");
  if (!children) {
    // Kernels can be built without it; then the end of everything waits.
    llvm::consumeError(children.takeError());
    return false;
  }
  return llvm::StringRef(*children).trim() != std::to_string(program);
}

bool KeptProgram::waitFor(int milliseconds) const {
  if (handle.isOpen()) {
    struct pollfd waitFor = {handle.get(), POLLIN, 0};
    return ::poll(&waitFor, 1, milliseconds) > 0;
  }
  (void)::poll(nullptr, 0, std::min(milliseconds, 2));
  siginfo_t info = {};
  int waited = ::waitid(P_PID, static_cast<id_t>(keeper), &info,
                        WEXITED | WNOHANG | WNOWAIT);
  return waited != 0 ? errno != EINTR : info.si_pid == keeper;
}

void KeptProgram::continueKeeper() const { (void)::kill(keeper, SIGCONT); }

bool KeptProgram::isStopped() const {
  std::string number = std::to_string(program);
  auto stat = readFile("/proc/" + number + "/stat");
  auto children = readFile("/proc/" + number + "/task/" + number + "/children");
  if (!stat || !children) {
    llvm::consumeError(stat.takeError()); // it is over
    llvm::consumeError(children.takeError());
    return false;
  }
  // After the name, which may hold anything but ends at the last bracket.
  return llvm::StringRef(*stat).rsplit(')').second.ltrim().starts_with("T") &&
         llvm::StringRef(*children).trim().empty();
}

void KeptProgram::requestEnd() const {
  (void)::kill(keeper, SIGTERM);
  (void)::kill(keeper, SIGCONT); // the program may have stopped it
}

/// Somebody may have stopped the keeper.
void KeptProgram::awaitReport() const {
  struct pollfd waitFor = {report.get(), POLLIN, 0};
  while (::poll(&waitFor, 1, lookMilliseconds) <= 0)
    (void)::kill(keeper, SIGCONT);
}

int KeptProgram::takeStatus() {
  while (!waitFor(lookMilliseconds))
    (void)::kill(keeper, SIGCONT); // the same
  while (::waitpid(keeper, nullptr, 0) < 0 && errno == EINTR) {
  }
  keeper = 0;
  KeeperReport last;
  if (readReport(report.get(), last))
    return last.status;
  // Someone has killed the keeper, and so the program: the program, mostly.
  if (program > 1)
    (void)::kill(-program, SIGKILL);
  return SIGKILL;
}
