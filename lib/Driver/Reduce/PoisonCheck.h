// Repeats a result, with the same poison and with another one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_POISONCHECK_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_POISONCHECK_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Predicate/Predicate.h"
#include "pinstripe/Result/ReductionSummary.h"

namespace pinstripe {

/// Executes a result again, as it was and with another poison. All arguments of
/// the constructor must outlive the object.
class PoisonCheck : RunnableCase {
public:
  PoisonCheck(const RunnableCase &runnable, const LaunchSpec &launch,
              Predicate &predicate)
      : RunnableCase(runnable), launch(launch), predicate(predicate) {}

  /// Executes the result once, launched by `spec`.
  llvm::Expected<Outcome> run(const LaunchSpec &spec, const EventSet &result);
  /// Executes the result `runs` more times. Returns nullopt if interrupted.
  llvm::Expected<std::optional<RepeatedRuns>> repeat(const EventSet &result,
                                                     unsigned runs);

  /// Executes the result with another poison. If that does not reproduce the
  /// output, looks for a 1-minimal set of events that the result lacks: they
  /// initialise what the result reads. The search ends after `maxTests` tests.
  /// Returns nullopt if stopped.
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
