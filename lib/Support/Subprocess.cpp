//===- Subprocess.cpp - Run a program to its end --------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Support/Subprocess.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/KeptProgram.h"
#include "pinstripe/Support/Stopwatch.h"
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

/// Whether what the program wrote may be cut short: it has seen ENOSPC where
/// we see nothing but a short file.
bool isDiskFull(int descriptor) {
  struct statvfs status;
  if (::fstatvfs(descriptor, &status) != 0 || status.f_blocks == 0)
    return false;
  // The reserve that some file systems keep is there for root.
  return (::geteuid() == 0 ? status.f_bfree : status.f_bavail) == 0;
}

/// One started program, from after exec to the wait.
class RunningProgram {
public:
  RunningProgram(KeptProgram program, const SubprocessSpec &spec,
                 const ChildStreams &streams)
      : program(std::move(program)), spec(spec), streams(streams) {}

  SubprocessResult waitForEnd();

private:
  bool endsWithin(double seconds) const;
  bool isStoppedForGood();
  /// Why the program has to be ended from outside; none: Exited.
  Ending reasonToEnd() const;
  bool outputLimitReached() const {
    return hasReached(streams.output.get(), spec.outputLimitBytes) ||
           hasReached(streams.error.get(), spec.outputLimitBytes);
  }
  SubprocessResult finish(Ending forced);

  KeptProgram program;
  const SubprocessSpec &spec;
  const ChildStreams &streams;
  Clock::time_point start = Clock::now();
  unsigned looksStopped = 0; ///< in a row
};

bool RunningProgram::endsWithin(double seconds) const {
  // Interrupts and output are looked at this often.
  constexpr double period = 0.05;
  return program.waitFor(
      static_cast<int>(std::clamp(seconds, 0.0, period) * 1000) + 1);
}

/// A stop of a moment is somebody's who continues it.
bool RunningProgram::isStoppedForGood() {
  constexpr unsigned looks = 3;
  looksStopped = program.isStopped() ? looksStopped + 1 : 0;
  return looksStopped == looks;
}

Ending RunningProgram::reasonToEnd() const {
  if (spec.interrupted && *spec.interrupted)
    return Ending::Interrupted;
  if (secondsSince(start) >= spec.wallLimitSeconds)
    return Ending::TimedOut;
  // A program that ignores SIGXFSZ would go on until the wall time is up.
  return outputLimitReached() ? Ending::OutputLimit : Ending::Exited;
}

SubprocessResult RunningProgram::finish(Ending forced) {
  int status = program.takeStatus();
  SubprocessResult result;
  result.seconds = secondsSince(start);
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
    program.continueKeeper();
    reason = isStoppedForGood() ? Ending::Signalled : reasonToEnd();
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
  auto program = KeptProgram::start(spec, *streams);
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
