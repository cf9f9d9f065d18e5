// Implements `pinstripe omit --at`: omits single executions of statements and
// shows how the output changes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Change/StatementOmissions.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/OutputDifference.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Case/SourcePlace.h"
#include "pinstripe/Driver/Change/ChangeVerb.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Trace/InstanceTable.h"

using namespace pinstripe;

namespace {

class OmissionAtPlace : RunnableCase {
public:
  OmissionAtPlace(const RunnableCase &runnable, llvm::StringRef word)
      : RunnableCase(runnable), word(word),
        launch(partialLaunch(recorded, runner)),
        omissions(recorded.table, recorded.trace),
        instances(recorded.table, recorded.trace),
        summary{headerOf(recorded, runner)} {
    summary.recordedEnding =
        describeEnding(recorded.observation.ending, recorded.table);
  }

  llvm::Expected<TrialSummary> run();

private:
  llvm::Error tryUnit(UnitId unit, uint32_t instance);
  llvm::Error tryInstance(UnitId unit, uint32_t instance);
  llvm::Error tryChanges(UnitId unit, std::optional<uint32_t> instance,
                         llvm::ArrayRef<LiveChange> changes);

  llvm::StringRef word;
  LaunchSpec launch;
  StatementOmissions omissions;
  InstanceTable instances;
  TrialSummary summary;
};

} // namespace

llvm::Error OmissionAtPlace::tryChanges(UnitId unit,
                                        std::optional<uint32_t> instance,
                                        llvm::ArrayRef<LiveChange> changes) {
  llvm::Expected<FinishedRun> run = runner.executeLive(launch, changes, &stop);
  if (!run)
    return run.takeError();
  OmissionTrial trial{unit, instances.executions(unit), instance,
                      changes.front().target};
  trial.ending = describeEnding(run->result.ending, recorded.table);
  if (auto difference = firstDifference(
          {withBufferedOutput(recorded.observation), "recorded"},
          {run->result, "without it"}))
    trial.difference = *difference;
  // If `stop` is set, the user has pressed Ctrl-C, which perhaps disturbed this
  // run. So the run is not shown.
  if (!stop.load())
    summary.trials.push_back(std::move(trial));
  return llvm::Error::success();
}

llvm::Error OmissionAtPlace::tryInstance(UnitId unit, uint32_t instance) {
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

/// Omits the instance number `instance` of a statement; if the number is 0,
/// omits all instances.
llvm::Error OmissionAtPlace::tryUnit(UnitId unit, uint32_t instance) {
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

llvm::Expected<TrialSummary> OmissionAtPlace::run() {
  std::optional<SourcePlace> place = parsePlace(word);
  if (!place)
    return llvm::make_error<UsageError>(
        "--at " + word +
        ": write a place, such as bug.c:13 or bug.c:13#2 for its second "
        "instance");
  llvm::Expected<UnitSet> units =
      executedUnitsAt(recorded.table, recorded.trace, *place, "--at", word);
  if (!units)
    return units.takeError();
  for (UnitId unit : *units)
    if (llvm::Error error = tryUnit(unit, place->instance))
      return error;
  summary.interrupted = stop.load();
  if (summary.trials.empty() && !summary.interrupted)
    return llvm::make_error<UsageError>(
        "--at " + word +
        ": what is there can't be left out; `pinstripe units` says why");
  return std::move(summary);
}

llvm::Expected<TrialSummary> pinstripe::omitAt(const RunnableCase &runnable,
                                               llvm::StringRef place) {
  return OmissionAtPlace(runnable, place).run();
}
