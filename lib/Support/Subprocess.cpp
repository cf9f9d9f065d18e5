//===- Subprocess.cpp - Run a program to its end --------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Support/Subprocess.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/ChildProcess.h"
#include "pinstripe/Support/Error.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pinstripe {
namespace {

using Clock = std::chrono::steady_clock;
using Ending = SubprocessResult::Ending;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool hasReached(int descriptor, uint64_t limit) {
  struct stat status;
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
         static_cast<uint64_t>(status.st_size) >= limit;
}

/// Whether what the program wrote may be cut short: it has seen ENOSPC where
/// we see nothing but a short file.
bool isDiskFull(int descriptor) {
  struct statvfs status;
  if (::fstatvfs(descriptor, &status) != 0 || status.f_blocks == 0)
    return false;
  // The reserve that some file systems keep is there for root.
  return (::geteuid() == 0 ? status.f_bfree : status.f_bavail) == 0;
}

/// By number: glibc 2.36 declares pidfd_open without C linkage.
FileDescriptor openProcess(pid_t pid) {
  return FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

/// One started program, from after exec to the wait.
class RunningProgram {
public:
  RunningProgram(pid_t pid, const SubprocessSpec &spec,
                 const ChildStreams &streams)
      : pid(pid), spec(spec), streams(streams), handle(openProcess(pid)) {}

  SubprocessResult waitForEnd();

private:
  bool hasEnded() const;
  void pause(double seconds) const;
  /// Why the program has to be ended from outside; none: Exited.
  Ending reasonToEnd() const;
  bool outputLimitReached() const {
    return hasReached(streams.output.get(), spec.outputLimitBytes) ||
           hasReached(streams.error.get(), spec.outputLimitBytes);
  }
  SubprocessResult reap(Ending forced);

  pid_t pid;
  const SubprocessSpec &spec;
  const ChildStreams &streams;
  /// Tells the end at once; closed where the kernel or a container has no
  /// such thing.
  FileDescriptor handle;
  Clock::time_point start = Clock::now();
};

bool RunningProgram::hasEnded() const {
  siginfo_t info = {};
  // The process is not reaped yet, so that its group id can't be reused
  // before what is left of the group has been killed.
  int waited;
  do
    waited = ::waitid(P_PID, pid, &info, WEXITED | WNOHANG | WNOWAIT);
  while (waited != 0 && errno == EINTR);
  return waited != 0 || info.si_pid == pid;
}

void RunningProgram::pause(double seconds) const {
  // Interrupts and output are looked at this often.
  int milliseconds = static_cast<int>(std::min(seconds, 0.05) * 1000) + 1;
  if (handle.isOpen()) {
    struct pollfd waitFor = {handle.get(), POLLIN, 0};
    (void)::poll(&waitFor, 1, milliseconds);
    return;
  }
  (void)::poll(nullptr, 0, std::min(milliseconds, 2));
}

Ending RunningProgram::reasonToEnd() const {
  if (spec.interrupted && *spec.interrupted)
    return Ending::Interrupted;
  if (secondsSince(start) >= spec.wallLimitSeconds)
    return Ending::TimedOut;
  // A program that ignores SIGXFSZ would go on until the wall time is up.
  return outputLimitReached() ? Ending::OutputLimit : Ending::Exited;
}

SubprocessResult RunningProgram::reap(Ending forced) {
  (void)::kill(-pid, SIGKILL);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  SubprocessResult result;
  result.seconds = secondsSince(start);
  if (WIFSIGNALED(status)) {
    result.ending = Ending::Signalled;
    result.signal = WTERMSIG(status);
  } else {
    result.status = WEXITSTATUS(status);
  }
  if (forced != Ending::Exited)
    result.ending = forced;
  else if (result.signal == SIGXFSZ || outputLimitReached())
    result.ending = Ending::OutputLimit;
  return result;
}

SubprocessResult RunningProgram::waitForEnd() {
  while (!hasEnded()) {
    Ending reason = reasonToEnd();
    if (reason != Ending::Exited)
      return reap(reason);
    pause(spec.wallLimitSeconds - secondsSince(start));
  }
  return reap(Ending::Exited);
}

} // namespace

llvm::Expected<SubprocessResult> runToEnd(const SubprocessSpec &spec) {
  auto streams = openStreams(spec);
  if (!streams)
    return streams.takeError();
  auto pid = startChild(spec, *streams);
  if (!pid)
    return pid.takeError();
  SubprocessResult result = RunningProgram(*pid, spec, *streams).waitForEnd();
  if (isDiskFull(streams->output.get()))
    return cannotWrite(spec.standardOutput, ENOSPC);
  if (isDiskFull(streams->error.get()))
    return cannotWrite(spec.standardError, ENOSPC);
  auto output = readFile(spec.standardOutput);
  if (!output)
    return output.takeError();
  auto error = readFile(spec.standardError);
  if (!error)
    return error.takeError();
  result.standardOutput = std::move(*output);
  result.standardError = std::move(*error);
  return result;
}

} // namespace pinstripe
