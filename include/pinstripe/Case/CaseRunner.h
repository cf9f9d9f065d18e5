// Makes runs whose results are the program's doing and nobody else's.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An engine may fail, somebody may kill a server, a system without memory may
// end the program. Such a disturbance says nothing about the run, so the run is
// made again. What happens in every repetition is what the program does.

#ifndef PINSTRIPE_CASE_CASERUNNER_H
#define PINSTRIPE_CASE_CASERUNNER_H

#include "pinstripe/Case/Engines.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Predicate/Predicate.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <functional>

namespace pinstripe {

struct RecordedCase;

/// The user interrupted the work before there was a result (exit status 130).
class InterruptedError : public MessageError<InterruptedError> {
public:
  static char ID;
  InterruptedError() : MessageError("interrupted before there was a result") {}
};

/// Where runs happen, one after the other.
struct RunPlace {
  /// The sandbox of the runs; null if runs are not confined.
  std::shared_ptr<Sandbox> sandbox = nullptr;
  /// A folder that runs see in the place of the working directory; empty if
  /// runs see the working directory itself.
  std::string privateView = {};
  /// Restores the working directory before each run; may be null.
  std::function<llvm::Error()> prepare = nullptr;
  /// Returns an error if the disk is full, since files of a run may be cut off;
  /// may be null.
  std::function<llvm::Error()> checkRoom = nullptr;

  /// Returns `launch` with this place's sandbox and private view.
  LaunchSpec launchHere(LaunchSpec launch) const;
};

/// The endings of a run that others may have caused, so that the run is
/// repeated.
enum class DoubtfulEndings : uint8_t {
  None,
  Signals,        ///< Signals by which others end or stop a program.
  SignalsOrHangs, ///< Also time-outs on a busy machine.
};

struct FinishedRun {
  RunResult result;
  double seconds = 0; ///< Wall time of the run with its repetitions.
};

/// An engine with a place for its runs. Prepares the place before each run.
/// Repeats a run up to four times after an EngineError, since hours of work
/// should not end with one failure of a debugger; once after a hang, since the
/// machine may have been suspended; and after a signal that others can send,
/// until the signal has recurred often enough to be the program's own. Nothing
/// is repeated once the flag `givenUp`, which may be null, is set. All
/// functions must be called on one thread.
class CaseRunner {
public:
  CaseRunner(ChosenEngine chosen, RunPlace place);
  /// `engine` must outlive the runner.
  explicit CaseRunner(ExecutionEngine &engine, RunPlace place = {});

  ExecutionEngine &engine() const { return *theEngine; }
  const EngineDescription &engineDescription() const {
    return chosen.description;
  }
  /// Returns true if another engine may serve for a program that this one
  /// refuses.
  bool mayFallBack() const { return chosen.mayFallBack; }
  /// Replaces the engine by the reference engine. `reason` is kept for reports.
  llvm::Error fallBack(llvm::StringRef reason, const UnitTable &table);

  const RunPlace &place() const { return thePlace; }
  /// Returns `launch` with the sandbox and the private view of the runner's
  /// place.
  LaunchSpec launchHere(LaunchSpec launch) const {
    return thePlace.launchHere(std::move(launch));
  }

  /// Makes a partial execution.
  llvm::Expected<FinishedRun>
  execute(const LaunchSpec &launch, const Trace &trace,
          const EventSet &included, const std::atomic<bool> *givenUp = nullptr);
  /// Makes a run in live flow. Returns a FileError if the disk is full after
  /// the run.
  llvm::Expected<FinishedRun>
  executeLive(const LaunchSpec &launch, llvm::ArrayRef<LiveChange> changes,
              const std::atomic<bool> *givenUp = nullptr);
  /// Makes a recording by `attempt`, which may be called several times.
  llvm::Expected<Recording>
  record(llvm::function_ref<llvm::Expected<Recording>()> attempt,
         DoubtfulEndings doubtful = DoubtfulEndings::None);

  /// Returns the outcome of a run. Returns a FileError if the output is not
  /// reproduced and the disk is full, since a file of the run may be cut off.
  llvm::Expected<Outcome> judge(Predicate &predicate, const RunResult &recorded,
                                const RunResult &result) const;
  llvm::Error checkRoom() const;

private:
  llvm::Expected<FinishedRun>
  make(llvm::function_ref<llvm::Expected<RunResult>()> attempt,
       DoubtfulEndings doubtful, const std::atomic<bool> *givenUp);

  RunPlace thePlace;
  /// The engine and its description; the engine is null if somebody else owns
  /// it.
  ChosenEngine chosen;
  ExecutionEngine *theEngine;
};

/// A recorded case, what makes runs of the case, and a flag that ends a verb
/// early with what there is. All of them outlive the verb.
struct RunnableCase {
  const RecordedCase &recorded;
  CaseRunner &runner;
  const std::atomic<bool> &stop;
};

/// Returns true if the run ended by a signal that others send to end or stop a
/// program. A program may also send such a signal to itself.
bool mayBeFromOutside(const Ending &ending);

/// Says that each run ended by a signal that others can send, and what to do
/// about it.
std::string describeOutsideEnding(const Ending &ending);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_CASERUNNER_H
