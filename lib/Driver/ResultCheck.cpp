//===- ResultCheck.cpp - Is a result what it seems? -----------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResultCheck.h"
#include "pinstripe/Driver/CoarseGroups.h"
#include "pinstripe/Driver/Environment.h"
#include "pinstripe/Driver/PartialExecutionOracle.h"
#include "pinstripe/Reduction/Reduction.h"

using namespace pinstripe;

llvm::Expected<Outcome> ResultCheck::run(const LaunchSpec &spec,
                                         const EventSet &result) {
  llvm::Expected<FinishedRun> run =
      executeReliably(*recorded.engine.engine, spec, recorded.trace, result,
                      [this] { return recorded.prepareRun(); });
  if (!run)
    return run.takeError();
  if (llvm::Error error = recorded.directory.checkRoom())
    return error;
  return judge(predicate, recorded.observation, run->result);
}

llvm::Expected<std::optional<RepeatedRuns>>
ResultCheck::repeat(const EventSet &result, unsigned runs) {
  RepeatedRuns repeated;
  while (repeated.runs != runs) {
    llvm::Expected<Outcome> outcome = run(launch, result);
    if (!outcome)
      return outcome.takeError();
    if (stop.load())
      return std::nullopt;
    ++repeated.runs;
    repeated.reproduced += *outcome == Outcome::Fail;
  }
  return repeated;
}

llvm::Expected<std::optional<GarbageFinding>>
ResultCheck::tryOtherGarbage(const EventSet &result, uint64_t mostTests) {
  LaunchSpec other =
      withPoison(launch, launch.poison == Poison::Pattern ? Poison::Zero
                                                          : Poison::Pattern);
  llvm::Expected<Outcome> outcome = run(other, result);
  if (!outcome)
    return outcome.takeError();
  GarbageFinding finding;
  finding.isSensitive = *outcome != Outcome::Fail;
  if (finding.isSensitive && !stop.load()) {
    llvm::Expected<EventSet> missing = missingEvents(other, result, mostTests);
    if (!missing)
      return missing.takeError();
    finding.missing = std::move(*missing);
  }
  if (stop.load())
    return std::nullopt;
  return finding;
}

/// The result is always executed here; what is reduced is all the rest.
llvm::Expected<EventSet> ResultCheck::missingEvents(const LaunchSpec &other,
                                                    const EventSet &result,
                                                    uint64_t mostTests) {
  ElementMap elements(recorded.table, recorded.trace, Granularity::Instance,
                      std::nullopt, result);
  PartialExecutionOracle oracle({*recorded.engine.engine, other, recorded.trace,
                                 elements, predicate, recorded.observation,
                                 [this] { return recorded.prepareRun(); }});
  ReductionObserver unobserved;
  ReductionOptions limits;
  limits.isEnough = [&](const Configuration &) {
    return oracle.tally().distinct >= mostTests;
  };
  llvm::Expected<ReductionResult> reduced =
      reduce(elements.size(), allAlgorithms().front(), oracle, unobserved, stop,
             coarseGroups(recorded.table, recorded.trace, elements), limits);
  if (!reduced)
    return reduced.takeError();
  EventSet missing(recorded.trace.size());
  if (reduced->minimality != Minimality::OneMinimal)
    return missing;
  missing = elements.executedEvents(reduced->best);
  missing.reset(result);
  return missing;
}
