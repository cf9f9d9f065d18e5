// Searches for changes of a run that make its output right, for `pinstripe
// switch`, `omit` and `replace`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A change that makes the wrong output right shows where the defect can be.

#ifndef PINSTRIPE_DRIVER_CHANGE_CHANGEVERB_H
#define PINSTRIPE_DRIVER_CHANGE_CHANGEVERB_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/OmissionSummary.h"
#include "pinstripe/Result/SourceLine.h"
#include <set>

namespace pinstripe {

struct ChangeOptions {
  /// The output that the user expected; nullopt if the user only expected that
  /// the program does not crash.
  std::optional<std::string> expectedOutput;
  /// The largest number of changed runs to make.
  std::optional<uint64_t> maxTests;
  LaneOptions lanes;
  /// The largest number of decisions that are switched together in one run.
  /// Several decisions are tried only if no single switch makes the output
  /// right. Used by `pinstripe switch` only.
  size_t chain = 1;
  /// The events on which the wrong output depends; null if they are not known.
  /// An event is one execution of a statement. Only the values of these events
  /// are replaced. The search for decisions and for statements to omit begins
  /// near these events. If they are not known, it begins near the events that
  /// the last reduction of the case has kept.
  const EventSet *candidates = nullptr;
  /// The executions of statements whose values are replaced first. If null,
  /// these are the executions that the last reduction of the case has kept.
  /// Used by `pinstripe replace` only.
  const EventSet *first = nullptr;
  /// The only lines whose statements are changed; null for all lines.
  const std::set<SourceLine> *lines = nullptr;
  ProgressListener progress;
  /// Called after each batch of runs; may be null. The argument is a function
  /// that ranks the changes found so far.
  std::function<void(llvm::function_ref<std::vector<ChangedUnit>()>)> soFar;
};

/// Makes many changed runs and compares the output of each with the output that
/// the user expected. Each run makes one change to the recorded run. The change
/// switches a decision, omits a statement, or replaces a value. A replaced
/// value is in a variable that a statement reads or has written. After the
/// change the program itself decides where control goes, which is called live
/// flow.
///
/// Returns a UsageError if the recorded run prints the expected output. Also
/// returns a UsageError if the user gave no expected output and the recorded
/// run did not crash. If `runnable.stop` is set or `runnable.deadline` has
/// passed, the search ends early. Then returns the changes found so far.
llvm::Expected<ChangeSummary> findChanges(ChangeKind kind,
                                          const RunnableCase &runnable,
                                          const ChangeOptions &options);

/// Finds the statements without which the program does not reproduce the
/// recorded output. For each statement that the run executed, makes runs in
/// which all instances of the statement are omitted. The predicate of the case
/// decides whether such a run has reproduced the output.
///
/// This is the critical slicing of DeMillo, Pan and Spafford, "Critical Slicing
/// for Software Fault Localization" (ISSTA 1996). In the paper the program is
/// compiled without the statement. Pinstripe lets control jump over the
/// statement instead.
///
/// After an omitted condition, control takes one of the ways that the condition
/// took in the recorded run. Each of these ways is tried in a run of its own.
/// If one of the runs reproduces the output, the condition is not critical. A
/// declaration is omitted together with the destructor that ends its scope.
llvm::Expected<CriticalSummary>
findCriticalStatements(const RunnableCase &runnable, const LaneOptions &lanes,
                       const ProgressListener &progress = nullptr);

/// Omits what the run executed at `place`, and describes what the program
/// prints then. The place is written FILE:LINE[:COLUMN][#k]. With `#k`, only
/// the k-th instance of each statement at the place is omitted. Without `#k`,
/// all instances are omitted. Returns a UsageError if nothing at the place can
/// be omitted.
llvm::Expected<TrialSummary> omitAt(const RunnableCase &runnable,
                                    llvm::StringRef place);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_CHANGE_CHANGEVERB_H
