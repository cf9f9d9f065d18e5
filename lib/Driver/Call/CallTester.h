// Replays a call with other arguments, and judges the run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CALL_CALLTESTER_H
#define PINSTRIPE_LIB_DRIVER_CALL_CALLTESTER_H

#include "Call/CallTests.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// A run that prints what the user expects, and how the failing run differs
/// from it.
struct ExpectedRun {
  RunResult run;
  /// Says in which way the failing run differs from `run`, in the words of
  /// differenceKind().
  std::string difference;
};

/// The call that is replayed, and what decides whether a run fails. This is
/// either an expected run or a predicate, which is a condition for runs.
struct ReplayedCall {
  const RecordedCase &recorded;
  const CallArguments &arguments;
  /// The event that executes the first statement of the called function. The
  /// arguments are overwritten just before it.
  EventIndex event{};
  PredicateSpec predicate = {};
  /// The failing run, with which the predicate (the condition for runs)
  /// compares all others.
  const RunResult &failing;
  /// The run that prints what the user expects; null if the predicate decides
  /// which calls fail. If not null, a replayed call fails if its run differs
  /// from `expected` in the same way as the failing run does.
  const ExpectedRun *expected = nullptr;
};

/// A RunTester for replayed calls. It runs the program as recorded up to the
/// call, overwrites the arguments, and lets the program run normally from there
/// on (live flow).
class CallTester : public RunTester {
public:
  /// Makes a tester that makes its runs with `runner`. `name` is the name of a
  /// folder for files of the predicate. `call`, `stop` and the runner must
  /// outlive the tester.
  static llvm::Expected<std::unique_ptr<RunTester>>
  create(const ReplayedCall &call, CaseRunner &runner, const LaunchSpec &launch,
         llvm::StringRef name, const std::atomic<bool> &stop);
  /// Makes a tester that makes its runs with the engine of `lane`, which is a
  /// thread that makes runs. The lane then belongs to the tester.
  static llvm::Expected<std::unique_ptr<RunTester>>
  create(const ReplayedCall &call, Lane lane, llvm::StringRef name,
         const std::atomic<bool> &stop);

  llvm::Expected<TestedRun> test(const Materials &materials,
                                 const std::atomic<bool> &givenUp) override;

private:
  CallTester(const ReplayedCall &call, CaseRunner &runner,
             const LaunchSpec &launch)
      : call(call), runner(runner), launch(launch) {}
  llvm::Expected<TestedRun> judge(const RunResult &result) const;

  const ReplayedCall &call;
  /// The object that `runner` refers to, if this tester owns it; otherwise
  /// null.
  std::unique_ptr<CaseRunner> ownRunner;
  CaseRunner &runner;
  LaunchSpec launch;
  /// Compares a run with the failing run. Null if the expected run decides
  /// instead which calls fail.
  std::unique_ptr<Predicate> predicate;
};

/// Opens the outcomes of replayed calls that earlier searches of the case have
/// stored. If `isFresh` is true, deletes them. If the file is damaged, deletes
/// it and calls `say` with a warning. `say` may be empty.
llvm::Expected<std::unique_ptr<OutcomeMemory>>
openStoredCalls(const ReplayedCall &call, const CaseRunner &runner,
                const LaunchSpec &launch, bool isFresh,
                const std::function<void(llvm::StringRef)> &say);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_CALLTESTER_H
