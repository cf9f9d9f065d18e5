// Implements `pinstripe locate`, which finds the source lines to read first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Locate/LocateVerb.h"
#include "Locate/EvidenceTable.h"
#include "Locate/LineGroups.h"
#include "Locate/LineRanking.h"
#include "Slice/OutputSlices.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/OtherRuns.h"
#include "pinstripe/Case/OutputDifference.h"
#include "pinstripe/Driver/Change/ChangeVerb.h"
#include "pinstripe/Driver/Mutate/MutateVerb.h"
#include "pinstripe/Driver/Reduce/ReduceVerb.h"
#include "pinstripe/Driver/Slice/SliceVerb.h"
#include "pinstripe/Driver/Slice/UninitialisedUses.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/NotedError.h"
#include "pinstripe/Support/Stopwatch.h"
#include <set>

using namespace pinstripe;

/// The share of the remaining time that each step of the search gets when it
/// begins. Switches and omissions come first: they take little time, and they
/// show which statements to mutate first. The reduction comes last and gets all
/// the remaining time: it has a usable result even if the time ends before the
/// reduction does.
static constexpr double shareOfSwitches = 0.3;
static constexpr double shareOfOmissions = 0.3;
static constexpr double shareOfSlices = 0.4;
static constexpr double shareOfMutations = 0.6;
static constexpr double shareOfReplacements = 0.4;

/// The time after which the ranking so far is shown for the first time, in
/// seconds.
static constexpr double secondsToFirstRanking = 5;

namespace {

class LocateVerb : RunnableCase {
public:
  LocateVerb(const RunnableCase &runnable, const LocateOptions &options)
      : RunnableCase(runnable), options(options),
        summary{headerOf(recorded, runner)}, evidence(recorded) {}

  llvm::Expected<LocateSummary> run();

private:
  llvm::Error change(ChangeKind kind, llvm::StringRef step, double share,
                     SearchStep &result,
                     std::optional<ChangeEvidence> LineEvidence::*found);
  void suspectChanged();
  llvm::Error mutate();
  llvm::Error traceOthers();
  llvm::Error traceOthers(llvm::ArrayRef<OtherRun> runs,
                          uint64_t LineEvidence::*executed, uint64_t &count);
  llvm::Error findUninitialisedUses();
  llvm::Error sliceWrong();
  llvm::Error makeChanges();
  llvm::Error makeAllSteps();
  void rank();
  llvm::Error slice();
  llvm::Expected<OutputSlices> makeSlices();
  llvm::Error reduce();
  llvm::Error reduceToWrong();
  void take(const ReductionSummary &reduced);
  bool mayShow();
  void show();
  void tell(llvm::StringRef step, uint64_t tests) const {
    if (options.progress)
      options.progress({step, tests, 0, "run"});
  }

  const LocateOptions &options;
  LocateSummary summary;
  EvidenceTable evidence;
  /// The first wrong line of the output; nullopt if there is none.
  std::optional<WrongLine> wrongLine;
  /// True if the output has a wrong line or the run has crashed, so that slices
  /// can be made.
  bool hasQuestion = false;
  /// `wrongSlice` holds the events on which the wrong line of output depended.
  /// `wrongData` holds the events from whose values the line was computed.
  std::optional<EventSet> wrongSlice, wrongData;
  /// The statements that used heap memory after it was freed.
  std::vector<UninitialisedUse> freedUses;
  /// For each statement, a number that says how suspect it is. It is computed
  /// from slices of the output, and raised if a switched decision or an
  /// omission helps. Empty until the slices are made or, if they can't be made,
  /// until the mutations begin.
  Suspicions suspicions;
  Stopwatch time;
  /// The time at which the ranking so far is shown again, in seconds since the
  /// search began.
  double nextShown = secondsToFirstRanking;
};

} // namespace

