// Replays a call with other arguments, and judges the run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CALL_CALLTESTER_H
#define PINSTRIPE_LIB_DRIVER_CALL_CALLTESTER_H

#include "Call/CallTests.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// The call that is replayed, and what a run must show to fail.
struct ReplayedCall {
  const RecordedCase &recorded;
  const CallArguments &arguments;
  /// The first statement of the called function. The arguments are overwritten
  /// just before it.
  EventIndex event{};
  PredicateSpec predicate = {};
  /// The run that fails, to which the predicate compares all others.
  const RunResult &failing;
};

/// A RunTester that runs the program as recorded up to the call, overwrites the
/// arguments, and lets the program go on by itself (live flow).
class CallTester : public RunTester {
public:
  /// Makes the tester of a lane. `name` is the name of a folder for files of
  /// the predicate. `call`, `stop` and the runner must outlive the tester.
  static llvm::Expected<std::unique_ptr<RunTester>>
  create(const ReplayedCall &call, CaseRunner &runner, const LaunchSpec &launch,
         llvm::StringRef name, const std::atomic<bool> &stop);
  /// The same with a lane, which belongs to the tester.
  static llvm::Expected<std::unique_ptr<RunTester>>
  create(const ReplayedCall &call, Lane lane, llvm::StringRef name,
         const std::atomic<bool> &stop);

  llvm::Expected<TestedRun> test(const Materials &materials,
                                 const std::atomic<bool> &givenUp) override;

private:
  CallTester(const ReplayedCall &call, CaseRunner &runner,
             const LaunchSpec &launch)
      : call(call), runner(runner), launch(launch) {}

  const ReplayedCall &call;
  std::unique_ptr<CaseRunner> ownRunner; ///< Null if somebody else owns it.
  CaseRunner &runner;
  LaunchSpec launch;
  std::unique_ptr<Predicate> predicate;
};

/// Opens the outcomes of replayed calls that earlier searches of the case have
/// stored. If `isFresh`, forgets them. If the file is damaged, deletes it and
/// calls `say` with a warning. `say` may be empty.
llvm::Expected<std::unique_ptr<OutcomeMemory>>
openStoredCalls(const ReplayedCall &call, const CaseRunner &runner,
                const LaunchSpec &launch, bool isFresh,
                const std::function<void(llvm::StringRef)> &say);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_CALLTESTER_H
