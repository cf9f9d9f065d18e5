// Makes runs of a program, and repeats a run that was disturbed from outside.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run can be disturbed: an engine fails, somebody kills a process, or memory
// runs out. A disturbance says nothing about the program, so the run is made
// again. If something happens in every repetition, the program is its cause.

#ifndef PINSTRIPE_CASE_CASERUNNER_H
#define PINSTRIPE_CASE_CASERUNNER_H

#include "pinstripe/Case/Engines.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Predicate/Predicate.h"
#include "pinstripe/Support/Deadline.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <functional>
#include <utility>

namespace pinstripe {

struct RecordedCase;

/// The error of a run that would not have ended before the deadline of the work
/// (see TimedRuns).
class TimeUpError : public MessageError<TimeUpError> {
public:
  static char ID;
  TimeUpError() : MessageError("no time was left") {}
};

/// A place for runs: a sandbox and a working directory. Only one run at a time
/// is made in a place.
struct RunPlace {
  /// The sandbox of the runs; null if runs are not confined.
  std::shared_ptr<Sandbox> sandbox = nullptr;
  /// A folder that runs see in place of the working directory. If it is empty,
  /// runs see the working directory itself.
  std::string privateView = {};
  /// A function that is called before each run, to restore the working
  /// directory; may be null.
  std::function<llvm::Error()> prepare = nullptr;
  /// A function that returns an error if the disk is full. Files of a run may
  /// then be incomplete. May be null.
  std::function<llvm::Error()> checkRoom = nullptr;

  /// Returns a copy of `launch` with the sandbox and the working directory of
  /// this place.
  LaunchSpec launchHere(LaunchSpec launch) const;
};

/// Says which endings of a run are doubtful. A doubtful ending may have another
/// cause than the program, so the run is repeated.
enum class DoubtfulEndings : uint8_t {
  None,
  /// A run is repeated if it ended by a signal that another process may have
  /// sent.
  Signals,
  /// A run is repeated if it ended by a signal that another process may have
  /// sent. A run that timed out is repeated, too, since the machine may have
  /// been busy.
  SignalsOrHangs,
};

struct FinishedRun {
  RunResult result;
  double seconds = 0; ///< Wall time of the run and its repetitions.
};

/// An engine with a place for its runs. The place is prepared before each run.
/// All functions must be called on one thread.
///
/// After an EngineError, a run is repeated up to four times, since one failure
/// of a debugger should not end hours of work. After a hang, it is repeated
/// once, since the machine may have been suspended. After a signal that another
/// process may have sent, it is repeated until the signal counts as the
/// program's own.
///
/// Some functions take a flag `givenUp`, which may be null. Once this flag is
/// set, no run is repeated.
class CaseRunner {
public:
  CaseRunner(ChosenEngine chosen, RunPlace place);
  /// Makes runs with `engine`, which must outlive this object.
  explicit CaseRunner(ExecutionEngine &engine, RunPlace place = {});

  ExecutionEngine &engine() const { return *theEngine; }
  const EngineDescription &engineDescription() const {
    return chosen.description;
  }
  /// Returns true if the engine of this runner may be replaced by another one,
  /// in case it can't run the program.
  bool mayFallBack() const { return chosen.mayFallBack; }
  /// Replaces the engine by a slower one, see pinstripe::fallBack.
  llvm::Error fallBack(llvm::StringRef reason, bool hasThreads,
                       const UnitTable &table);

  const RunPlace &place() const { return thePlace; }
  /// Returns a copy of `launch` with the sandbox and the working directory of
  /// this runner.
  LaunchSpec launchHere(LaunchSpec launch) const {
    return thePlace.launchHere(std::move(launch));
  }

  /// Returns the deadline that TimedRuns sets for runs. Without TimedRuns it
  /// never passes: a run may take as long as its own limits allow.
  const Deadline &endOfRuns() const { return runsEnd; }

  /// Makes a run that executes only the events `included` of `trace`.
  llvm::Expected<FinishedRun>
  execute(const LaunchSpec &launch, const Trace &trace,
          const EventSet &included, const std::atomic<bool> *givenUp = nullptr);
  /// Makes a run in live flow: the program itself decides where control goes,
  /// except for `changes`. Returns a FileError if the disk is full after the
  /// run.
  llvm::Expected<FinishedRun>
  executeLive(const LaunchSpec &launch, llvm::ArrayRef<LiveChange> changes,
              const std::atomic<bool> *givenUp = nullptr);
  /// Calls `attempt` to make a recording. Calls it again after an EngineError,
  /// or after an ending that is doubtful according to `doubtful`. Ends the
  /// recording soon after `givenUp` is set. The result is useless then.
  llvm::Expected<Recording>
  record(llvm::function_ref<llvm::Expected<Recording>()> attempt,
         const std::atomic<bool> *givenUp,
         DoubtfulEndings doubtful = DoubtfulEndings::None);

  /// Asks the predicate for the outcome of a run. Returns a FileError if the
  /// output is not reproduced and the disk is full: a file of the run may then
  /// be incomplete, so the outcome is not reliable.
  llvm::Expected<Outcome> judge(Predicate &predicate, const RunResult &recorded,
                                const RunResult &result) const;
  llvm::Error checkRoom() const;

private:
  friend class TimedRuns;
  llvm::Expected<FinishedRun>
  make(llvm::function_ref<llvm::Expected<RunResult>()> attempt,
       DoubtfulEndings doubtful, const std::atomic<bool> *givenUp);
  llvm::Expected<FinishedRun> makeInTime(
      const LaunchSpec &launch,
      llvm::function_ref<llvm::Expected<RunResult>(const LaunchSpec &)> attempt,
      const std::atomic<bool> *givenUp);

  RunPlace thePlace;
  Deadline runsEnd;
  /// The description of the engine. If this object owns the engine,
  /// `chosen.engine` is the engine. Otherwise `chosen.engine` is null.
  ChosenEngine chosen;
  ExecutionEngine *theEngine;
};

/// As long as this object exists, ends runs of a runner that are still being
/// made at the moment `deadline`. `execute` and `executeLive` return a
/// TimeUpError then, and after this moment. Such objects may be nested; the
/// inner one counts.
class TimedRuns {
public:
  TimedRuns(CaseRunner &runner, const Deadline &deadline)
      : runner(runner), before(std::exchange(runner.runsEnd, deadline)) {}
  ~TimedRuns() { runner.runsEnd = before; }
  TimedRuns(const TimedRuns &) = delete;
  TimedRuns &operator=(const TimedRuns &) = delete;

private:
  CaseRunner &runner;
  Deadline before;
};

/// A recorded case that is ready for runs, together with the runner that makes
/// them. A command of the tool ends early if the flag `stop` is set, or if the
/// deadline has passed. The command then returns the result that it has so far.
/// The objects to which the references refer must outlive the command.
struct RunnableCase {
  const RecordedCase &recorded;
  CaseRunner &runner;
  const std::atomic<bool> &stop;
  Deadline deadline = {};

  /// Returns the same case with an earlier deadline, for one step of a command.
  /// `part` is the share of the remaining time that the step may use.
  RunnableCase withShare(double part) const {
    return {recorded, runner, stop, deadline.afterShare(part)};
  }
};

/// Returns true if the run ended by a signal, such as SIGKILL, that usually
/// comes from outside of the program. This is only a guess, since a program can
/// also send such a signal to itself.
bool mayBeFromOutside(const Ending &ending);

/// Returns a sentence for the user. It says that each recorded run ended by a
/// signal that may have come from outside, perhaps because there was too little
/// memory.
std::string describeOutsideEnding(const Ending &ending);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_CASERUNNER_H
