// Makes runs whose results are the program's doing and nobody else's.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An engine may fail, somebody may kill a server, a system without memory may
// end the program. None of that says anything about the run, so the run is made
// again. Whatever happens again and again is what the program does.

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
  /// Null if runs are not confined.
  std::shared_ptr<Sandbox> sandbox = nullptr;
  /// A folder that runs see in the place of the working directory; empty if
  /// runs see the working directory itself.
  std::string privateView = {};
  /// Puts the working directory back before each run; may be null.
  std::function<llvm::Error()> prepare = nullptr;
  /// Fails if the disk is full, so that files of a run may be cut off; may be
  /// null.
  std::function<llvm::Error()> checkRoom = nullptr;

  /// Returns `launch` for a run in this place.
  LaunchSpec launchHere(LaunchSpec launch) const;
};

/// The kinds of endings that may be somebody else's doing, so that a run is
/// repeated.
enum class DoubtfulEndings : uint8_t {
  None,
  Signals,        ///< Signals that others send to end or stop a program.
  SignalsOrHangs, ///< Also time-outs, which a busy machine can cause.
};

struct FinishedRun {
  RunResult result;
  double seconds = 0; ///< Wall time, with preparation and repetitions.
};

/// An engine with a place for its runs. Prepares the place before each run.
/// Repeats a run up to four times after an EngineError, since hours of work
/// should not end with one failure of a debugger; once after a hang, since the
/// machine may have been suspended; and after a signal that others can send,
/// until the signal has recurred often enough to be the program's own. Repeats
/// nothing once `givenUp`, which may be null, is set. All functions are for
/// one thread.
class CaseRunner {
public:
  CaseRunner(ChosenEngine chosen, RunPlace place);
  /// `engine` must outlive the runner.
  explicit CaseRunner(ExecutionEngine &engine, RunPlace place = {});

  ExecutionEngine &engine() const { return *theEngine; }
  const EngineDescription &engineDescription() const {
    return chosen.description;
  }
  /// Returns true if another engine may serve where this one refuses.
  bool mayFallBack() const { return chosen.mayFallBack; }
  /// Continues with the reference engine, for this reason.
  llvm::Error fallBack(llvm::StringRef reason, const UnitTable &table);

  const RunPlace &place() const { return thePlace; }
  /// Returns `launch` for runs of this runner.
  LaunchSpec launchHere(LaunchSpec launch) const {
    return thePlace.launchHere(std::move(launch));
  }

  /// Makes a partial execution.
  llvm::Expected<FinishedRun>
  execute(const LaunchSpec &launch, const Trace &trace,
          const EventSet &included, const std::atomic<bool> *givenUp = nullptr);
  /// Makes a run in live flow. Fails if the disk is full afterwards.
  llvm::Expected<FinishedRun>
  executeLive(const LaunchSpec &launch, llvm::ArrayRef<LiveChange> changes,
              const std::atomic<bool> *givenUp = nullptr);
  /// Makes a recording by `attempt`, which may be called several times.
  llvm::Expected<Recording>
  record(llvm::function_ref<llvm::Expected<Recording>()> attempt,
         DoubtfulEndings doubtful = DoubtfulEndings::None);

  /// Returns the outcome of a run. Fails if the output did not come out and
  /// the disk is full, since a file of the run may be cut off.
  llvm::Expected<Outcome> judge(Predicate &predicate, const RunResult &recorded,
                                const RunResult &result) const;
  llvm::Error checkRoom() const;

private:
  llvm::Expected<FinishedRun>
  make(llvm::function_ref<llvm::Expected<RunResult>()> attempt,
       DoubtfulEndings doubtful, const std::atomic<bool> *givenUp);

  RunPlace thePlace;
  /// Has no engine if the engine belongs to somebody else.
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

/// Explains that all runs of a kind ended by a signal, and what to do about it.
std::string describeOutsideEnding(const Ending &ending);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_CASERUNNER_H
