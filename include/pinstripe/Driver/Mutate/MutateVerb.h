// Tries small changes of the program's source, for `pinstripe mutate`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Such a change is called a mutation. If a mutation makes the wrong output
// right, it shows where the defect can be, and often how to mend it.

#ifndef PINSTRIPE_DRIVER_MUTATE_MUTATEVERB_H
#define PINSTRIPE_DRIVER_MUTATE_MUTATEVERB_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Case/OtherRuns.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Driver/Mutate/Suspicion.h"
#include "pinstripe/Result/MutationSummary.h"

namespace pinstripe {

struct MutateOptions {
  /// The output that the user expected. It is nullopt if the user only expected
  /// that the program does not crash.
  std::optional<std::string> expectedOutput;
  /// The largest number of mutants to run. A mutant is the program with one
  /// mutation.
  std::optional<uint64_t> maxTests;
  /// If true, stored results of an earlier search are not used, so all mutants
  /// (programs with one mutation) are run.
  bool fresh = false;
  /// Other runs of the program. A mutation counts only if the passing runs stay
  /// right with it, and the failing runs become right.
  std::vector<OtherRun> passing, failing;
  LaneOptions lanes;
  /// The arguments of the option --source-map.
  std::vector<std::string> sourceMap;
  /// How suspect each statement is. The most suspect statements are mutated
  /// first. If null, `mutate` makes slices of the output to find out how
  /// suspect each statement is.
  const Suspicions *suspicions = nullptr;
  ProgressListener progress;
  /// Called after each batch of mutants with a function that ranks what was
  /// found so far. May be null.
  std::function<void(llvm::function_ref<std::vector<MutatedUnit>()>)> soFar;
};

/// Recompiles each function that the run executed, with all mutations of the
/// executed statements in it. Then runs the program with each mutation, and
/// compares the output of each run with the output that the user expected.
///
/// This is mutation-based fault localisation in the manner of Moon, Kim, Kim
/// and Yoo, "Ask the Mutants" (ICST 2014). But the program is not built again:
/// its functions are exchanged while it runs.
///
/// Returns a UsageError if the recorded run prints the expected output, or if
/// no expected output is given and the recorded run did not crash. Also returns
/// a UsageError if a passing run crashes, or if a failing run prints what is
/// expected. Returns a TargetError if the engine can't exchange functions. If
/// `runnable.stop` is set or `runnable.deadline` has passed, the search ends
/// early. Then returns what was found so far.
llvm::Expected<MutationSummary> tryMutations(const RunnableCase &runnable,
                                             const MutateOptions &options);

/// Makes each run in `passing` and `failing` once. Returns a UsageError if a
/// passing run crashes, or if a failing run prints what is expected.
llvm::Error checkOtherRuns(const RunnableCase &runnable,
                           llvm::ArrayRef<OtherRun> passing,
                           llvm::ArrayRef<OtherRun> failing);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_MUTATE_MUTATEVERB_H
