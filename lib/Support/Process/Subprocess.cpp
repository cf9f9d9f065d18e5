// Runs a program to its end and collects its output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/Subprocess.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Stopwatch.h"
#include "pinstripe/Support/SupervisedProgram.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pinstripe {
namespace {

using Clock = std::chrono::steady_clock;
using Ending = SubprocessResult::Ending;

bool hasReached(int descriptor, uint64_t limit) {
  struct stat status;
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
         static_cast<uint64_t>(status.st_size) >= limit;
}

/// Returns whether a full disk may have truncated the output. Only the program
/// gets the error ENOSPC, not the tool. So this function checks whether the
/// disk is full now.
bool isDiskFull(int descriptor) {
  struct statvfs status;
  if (::fstatvfs(descriptor, &status) != 0 || status.f_blocks == 0)
    return false;
  // Many file systems reserve some free blocks for root. `f_bfree` includes
  // these blocks, `f_bavail` does not.
  return (::geteuid() == 0 ? status.f_bfree : status.f_bavail) == 0;
}

/// Waits for the end of a program that was started, and enforces the program's
/// limits.
class RunningProgram {
public:
  RunningProgram(SupervisedProgram program, const SubprocessSpec &spec,
                 const ChildStreams &streams)
      : program(std::move(program)), spec(spec), streams(streams) {}

  SubprocessResult waitForEnd();

private:
  bool endsWithin(double seconds) const;
  bool findStoppedForGood();
  /// Returns the reason why the running program must be ended now; `Exited`
  /// means that there is no reason.
  Ending reasonToEnd() const;
  bool outputLimitReached() const {
    return hasReached(streams.output.get(), spec.outputLimitBytes) ||
           hasReached(streams.error.get(), spec.outputLimitBytes);
  }
  SubprocessResult finish(Ending forced);

  SupervisedProgram program;
  const SubprocessSpec &spec;
  const ChildStreams &streams;
  Clock::time_point start = Clock::now();
  /// How many checks in a row, up to the latest one, have found the program
  /// stopped. After three of them, the program counts as stopped for good.
  unsigned looksStopped = 0;
};

bool RunningProgram::endsWithin(double seconds) const {
  // The number of seconds between two checks. A check finds out whether the
  // user has interrupted the work, and whether the program has reached a limit.
  constexpr double period = 0.05;
  return program.waitFor(
      static_cast<int>(std::clamp(seconds, 0.0, period) * 1000) + 1);
}

/// Returns whether the program was stopped in several checks in a row. If
/// somebody stops it only for a moment, it is running again at the next check.
bool RunningProgram::findStoppedForGood() {
  constexpr unsigned looks = 3;
  looksStopped = program.isStopped() ? looksStopped + 1 : 0;
  return looksStopped == looks;
}

Ending RunningProgram::reasonToEnd() const {
  if (spec.interrupted && *spec.interrupted)
    return Ending::Interrupted;
  if (secondsSince(start) >= spec.wallLimitSeconds)
    return Ending::TimedOut;
  if (spec.mustEnd && spec.mustEnd(program.processId()))
    return Ending::Stopped;
  // The size of the output is checked here, too. The kernel's limit on file
  // sizes (RLIMIT_FSIZE) is not enough, since a program that ignores SIGXFSZ
  // would run until its time is up.
  return outputLimitReached() ? Ending::OutputLimit : Ending::Exited;
}

SubprocessResult RunningProgram::finish(Ending forced) {
  int status = program.takeStatus();
  SubprocessResult result;
  result.seconds = secondsSince(start);
  result.processorSeconds = program.processorSeconds();
  if (WIFSIGNALED(status)) {
    result.ending = Ending::Signalled;
    result.signal = WTERMSIG(status);
  } else {
    result.status = WEXITSTATUS(status);
  }
  if (forced == Ending::Signalled)
    result.signal = SIGSTOP;
  if (forced != Ending::Exited)
    result.ending = forced;
  else if (outputLimitReached())
    result.ending = Ending::OutputLimit;
  else if (result.signal == SIGXFSZ)
    result.ending = Ending::FileLimit;
  return result;
}

SubprocessResult RunningProgram::waitForEnd() {
  Ending reason = Ending::Exited;
  while (!endsWithin(spec.wallLimitSeconds - secondsSince(start))) {
    program.continueSupervisor();
    reason = findStoppedForGood() ? Ending::Signalled : reasonToEnd();
    if (reason == Ending::Exited)
      continue;
    program.requestEnd();
    break;
  }
  return finish(reason);
}

} // namespace

llvm::Expected<SubprocessResult> runToEnd(const SubprocessSpec &spec) {
  auto streams = openStreams(spec);
  if (!streams)
    return streams.takeError();
  auto program = SupervisedProgram::start(spec, *streams);
  if (!program)
    return program.takeError();
  SubprocessResult result =
      RunningProgram(std::move(*program), spec, *streams).waitForEnd();
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
