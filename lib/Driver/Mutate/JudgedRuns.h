// Judges runs of a mutated program with other arguments or input than the
// recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_MUTATE_JUDGEDRUNS_H
#define PINSTRIPE_LIB_DRIVER_MUTATE_JUDGEDRUNS_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/OtherRuns.h"
#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// Another run of the program than the recorded one, with the output that it
/// should have.
struct JudgedRun {
  LaunchSpec launch;
  RunResult present; ///< The result that the run has without a mutation.
  /// The output that the run should have. It is nullopt if the output is
  /// already right without a mutation.
  std::optional<std::string> expected;
  /// If true, a mutation mends this failing run if it makes the right part at
  /// the beginning of the output longer. If false, all of the output must
  /// become right.
  bool mayBeMendedInPart = false;
};

/// Limits the processor time of mutants. A mutant is the program with a
/// mutation in force. `whole` is the result of the run without a mutation.
void limitProcessor(LaunchSpec &launch, const RunResult &whole,
                    const LimitOptions &stated);

/// Returns true if two runs end in the same way and print the same. For
/// crashes, the signal has to be the same. The place of the crash is not
/// compared, since recompiled functions are elsewhere in memory.
bool isSameRun(const RunResult &left, const RunResult &right);

/// Returns true if `result` is right. `result` is the result of the run `run`
/// with a mutation.
bool isRight(const RunResult &result, const JudgedRun &run);

/// Makes each run in `passing` and `failing` once without a mutation. Returns a
/// UsageError if a run that should pass crashes, or if a run that should fail
/// does not.
llvm::Expected<std::vector<JudgedRun>>
judgeOtherRuns(const RunnableCase &runnable, llvm::ArrayRef<OtherRun> passing,
               llvm::ArrayRef<OtherRun> failing);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_MUTATE_JUDGEDRUNS_H
