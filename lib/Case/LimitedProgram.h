// A program that a user controls, with the limits of its run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_LIMITEDPROGRAM_H
#define PINSTRIPE_LIB_CASE_LIMITEDPROGRAM_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Execution/LimitMonitor.h"
#include "pinstripe/Support/Stopwatch.h"
#include "pinstripe/Support/SupervisedProgram.h"

namespace pinstripe {

/// What a user has seen of a program.
struct SeenOutput {
  std::string screen;  ///< What was on the screen at the end.
  std::string written; ///< All text that the program has written.
};

/// A running program. All limits of its run are kept as long as `isOver` is
/// called.
class LimitedProgram {
public:
  /// Starts the program in `place`, with an environment of its own. It may
  /// sleep for any time: it does that while it waits for its user. `stop` must
  /// outlive the result.
  static llvm::Expected<std::unique_ptr<LimitedProgram>>
  start(LaunchSpec launch, std::vector<std::string> environment,
        const ChildStreams &streams, const RunPlace &place,
        const std::atomic<bool> &stop);

  pid_t processId() const { return program.processId(); }
  double seconds() const { return stopwatch.seconds(); }
  /// Returns whether the program has ended, or has to be ended since it has
  /// reached a limit or somebody has set `stop`. `writtenBytes` is the size of
  /// its output. `ownProcesses` is the number of processes in the sandbox that
  /// are not the program's.
  bool isOver(uint64_t writtenBytes, unsigned ownProcesses);

  /// Ends the program if it is still running.
  void end();
  /// Returns the result of the run of an ended program. A program that waited
  /// for its user counts as exited with `waitingStatus`. Returns an
  /// InterruptedError if `stop` has ended the run.
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
  /// The status of the ended program, as wait() has it.
  int status = 0;
  /// True if the program waited for its user when it was ended.
  bool isWaiting = false;
  /// The reason for which the program has to be ended, as SubprocessResult has
  /// it; `Exited` if there is none.
  SubprocessResult::Ending forced = SubprocessResult::Ending::Exited;
  std::optional<Ending> excess;
};

/// Returns the launch of a program whose user may take as long as he likes.
LaunchSpec withoutTimeLimits(LaunchSpec launch);

/// Adds a variable to an environment, unless it has one of that name.
void addUnlessThere(std::vector<std::string> &environment,
                    const std::string &name, const std::string &value);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_LIMITEDPROGRAM_H
