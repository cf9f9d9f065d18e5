// Executes the result of a reduction again, to see whether it depends on chance
// or on uninitialised memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A poison is a pattern that is written into uninitialised memory. The first
// execution has the same poison as the tests. Another execution has another
// poison.

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_POISONCHECK_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_POISONCHECK_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Predicate/Predicate.h"
#include "pinstripe/Result/ReductionSummary.h"

namespace pinstripe {

/// Executes the result of a reduction again, with the same poison (the pattern
/// in uninitialised memory) as in the tests and with another poison. All
/// arguments of the constructor must outlive this object.
class PoisonCheck : RunnableCase {
public:
  /// The outcome of one execution of the result, and a digest of its decisions.
  struct Run {
    Outcome outcome;
    /// A digest of the processor flags that comparisons have set; see
    /// RunResult::decisions.
    uint64_t decisions;
  };

  PoisonCheck(const RunnableCase &runnable, const LaunchSpec &launch,
              Predicate &predicate)
      : RunnableCase(runnable), launch(launch), predicate(predicate) {}

  /// Executes the result of a reduction once, with the settings in `spec`.
  llvm::Expected<Run> run(const LaunchSpec &spec, const EventSet &result);
  /// Executes the result of a reduction `runs` more times. Counts the runs that
  /// reproduce the output. Returns nullopt if interrupted.
  llvm::Expected<std::optional<RepeatedRuns>> repeat(const EventSet &result,
                                                     unsigned runs);

  /// Executes the result of a reduction with another poison (a pattern that is
  /// written into uninitialised memory). If this run does not reproduce the
  /// output, the result lacks events that would have set some memory. The
  /// function then searches for a set of such events from which none can be
  /// left out. The search ends after `maxTests` tests. Returns nullopt if
  /// interrupted.
  llvm::Expected<std::optional<PoisonFinding>>
  tryOtherPoison(const EventSet &result, uint64_t maxTests);

private:
  llvm::Expected<EventSet> missingEvents(const LaunchSpec &other,
                                         const EventSet &result,
                                         uint64_t maxTests);

  const LaunchSpec &launch;
  Predicate &predicate;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_POISONCHECK_H
