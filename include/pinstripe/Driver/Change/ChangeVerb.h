// Changes the recorded run, as by `pinstripe switch`, `omit` and `replace`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_CHANGE_CHANGEVERB_H
#define PINSTRIPE_DRIVER_CHANGE_CHANGEVERB_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/OmissionSummary.h"

namespace pinstripe {

/// The limits of a search for changes; each may be absent.
struct ChangeBudget {
  std::optional<uint64_t> tests;
  std::optional<double> seconds;
};

struct ChangeOptions {
  std::string expectedOutput; ///< The output that was expected.
  ChangeBudget budget;
  LaneOptions lanes;
  /// For switches: how many decisions of one run may be changed if no single
  /// change makes the output right.
  size_t chain = 1;
  /// For replacements: the events to try, or null for all; and the events to
  /// try first, or null for those of the case's last reduction, if there was
  /// one.
  const EventSet *candidates = nullptr;
  const EventSet *first = nullptr;
  ProgressListener progress;
};

/// Changes the recorded run in live flow, in one way at a time, and compares
/// what is printed: switches decisions, omits statements (conditions or not),
/// or replaces the value that a statement instance found in one of its
/// variables, or left there. Returns a UsageError if the recorded run prints
/// what is expected. `stop` ends the search early with what there is.
llvm::Expected<ChangeSummary> findChanges(ChangeKind kind,
                                          const RunnableCase &runnable,
                                          const ChangeOptions &options);

/// Omits all instances of each executed statement, and asks the predicate of
/// the case. This is the critical slicing of DeMillo, Pan and Spafford,
/// "Critical Slicing for Software Fault Localization" (ISSTA 1996). There the
/// program is compiled without the statement; here control passes the statement
/// by. A condition is replaced by each of the ways that it took; it is not
/// critical if one of these reproduces the output. A declaration is omitted
/// together with the destructor that ends its scope.
llvm::Expected<CriticalSummary>
findCriticalStatements(const RunnableCase &runnable, const LaneOptions &lanes,
                       const ProgressListener &progress = nullptr);

/// Omits what was executed at `place`, FILE:LINE[:COLUMN][#k], and says what is
/// printed: omits the k-th instance of each statement there, or all instances.
/// Returns a UsageError if the place names nothing that can be omitted.
llvm::Expected<TrialSummary> omitAt(const RunnableCase &runnable,
                                    llvm::StringRef place);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_CHANGE_CHANGEVERB_H
