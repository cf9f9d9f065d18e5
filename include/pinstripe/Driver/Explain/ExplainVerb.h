// Implements `pinstripe explain`, which tells how a failure came about.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_EXPLAIN_EXPLAINVERB_H
#define PINSTRIPE_DRIVER_EXPLAIN_EXPLAINVERB_H

#include "pinstripe/Driver/Locate/LocateVerb.h"
#include "pinstripe/Result/ExplainSummary.h"

namespace pinstripe {

/// The run that the user has stated, if a smaller one is explained.
struct StatedRun {
  const RecordedCase &recorded;
  CaseRunner &runner;
  /// The output that the program should have printed. It is nullopt if the
  /// program should only not have crashed.
  std::optional<std::string> expectedOutput;
};

struct ExplainOptions {
  /// The question, and how runs are made.
  LocateOptions location;
  /// Describes the runs that a reference program has made; nullopt if the user
  /// has given no reference program.
  std::optional<ReferenceSummary> reference = {};
  /// What was left out of the run before it was recorded.
  SmallerRun smaller;
  /// Suspect lines are looked for in this run as well. Nullopt if there is no
  /// smaller run.
  std::optional<StatedRun> stated = {};
};

/// Explains the wrong output or the crash of a recorded run: looks for suspect
/// lines, reduces the run in trace flow and in guarded flow, and follows the
/// dependences from the first suspect line to the output. The result of the
/// reduction in guarded flow, or in trace flow if that fails, is stored in the
/// case directory as that of `reduce` is.
///
/// Returns a UsageError if the run shows nothing wrong. If another part fails,
/// the result says why it is missing, and the others are there. After Ctrl-C
/// and after the deadline, the result has what was found so far.
llvm::Expected<ExplainSummary> explain(const RunnableCase &runnable,
                                       const ExplainOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_EXPLAIN_EXPLAINVERB_H
