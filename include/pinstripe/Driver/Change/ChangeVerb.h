// Finds the changes of a run that make the output right, as by `pinstripe
// switch`, `omit` and `replace`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_CHANGE_CHANGEVERB_H
#define PINSTRIPE_DRIVER_CHANGE_CHANGEVERB_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// Limits of a search; each may be absent.
struct ChangeBudget {
  std::optional<uint64_t> tests;
  std::optional<double> seconds;
};

struct ChangeOptions {
  std::string expectedOutput; ///< The output that was expected.
  ChangeBudget budget;
  LaneOptions lanes;
  /// For `switchDecisions`: how many decisions of one run may be changed if no
  /// single change makes the output right.
  size_t chain = 1;
  /// For `replaceValues`: the events to try, or null for all; and the events to
  /// try first, or null for those of the case's last reduction, if there was
  /// one.
  const EventSet *candidates = nullptr;
  const EventSet *first = nullptr;
  ProgressListener progress;
};

/// Changes decisions of the recorded run in live flow, one at a time, and
/// compares what is printed. Returns a UsageError if the recorded run prints
/// what is expected. `stop` ends the search early with what there is.
llvm::Expected<ChangeSummary> switchDecisions(const RecordedCase &recorded,
                                              CaseRunner &runner,
                                              const std::atomic<bool> &stop,
                                              const ChangeOptions &options);

/// Omits statements, conditions or not, in the same manner.
llvm::Expected<ChangeSummary> omitUnits(const RecordedCase &recorded,
                                        CaseRunner &runner,
                                        const std::atomic<bool> &stop,
                                        const ChangeOptions &options);

/// Replaces the value that a statement instance found in one of its variables,
/// or left there, in the same manner.
llvm::Expected<ChangeSummary> replaceValues(const RecordedCase &recorded,
                                            CaseRunner &runner,
                                            const std::atomic<bool> &stop,
                                            const ChangeOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_CHANGE_CHANGEVERB_H
