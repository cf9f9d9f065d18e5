// Implements `pinstripe explain`, which tells how a failure came about.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_EXPLAIN_EXPLAINVERB_H
#define PINSTRIPE_DRIVER_EXPLAIN_EXPLAINVERB_H

#include "pinstripe/Driver/Locate/LocateVerb.h"
#include "pinstripe/Result/ExplainSummary.h"

namespace pinstripe {

/// The run that the user has given, if the explanation is about a smaller run
/// that was made from it.
struct StatedRun {
  const RecordedCase &recorded;
  CaseRunner &runner;
  /// The output that the program should have printed; nullopt if it is only
  /// known that the program should not have crashed.
  std::optional<std::string> expectedOutput;
};

struct ExplainOptions {
  /// Says what is wrong with the run, and how further runs are made.
  LocateOptions location;
  /// Describes the runs that were made to compare the program with a reference,
  /// which is a program that is right; nullopt if the user has given none.
  std::optional<ReferenceSummary> reference = {};
  /// Describes the parts of the user's command line and input that were left
  /// out before the run was recorded.
  SmallerRun smaller;
  /// The run that the user has given, if the recorded run is a smaller one that
  /// was made from it; otherwise nullopt. Suspect lines are searched for in the
  /// user's run as well.
  std::optional<StatedRun> stated = {};
};

/// Explains the wrong output or the crash of a recorded run. Looks for suspect
/// lines, and follows the dependences from the first suspect line to the
/// output. Reduces the run in trace flow, where the recording decides what is
/// executed, and in guarded flow, where conditions must decide as recorded.
/// Stores the result of the reduction in guarded flow in the case directory, as
/// `reduce` does. If this reduction fails, stores the result of the one in
/// trace flow.
///
/// Returns a UsageError if the run shows nothing wrong. If a part of the
/// explanation fails, the result says why, and has the other parts. After
/// Ctrl-C or the deadline, the result has what was found so far.
llvm::Expected<ExplainSummary> explain(const RunnableCase &runnable,
                                       const ExplainOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_EXPLAIN_EXPLAINVERB_H
