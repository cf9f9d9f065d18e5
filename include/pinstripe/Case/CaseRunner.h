// Makes runs of a program so that nothing but the program decides about the
// result.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run can be disturbed: an engine fails, somebody kills a server, or memory
// runs out. A disturbance says nothing about the program, so the run is made
// again. What happens in every repetition is what the program does.

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

namespace pinstripe {

struct RecordedCase;

/// The error of work that the user has interrupted before there was a result
/// (exit status 130).
class InterruptedError : public MessageError<InterruptedError> {
public:
  static char ID;
  InterruptedError() : MessageError("interrupted before there was a result") {}
};

/// A place where runs are made: a sandbox and a working directory. Only one run
/// is made at a time in a place.
struct RunPlace {
  /// The sandbox of the runs; null if runs are not confined.
  std::shared_ptr<Sandbox> sandbox = nullptr;
  /// The folder that runs see in place of their working directory; empty if
  /// they see the working directory itself.
  std::string privateView = {};
  /// A function that is called before each run, to restore the working
  /// directory; may be null.
  std::function<llvm::Error()> prepare = nullptr;
  /// A function that returns an error if the disk is full, since files of a run
  /// may then be incomplete. May be null.
  std::function<llvm::Error()> checkRoom = nullptr;

  /// Returns a copy of `launch` (what a run is started with) that has the
  /// sandbox and the working directory of this place.
  LaunchSpec launchHere(LaunchSpec launch) const;
};

/// Which runs are repeated because of how they ended. The endings in question
/// may have been caused by something other than the program.
enum class DoubtfulEndings : uint8_t {
  None,
  /// Runs are repeated that ended by a signal that may have come from outside
  /// of the program.
  Signals,
  /// Two kinds of runs are repeated: those that ended by a signal that may have
  /// come from outside of the program, and those that timed out, since the
  /// machine may be busy.
  SignalsOrHangs,
};

struct FinishedRun {
  RunResult result;
  double seconds = 0; ///< Wall time that the run and its repetitions took.
};

/// An engine with a place for its runs, which is prepared before each run. All
/// functions must be called on one thread.
///
/// A run is repeated up to four times after an EngineError, since hours of work
/// should not end with one failure of a debugger. It is repeated once after a
/// hang, since the machine may have been suspended. After a signal that may
/// have come from outside of the program, the run is repeated until the signal
/// has recurred often enough to count as the program's own. No run is repeated
/// once the flag `givenUp`, which may be null, is set.
class CaseRunner {
public:
  CaseRunner(ChosenEngine chosen, RunPlace place);
  /// Makes runs with `engine`, which must outlive this object.
  explicit CaseRunner(ExecutionEngine &engine, RunPlace place = {});

  ExecutionEngine &engine() const { return *theEngine; }
  const EngineDescription &engineDescription() const {
    return chosen.description;
  }
  /// Returns true if the LLDB engine may replace this engine when this engine
  /// refuses the program.
  bool mayFallBack() const { return chosen.mayFallBack; }
  /// Replaces the engine by the LLDB engine. `reason`, which says why, is
  /// stored for reports.
  llvm::Error fallBack(llvm::StringRef reason, const UnitTable &table);

  const RunPlace &place() const { return thePlace; }
  /// Returns a copy of `launch` (what a run is started with) that has the
  /// sandbox and the working directory of this runner.
  LaunchSpec launchHere(LaunchSpec launch) const {
    return thePlace.launchHere(std::move(launch));
  }

  /// Makes a run that executes only the events `included` of `trace`.
  llvm::Expected<FinishedRun>
  execute(const LaunchSpec &launch, const Trace &trace,
          const EventSet &included, const std::atomic<bool> *givenUp = nullptr);
  /// Makes a run in live flow: apart from `changes`, the program itself decides
  /// where control goes. Returns a FileError if the disk is full afterwards.
  llvm::Expected<FinishedRun>
  executeLive(const LaunchSpec &launch, llvm::ArrayRef<LiveChange> changes,
              const std::atomic<bool> *givenUp = nullptr);
  /// Makes a recording by calling `attempt`. Calls `attempt` again after an
  /// EngineError, or if the run has ended in a way that `doubtful` lists. Ends
  /// the recording soon after `givenUp` is set; the result is useless then.
  llvm::Expected<Recording>
  record(llvm::function_ref<llvm::Expected<Recording>()> attempt,
         const std::atomic<bool> *givenUp,
         DoubtfulEndings doubtful = DoubtfulEndings::None);

  /// Asks the predicate for the outcome of a run. If the output is not
  /// reproduced and the disk is full, returns a FileError. A file of the run
  /// may be incomplete then, so the outcome is not reliable.
  llvm::Expected<Outcome> judge(Predicate &predicate, const RunResult &recorded,
                                const RunResult &result) const;
  llvm::Error checkRoom() const;

private:
  llvm::Expected<FinishedRun>
  make(llvm::function_ref<llvm::Expected<RunResult>()> attempt,
       DoubtfulEndings doubtful, const std::atomic<bool> *givenUp);

  RunPlace thePlace;
  /// The description of the engine. `chosen.engine` is the engine if this
  /// object owns it, otherwise null.
  ChosenEngine chosen;
  ExecutionEngine *theEngine;
};

/// A recorded case that is ready for runs, with the runner that makes them. A
/// command of the tool ends early, with the result that it has so far, when the
/// flag `stop` is set or the deadline has passed. All references must outlive
/// the command.
struct RunnableCase {
  const RecordedCase &recorded;
  CaseRunner &runner;
  const std::atomic<bool> &stop;
  Deadline deadline = {};

  /// Returns the same case with an earlier deadline. It is for a step of a
  /// command that may use only the share `part` of the time that is left.
  RunnableCase withShare(double part) const {
    return {recorded, runner, stop, deadline.afterShare(part)};
  }
};

/// Returns true if the run ended by a signal, such as SIGKILL, that usually
/// comes from outside of the program. This is only a guess, since a program can
/// also send such a signal to itself.
bool mayBeFromOutside(const Ending &ending);

/// Returns a sentence for the user: each recorded run ended by a signal that
/// may have come from outside, and too little memory may be the reason.
std::string describeOutsideEnding(const Ending &ending);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_CASERUNNER_H
