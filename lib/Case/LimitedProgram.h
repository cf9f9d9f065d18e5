// Runs a program that a user controls, and ends it when it reaches a limit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_LIMITEDPROGRAM_H
#define PINSTRIPE_LIB_CASE_LIMITEDPROGRAM_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Execution/LimitMonitor.h"
#include "pinstripe/Support/Stopwatch.h"
#include "pinstripe/Support/SupervisedProgram.h"

namespace pinstripe {

/// The output of a program: what its user sees at the end, and all that was
/// written.
struct SeenOutput {
  std::string screen;  ///< The text on the screen when the program ended.
  std::string written; ///< All text that the program has written.
};

/// A running program with limits, for example on its time and memory. The
/// limits are checked only in `isOver`, so that function must be called often.
class LimitedProgram {
public:
  /// Starts the program in the sandbox and the working directory of `place`.
  /// The program gets the variables `environment`, and not those of `launch`.
  /// It may sleep for any time, as it does while it waits for its user. `stop`
  /// must outlive the program.
  static llvm::Expected<std::unique_ptr<LimitedProgram>>
  start(LaunchSpec launch, std::vector<std::string> environment,
        const ChildStreams &streams, const RunPlace &place,
        const std::atomic<bool> &stop);

  pid_t processId() const { return program.processId(); }
  double seconds() const { return stopwatch.seconds(); }
  /// Returns true if the program has ended. Also returns true if the program
  /// must be ended, because it has reached a limit or `stop` is set.
  /// `writtenBytes` is the size of its output. `ownProcesses` is the number of
  /// processes in the sandbox that belong to Pinstripe.
  bool isOver(uint64_t writtenBytes, unsigned ownProcesses);

  /// Ends the program if it is still running.
  void end();
  /// Returns the result of the run. `end` must have been called. If the program
  /// was waiting for its user when it was ended, it counts as exited with the
  /// status `waitingStatus`. Returns an InterruptedError if `stop` has ended
  /// the run.
  llvm::Expected<RunResult> result(const RunPlace &place, SeenOutput output);

private:
  LimitedProgram(SupervisedProgram program, LaunchSpec launch,
                 const std::atomic<bool> &stop)
      : program(std::move(program)), launch(std::move(launch)), stop(stop),
        monitor(this->launch) {}

  SupervisedProgram program;
  LaunchSpec launch;
  const std::atomic<bool> &stop;
  LimitMonitor monitor;
  Stopwatch stopwatch;
  double nextLimitCheck = 0;
  bool hasEnded = false;
  /// The status with which the program ended, in the form that wait() returns.
  int status = 0;
  /// True if the program waited for its user when it was ended.
  bool isWaiting = false;
  /// The reason why the program had to be ended while it was still running;
  /// `Exited` if there was no reason.
  SubprocessResult::Ending forced = SubprocessResult::Ending::Exited;
  std::optional<Ending> excess;
};

/// Returns a copy of `launch` without limits on time. It is used to record what
/// a user does in the program: the user may take as long as they like.
LaunchSpec withoutTimeLimits(LaunchSpec launch);

/// Adds a variable to an environment, unless the environment already has a
/// variable of that name.
void addUnlessThere(std::vector<std::string> &environment,
                    const std::string &name, const std::string &value);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_LIMITEDPROGRAM_H
