// Executes the result of a reduction again, to see whether it depends on chance
// or on uninitialised memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A poison is a pattern that is written into uninitialised memory. The first
// execution has the same poison as the tests. Another execution has another
// poison.

#include "Reduce/PoisonCheck.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Driver/Reduce/CoarseGroups.h"
#include "pinstripe/Driver/Reduce/PartialExecutionOracle.h"
#include "pinstripe/Reduction/Reduction.h"

using namespace pinstripe;

llvm::Expected<PoisonCheck::Run> PoisonCheck::run(const LaunchSpec &spec,
                                                  const EventSet &result) {
  llvm::Expected<FinishedRun> run =
      runner.execute(spec, recorded.trace, result);
  if (!run)
    return run.takeError();
  llvm::Expected<Outcome> outcome =
      runner.judge(predicate, recorded.observation, run->result);
  if (!outcome)
    return outcome.takeError();
  return Run{*outcome, run->result.decisions};
}

llvm::Expected<std::optional<RepeatedRuns>>
PoisonCheck::repeat(const EventSet &result, unsigned runs) {
  RepeatedRuns repeated;
  while (repeated.runs != runs) {
    llvm::Expected<Run> again = run(launch, result);
    if (!again)
      return again.takeError();
    if (stop.load())
      return std::nullopt;
    ++repeated.runs;
    repeated.reproduced += again->outcome == Outcome::Fail;
  }
  return repeated;
}

llvm::Expected<std::optional<PoisonFinding>>
PoisonCheck::tryOtherPoison(const EventSet &result, uint64_t maxTests) {
  LaunchSpec other =
      withPoison(launch, launch.poison == Poison::Pattern ? Poison::Zero
                                                          : Poison::Pattern);
  llvm::Expected<Run> poisoned = run(other, result);
  if (!poisoned)
    return poisoned.takeError();
  PoisonFinding finding;
  finding.isSensitive = poisoned->outcome != Outcome::Fail;
  if (finding.isSensitive && !stop.load() && !deadline.hasPassed()) {
    if (llvm::Error error =
            missingEvents(other, result, maxTests).moveInto(finding.missing))
      return error;
  }
  if (stop.load())
    return std::nullopt;
  return finding;
}

/// Returns the events that must be added to the result of a reduction, so that
/// the result also reproduces the output in runs that are launched as `other`.
/// These runs have another poison (a pattern that is written into uninitialised
/// memory) than the tests of the reduction. No event of the returned set can be
/// left out. Returns an empty set if this was not proved within `maxTests`
/// tests or before the deadline.
llvm::Expected<EventSet> PoisonCheck::missingEvents(const LaunchSpec &other,
                                                    const EventSet &result,
                                                    uint64_t maxTests) {
  ElementMap elements(recorded.table, recorded.trace, Granularity::Instance,
                      std::nullopt, result);
  PartialExecutionOracle oracle({runner, other, recorded.trace, elements,
                                 predicate, recorded.observation});
  ReductionObserver unobserved;
  ReductionOptions limits;
  limits.isEnough = [&](const Configuration &) {
    return oracle.tally().distinct >= maxTests || deadline.hasPassed();
  };
  llvm::Expected<ReductionResult> reduced =
      reduce(elements.size(), allAlgorithms().front(), oracle, unobserved, stop,
             coarseGroups(recorded.table, recorded.trace, elements), limits);
  EventSet missing(recorded.trace.size());
  if (reduced.errorIsA<TimeUpError>()) {
    // The deadline has passed during a test, so nothing is proved.
    llvm::consumeError(reduced.takeError());
    return missing;
  }
  if (!reduced)
    return reduced.takeError();
  if (reduced->minimality != Minimality::OneMinimal)
    return missing;
  missing = elements.executedEvents(reduced->best);
  missing -= result;
  return missing;
}
