// Changes the recorded run in many ways and looks at the output, for `pinstripe
// switch`, `omit` and `replace`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_CHANGE_CHANGEVERB_H
#define PINSTRIPE_DRIVER_CHANGE_CHANGEVERB_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/OmissionSummary.h"

namespace pinstripe {

struct ChangeOptions {
  /// The output that was expected; nullopt if the recorded run crashed, and no
  /// crash was expected.
  std::optional<std::string> expectedOutput;
  std::optional<uint64_t> maxTests; ///< Number of changed runs to make at most.
  LaneOptions lanes;
  /// For switches: the largest number of decisions that are switched in one
  /// run, if no single switch makes the output right.
  size_t chain = 1;
  /// For replacements: `candidates` are the events whose values are replaced
  /// (null for all). `first` are those to be tried first (null for those that
  /// the last reduction of the case has kept, if there was one).
  const EventSet *candidates = nullptr;
  const EventSet *first = nullptr;
  ProgressListener progress;
};

/// Changes the recorded run in live flow, one change at a time, and compares
/// what it then does with what was expected. A change switches a decision,
/// omits a statement, or replaces the value that an instance of a statement
/// finds in a variable or leaves there. Returns a UsageError if the recorded
/// run prints what was expected, or if no output was expected and it did not
/// crash. If `stop` is set or the deadline of `runnable` passes, the search
/// ends early, with what was found.
llvm::Expected<ChangeSummary> findChanges(ChangeKind kind,
                                          const RunnableCase &runnable,
                                          const ChangeOptions &options);

/// Omits each statement that the run executed, with all its instances, and asks
/// the predicate of the case whether the output is still reproduced. This is
/// the critical slicing of DeMillo, Pan and Spafford, "Critical Slicing for
/// Software Fault Localization" (ISSTA 1996). There the program is compiled
/// without the statement; here control goes past it. A condition is replaced in
/// turn by each of the ways that it took. If one of them reproduces the output,
/// the condition is not critical. A declaration is omitted together with the
/// destructor that ends its scope.
llvm::Expected<CriticalSummary>
findCriticalStatements(const RunnableCase &runnable, const LaneOptions &lanes,
                       const ProgressListener &progress = nullptr);

/// Omits what the run executed at `place`, which is written
/// FILE:LINE[:COLUMN][#k], and tells what is printed then. Of each statement
/// there, omits the k-th instance, or all instances. Returns a UsageError if
/// nothing at the place can be omitted.
llvm::Expected<TrialSummary> omitAt(const RunnableCase &runnable,
                                    llvm::StringRef place);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_CHANGE_CHANGEVERB_H
