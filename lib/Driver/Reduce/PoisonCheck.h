// Executes the result of a reduction again, to see whether it depends on chance
// or on unset memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One execution has the same poison as the tests, and one has another poison. A
// poison is the pattern written into unset memory.

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_POISONCHECK_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_POISONCHECK_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Predicate/Predicate.h"
#include "pinstripe/Result/ReductionSummary.h"

namespace pinstripe {

/// Checks the result of a reduction by executing it again: with the same poison
/// as in the tests, and with another one. A poison is the pattern written into
/// unset memory. All arguments of the constructor must outlive this object.
class PoisonCheck : RunnableCase {
public:
  PoisonCheck(const RunnableCase &runnable, const LaunchSpec &launch,
              Predicate &predicate)
      : RunnableCase(runnable), launch(launch), predicate(predicate) {}

  /// Executes the result once, with the settings in `spec`, and returns the
  /// outcome.
  llvm::Expected<Outcome> run(const LaunchSpec &spec, const EventSet &result);
  /// Executes the result `runs` more times, and counts the runs that reproduce
  /// the output. Returns nullopt if interrupted.
  llvm::Expected<std::optional<RepeatedRuns>> repeat(const EventSet &result,
                                                     unsigned runs);

  /// Executes the result of a reduction with another poison, the pattern
  /// written into unset memory. If this run does not reproduce the output,
  /// searches for the events that the result lacks, because they set memory
  /// that it reads. These events form a 1-minimal set, so no single event can
  /// be left out. The search ends after `maxTests` tests. Returns nullopt if
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