/// Tries all changes of the kind `kind`, and stores the best such change of
/// each source line.
llvm::Error
LocateVerb::change(ChangeKind kind, llvm::StringRef step, double share,
                   SearchStep &result,
                   std::optional<ChangeEvidence> LineEvidence::*found) {
  ChangeOptions settings;
  settings.expectedOutput = options.expectedOutput;
  settings.lanes = options.lanes;
  settings.progress = [&](const Progress &made) { tell(step, made.done); };
  if (wrongSlice)
    settings.candidates = &*wrongSlice;
  if (wrongData)
    settings.first = &*wrongData;
  settings.lines = options.lines;
  settings.soFar = [&](auto ranked) {
    if (!mayShow())
      return;
    evidence.take(ranked(), found);
    show();
  };
  llvm::Expected<ChangeSummary> made =
      findChanges(kind, withShare(share), settings);
  if (!made)
    return made.takeError();
  result.tests = made->allTests();
  result.seconds = made->testsSeconds;
  result.isComplete = !made->exhausted && !made->interrupted;
  summary.interrupted |= made->interrupted;
  summary.failure = made->failure;
  evidence.take(made->units, found);
  return summary.failure.empty()
             ? llvm::Error::success()
             : llvm::make_error<EngineError>(summary.failure);
}

/// Makes a statement more suspect if its switch or omission has made the output
/// right at least up to the first wrong line, or has prevented the crash. The
/// mutations of such statements are then tried first.
void LocateVerb::suspectChanged() {
  if (suspicions.empty())
    suspicions.assign(recorded.table.units.size(), 1);
  for (size_t i = 0; i != suspicions.size(); ++i) {
    const LineEvidence *line =
        evidence.find(lineOf(recorded.table.unit(UnitId(i))));
    if (!line)
      continue;
    for (const auto *change : {&line->switched, &line->omitted})
      if (*change && (*change)->effect <= Effect::Partly)
        suspicions[i] += 1.0 / (*change)->rank;
  }
}

/// Tries mutations (small changes of the source), and stores the best one of
/// each source line. Each mutated function replaces the original one while the
/// program runs. If the engine can't do that, stores this as the reason why no
/// mutations were tried.
llvm::Error LocateVerb::mutate() {
  MutateOptions settings;
  settings.expectedOutput = options.expectedOutput;
  settings.passing = options.passing;
  settings.failing = options.failing;
  settings.fresh = options.fresh;
  settings.lanes = options.lanes;
  settings.sourceMap = options.sourceMap;
  settings.progress = [&](const Progress &made) {
    tell("mutating", made.done);
  };
  settings.soFar = [&](auto ranked) {
    if (!mayShow())
      return;
    evidence.take(ranked());
    show();
  };
  suspectChanged();
  settings.suspicions = &suspicions;
  if (!runner.engine().traits().exchangesFunctions) {
    summary.mutation.omitted = "the " + runner.engineDescription().name +
                               " engine can't exchange functions";
    return llvm::Error::success();
  }
  llvm::Expected<MutationSummary> made =
      tryMutations(withShare(shareOfMutations), settings);
  if (!made)
    return made.takeError();
  summary.mutation.tests = made->allTests();
  summary.mutation.seconds = made->testsSeconds;
  summary.mutation.isComplete = !made->exhausted && !made->interrupted;
  summary.interrupted |= made->interrupted;
  evidence.take(made->units);
  return made->failure.empty() ? llvm::Error::success()
                               : llvm::make_error<EngineError>(made->failure);
}

/// Returns true if it is time to show the ranking so far.
bool LocateVerb::mayShow() {
  if (!options.soFar || time.seconds() < nextShown)
    return false;
  nextShown = 2 * time.seconds();
  return true;
}

/// Shows the ranking so far.
void LocateVerb::show() {
  rank();
  options.soFar(summary);
}

void LocateVerb::take(const ReductionSummary &reduced) {
  summary.keptEvents = reduced.kept.count();
  summary.keptCleanups = reduced.cleanups.size();
  summary.reduction.tests = reduced.tests.distinct;
  summary.reduction.isComplete = reduced.isOneMinimal();
  summary.interrupted |= reduced.interrupted;
  summary.failure = reduced.failure;
  // If the reduction ended early and removed no event, its result says nothing
  // about the lines, so it is not used.
  if (!reduced.isOneMinimal() && reduced.kept.count() == recorded.trace.size())
    return;
  for (EventIndex event : reduced.kept) {
    LineEvidence &line = evidence.at(event);
    ++line.kept;
    line.isGuard |= reduced.isGuard(event);
  }
}

