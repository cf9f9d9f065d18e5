//===- ResultCheck.h - Is a result what it seems? -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_RESULTCHECK_H
#define PINSTRIPE_LIB_DRIVER_RESULTCHECK_H

#include "pinstripe/Driver/RecordedCase.h"
#include "pinstripe/Predicate/Predicate.h"
#include "pinstripe/Report/ReductionSummary.h"

namespace pinstripe {

/// Executes a result again, as it was and over other garbage. What it is given
/// must outlive it.
class ResultCheck {
public:
  ResultCheck(RecordedCase &recorded, const LaunchSpec &launch,
              Predicate &predicate, const std::atomic<bool> &stop)
      : recorded(recorded), launch(launch), predicate(predicate), stop(stop) {}

  /// Runs it once.
  llvm::Expected<Outcome> run(const LaunchSpec &spec, const EventSet &result);
  /// Runs it `runs` times more. None: stopped meanwhile.
  llvm::Expected<std::optional<RepeatedRuns>> repeat(const EventSet &result,
                                                     unsigned runs);

  /// Runs it with other values in uninitialised memory, and, if it does not
  /// reproduce the output there, looks for a 1-minimal set of events that it
  /// lacks: those initialise what the result reads. That search ends after
  /// `mostTests` tests. None: stopped meanwhile.
  llvm::Expected<std::optional<GarbageFinding>>
  tryOtherGarbage(const EventSet &result, uint64_t mostTests);

private:
  llvm::Expected<EventSet> missingEvents(const LaunchSpec &other,
                                         const EventSet &result,
                                         uint64_t mostTests);

  RecordedCase &recorded;
  const LaunchSpec &launch;
  Predicate &predicate;
  const std::atomic<bool> &stop;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_RESULTCHECK_H
