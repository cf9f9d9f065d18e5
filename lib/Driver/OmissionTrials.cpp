//===- OmissionTrials.cpp - What if just this had not run -----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputDifference.h"
#include "RunLimits.h"
#include "SourcePlace.h"
#include "StatementOmissions.h"
#include "pinstripe/Driver/Omission.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

namespace {

class TrialSession {
public:
  TrialSession(RecordedCase &recorded, const std::atomic<bool> &stop,
               llvm::StringRef word)
      : recorded(recorded), stop(stop), word(word), launch(recorded.launch),
        omissions(recorded.table, recorded.trace),
        instances(recorded.table, recorded.trace),
        summary{"", describeCase(recorded), recorded.engine.description,
                recorded.table, recorded.trace} {
    limitRuns(launch, recorded);
    summary.recordedEnding = describeEnding(recorded.observation.ending);
  }

  llvm::Expected<TrialSummary> run();

private:
  llvm::Error tryUnit(UnitId unit, uint32_t instance);
  llvm::Error tryInstance(UnitId unit, uint32_t instance);
  llvm::Error tryChanges(UnitId unit, std::optional<uint32_t> instance,
                         llvm::ArrayRef<LiveChange> changes);

  RecordedCase &recorded;
  const std::atomic<bool> &stop;
  llvm::StringRef word;
  LaunchSpec launch;
  StatementOmissions omissions;
  InstanceTable instances;
  TrialSummary summary;
};

} // namespace

llvm::Error TrialSession::tryChanges(UnitId unit,
                                     std::optional<uint32_t> instance,
                                     llvm::ArrayRef<LiveChange> changes) {
  llvm::Expected<FinishedRun> run = executeReliably(
      [&] { return recorded.engine.engine->executeLive(launch, changes); },
      [&] { return recorded.prepareRun(); }, &stop);
  if (!run)
    return run.takeError();
  if (llvm::Error error = recorded.directory.checkRoom())
    return error;
  OmissionTrial trial{unit, instances.executions(unit), instance,
                      changes.front().target};
  trial.ending = describeEnding(run->result.ending);
  if (auto difference = firstDifference({recorded.observation, "recorded"},
                                        {run->result, "without it"}))
    trial.difference = *difference;
  if (!stop.load()) // which may have disturbed it
    summary.trials.push_back(std::move(trial));
  return llvm::Error::success();
}

llvm::Error TrialSession::tryInstance(UnitId unit, uint32_t instance) {
  for (uint32_t i = 0; i != recorded.trace.size(); ++i) {
    EventIndex event{i};
    if (instances.unitOf(event) != unit ||
        instances.instanceOf(event) != instance)
      continue;
    if (auto change = omissions.omit(event))
      return tryChanges(unit, instance, *change);
  }
  return llvm::Error::success();
}

/// `instance` 0: all.
llvm::Error TrialSession::tryUnit(UnitId unit, uint32_t instance) {
  if (instance != 0)
    return tryInstance(unit, instance);
  for (const std::vector<LiveChange> &changes : omissions.waysToOmit(unit)) {
    if (stop.load())
      break;
    if (llvm::Error error = tryChanges(unit, std::nullopt, changes))
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<TrialSummary> TrialSession::run() {
  std::optional<SourcePlace> place = parsePlace(word);
  if (!place)
    return llvm::make_error<UsageError>(
        "--at " + word +
        ": write a place, such as bug.c:13 or bug.c:13#2 for its second "
        "instance");
  PlaceResolver resolver(recorded.table, recorded.trace, "--at");
  llvm::Expected<llvm::BitVector> units =
      resolver.executedUnitsAt(word, *place);
  if (!units)
    return units.takeError();
  if (llvm::Error error =
          resolver.checkInstance(word, *place, *units, instances))
    return error;
  for (unsigned unit : units->set_bits())
    if (llvm::Error error = tryUnit(UnitId{unit}, place->instance))
      return error;
  summary.interrupted = stop.load();
  if (summary.trials.empty() && !summary.interrupted)
    return llvm::make_error<UsageError>(
        "--at " + word +
        ": what is there can't be left out; `pinstripe units` says why");
  return std::move(summary);
}

llvm::Expected<TrialSummary> pinstripe::omitAt(RecordedCase &recorded,
                                               const std::atomic<bool> &stop,
                                               llvm::StringRef place) {
  return TrialSession(recorded, stop, place).run();
}