/// Reduces the run to the events (executions of statements) that print the
/// wrong line. If there is no wrong line, reduces the run to the events that
/// lead to the crash. Uses guarded flow, in which conditions decide as
/// recorded.
llvm::Error LocateVerb::reduceToWrong() {
  ReductionRequest request(recorded);
  request.predicate = {};
  // An empty line can't be found in the output by an expression. So if the
  // wrong line is empty, the reduction keeps all of the output.
  if (!wrongLine)
    request.predicate.sameCrash = true;
  else if (!wrongLine->text.empty())
    request.predicate.keep.push_back(expressionFor(wrongLine->text));
  request.flow = Flow::Guarded;
  request.lanes = options.lanes;
  if (wrongSlice)
    request.firstCandidates = {*wrongSlice};
  auto reduced =
      reduceCase(*this, std::move(request), "reducing", options.progress);
  if (!reduced)
    return reduced.takeError();
  take(*reduced);
  return llvm::Error::success();
}

llvm::Expected<OutputSlices> LocateVerb::makeSlices() {
  DependenceOptions recording;
  recording.say = options.lanes.say;
  recording.notePlaces = recording.noteReleased = true;
  RunnableCase part = withShare(shareOfSlices);
  return wrongLine ? sliceOutputs(part, *wrongLine, *options.expectedOutput,
                                  recording)
                   : sliceCrash(part, recording);
}

/// Makes slices of the output, or of the crash. If this is not possible, the
/// lines are ranked without evidence from slices.
llvm::Error LocateVerb::slice() {
  tell("slicing", 0);
  Stopwatch time;
  llvm::Expected<OutputSlices> slices = makeSlices();
  summary.slicing.seconds = time.seconds();
  if (!slices)
    return noteReason<TargetError, ReproductionError>(slices.takeError(),
                                                      summary.slicing.omitted);
  evidence.take(*slices);
  summary.outputs = slices->right.size();
  suspicions = suspicionsOf(recorded.table, recorded.trace, *slices);
  summary.slicing.isComplete = true;
  freedUses = std::move(slices->freedUses);
  wrongSlice = std::move(slices->wrong);
  wrongData = std::move(slices->wrongData);
  return llvm::Error::success();
}

/// Reduces the run to its critical slice: the events (executions of statements)
/// that print the wrong line or lead to the crash. If this is not possible,
/// stores the reason, and the lines are ranked without the slice.
llvm::Error LocateVerb::reduce() {
  if (deadline.hasPassed()) {
    summary.reduction.omitted = "no time was left";
    return llvm::Error::success();
  }
  Stopwatch time;
  llvm::Error error = reduceToWrong();
  summary.reduction.seconds = time.seconds();
  return noteReason<ReproductionError, NothingToReduceError, UsageError,
                    TimeUpError>(std::move(error), summary.reduction.omitted);
}

/// Finds the wrong line of the output, and makes slices of it.
llvm::Error LocateVerb::sliceWrong() {
  if (options.expectedOutput)
    wrongLine = findWrongLine(recorded.observation.standardOutput,
                              *options.expectedOutput);
  summary.isAboutCrash = !wrongLine && hasCrashed(recorded.observation);
  hasQuestion = wrongLine || summary.isAboutCrash;
  if (summary.isAboutCrash)
    evidence.addCrash();
  if (hasQuestion)
    return slice();
  summary.slicing.omitted = summary.replacement.omitted =
      summary.reduction.omitted =
          "nothing was printed that should not have been";
  return llvm::Error::success();
}

llvm::Error LocateVerb::makeChanges() {
  if (llvm::Error error =
          change(ChangeKind::Switch, "switching decisions", shareOfSwitches,
                 summary.switching, &LineEvidence::switched))
    return error;
  if (!stop.load())
    if (llvm::Error error =
            change(ChangeKind::Omission, "leaving out statements",
                   shareOfOmissions, summary.omission, &LineEvidence::omitted))
      return error;
  if (!stop.load())
    if (llvm::Error error = mutate())
      return error;
  if (wrongSlice && !stop.load())
    return change(ChangeKind::Replacement, "replacing values",
                  shareOfReplacements, summary.replacement,
                  &LineEvidence::replaced);
  return llvm::Error::success();
}

