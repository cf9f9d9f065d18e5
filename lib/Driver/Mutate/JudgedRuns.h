// Judges runs of the program with a mutation, other than the recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_MUTATE_JUDGEDRUNS_H
#define PINSTRIPE_LIB_DRIVER_MUTATE_JUDGEDRUNS_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/OtherRuns.h"
#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// Another run of the program than the recorded one, and the output that it
/// should have.
struct JudgedRun {
  LaunchSpec launch;
  RunResult present; ///< The result that the run has without a mutation.
  /// The output that the run should have; nullopt if its present output is
  /// right.
  std::optional<std::string> expected;
  /// True if a failing run need not become right altogether: it is enough if
  /// more of its output is right, from the beginning.
  bool mayBeMendedInPart = false;
};

/// Limits the processor time of mutants. `whole` is the result of the run
/// without a mutation.
void limitProcessor(LaunchSpec &launch, const RunResult &whole,
                    const LimitOptions &stated);

/// Returns true if two runs end in the same way and print the same. For
/// crashes, the signal has to be the same. The place of the crash is not
/// compared, since recompiled functions are elsewhere in memory.
bool isSameRun(const RunResult &left, const RunResult &right);

/// Returns true if `result`, of the run `run` with a mutation, is right.
bool isRight(const RunResult &result, const JudgedRun &run);

/// Makes the other runs once, without a mutation, to learn what they do.
/// Returns a UsageError if a passing run crashes, or a failing run does not
/// fail.
llvm::Expected<std::vector<JudgedRun>>
judgeOtherRuns(const RunnableCase &runnable, llvm::ArrayRef<OtherRun> passing,
               llvm::ArrayRef<OtherRun> failing);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_MUTATE_JUDGEDRUNS_H