/// Finds the source lines that read uninitialised memory, or use memory that
/// was freed.
llvm::Error LocateVerb::findUninitialisedUses() {
  if (llvm::Error error =
          findUninitialised(*this, options.lanes.say, options.progress)
              .moveInto(summary.uninitialised))
    return error;
  if (!freedUses.empty() && !summary.uninitialised)
    summary.uninitialised.emplace();
  if (!summary.uninitialised)
    return llvm::Error::success();
  // `findUninitialised` names only the uses of freed memory on which the output
  // depends, and `freedUses` has all of them.
  std::vector<UninitialisedUse> &uses = summary.uninitialised->uses;
  llvm::erase_if(uses, [&](const UninitialisedUse &use) {
    return !freedUses.empty() && use.kind == UninitialisedUse::Kind::FreedHeap;
  });
  llvm::append_range(uses, freedUses);
  evidence.take(uses);
  return llvm::Error::success();
}

/// Records the passing or the failing runs that the user has given besides the
/// recorded run. Counts for each source line how many of them have executed it.
llvm::Error LocateVerb::traceOthers(llvm::ArrayRef<OtherRun> runs,
                                    uint64_t LineEvidence::*executed,
                                    uint64_t &count) {
  for (const OtherRun &run : runs) {
    if (stop.load() || deadline.hasPassed())
      break;
    tell("tracing other runs", count);
    LaunchSpec start = run.launch(runner.launchHere(recorded.launch));
    start.eventLimit = recorded.limits.events.value_or(maxTracedEvents);
    llvm::Expected<Recording> made =
        runner.record([&] { return runner.engine().record(start); }, &stop);
    if (!made)
      return made.takeError();
    std::set<SourceLine> seen;
    for (Event event : made->trace.allEvents())
      seen.insert(lineOf(recorded.table.unitOf(event.entry)));
    evidence.addRun(seen, executed);
    ++count;
  }
  return llvm::Error::success();
}

llvm::Error LocateVerb::traceOthers() {
  if (llvm::Error error = traceOthers(
          options.passing, &LineEvidence::passingRuns, summary.passingRuns))
    return error;
  if (llvm::Error error = traceOthers(
          options.failing, &LineEvidence::failingRuns, summary.failingRuns))
    return error;
  evidence.shareFailingRuns(summary.failingRuns);
  return llvm::Error::success();
}

llvm::Error LocateVerb::makeAllSteps() {
  if (options.expectedOutput)
    // If the program has crashed, text that was still in a buffer of libc
    // counts as printed, since users are shown this text as output.
    summary.wrong =
        describeWrong(withBufferedOutput(recorded.observation).standardOutput,
                      *options.expectedOutput);
  if (llvm::Error error =
          checkOtherRuns(*this, options.passing, options.failing))
    return error;
  if (llvm::Error error = sliceWrong())
    return error;
  if (llvm::Error error = findUninitialisedUses())
    return error;
  if (llvm::Error error = traceOthers())
    return error;
  if (!stop.load())
    if (llvm::Error error = makeChanges())
      return error;
  bool isReduced = hasQuestion && options.reduces;
  return stop.load() || !isReduced ? llvm::Error::success() : reduce();
}

/// Makes the ranking from all evidence that was found so far.
void LocateVerb::rank() {
  summary.lines = evidence.lines();
  rankLines(summary.lines);
  groupLines(summary.lines);
}

llvm::Expected<LocateSummary> LocateVerb::run() {
  summary.executedLines = evidence.size();
  // If the engine fails in one of the steps, the results of the earlier steps
  // are still reported.
  llvm::Error error = noteReason<EngineError, FileError, TraceFormatError>(
      makeAllSteps(), summary.failure);
  // There are results so far if the time ends during a run.
  error = llvm::handleErrors(std::move(error), [](const TimeUpError &) {});
  if (error)
    return error;
  rank();
  return std::move(summary);
}

llvm::Expected<LocateSummary> pinstripe::locate(const RunnableCase &runnable,
                                                const LocateOptions &options) {
  TimedRuns timed(runnable.runner, runnable.deadline);
  return LocateVerb(runnable, options).run();
}
