// Implements `pinstripe explain`, which tells how a failure came about.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Explain/ExplainVerb.h"
#include "Explain/BothRankings.h"
#include "Explain/CauseChain.h"
#include "Explain/Story.h"
#include "Explain/TimeShares.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Driver/Reduce/ObserverChain.h"
#include "pinstripe/Driver/Reduce/ReduceVerb.h"
#include "pinstripe/Driver/Values/RecordedValues.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Stopwatch.h"

using namespace pinstripe;

namespace {

class ExplainVerb : RunnableCase {
public:
  ExplainVerb(const RunnableCase &runnable, const ExplainOptions &options)
      : RunnableCase(runnable), options(options),
        summary{headerOf(recorded, runner)} {}

  llvm::Expected<ExplainSummary> run();

private:
  void makePart(ExplainPart part,
                llvm::function_ref<llvm::Error(const RunnableCase &)> work);
  llvm::Error locateSuspects(const RunnableCase &part);
  void locateInStated(const RunnableCase &part);
  llvm::Error reduce(const RunnableCase &part, Flow flow,
                     std::optional<ReductionSummary> &result);
  llvm::Error follow(const RunnableCase &part);
  void readValues();
  bool hasQuestion() const { return wrongLine || isAboutCrash; }

  const ExplainOptions &options;
  ExplainSummary summary;
  /// The first wrong line of the output; nullopt if there is none.
  std::optional<WrongLine> wrongLine;
  bool isAboutCrash = false;
};

} // namespace

/// Makes a part of the explanation, within its share of the time. If the part
/// fails, stores the reason in the summary.
void ExplainVerb::makePart(
    ExplainPart part,
    llvm::function_ref<llvm::Error(const RunnableCase &)> work) {
  PartReport &report = summary.part(part);
  if (stop.load())
    report.omitted = "interrupted";
  else if (deadline.hasPassed())
    report.omitted = "no time was left";
  if (!report.omitted.empty())
    return;
  Stopwatch stopwatch;
  if (llvm::Error error = work(withShare(shareOf(part)))) {
    bool isInterrupted = error.isA<InterruptedError>();
    std::string reason = llvm::toString(std::move(error));
    report.omitted = isInterrupted
                         ? "interrupted"
                         : llvm::StringRef(reason).split('\n').first.str();
  }
  report.seconds = stopwatch.seconds();
}

/// Looks for suspect lines in the run that the user has given. If this fails,
/// the summary says why.
void ExplainVerb::locateInStated(const RunnableCase &part) {
  const StatedRun &stated = *options.stated;
  LocateOptions settings = options.location;
  settings.expectedOutput = stated.expectedOutput;
  settings.reduces = false;
  llvm::Expected<LocateSummary> found =
      locate({stated.recorded, stated.runner, stop, part.deadline}, settings);
  if (found)
    summary.inStated.emplace(std::move(*found));
  else
    summary.withoutStated = llvm::toString(found.takeError());
}

/// Looks for suspect lines. If a smaller run is explained, the run that the
/// user has given comes first. Its output is longer, so few changes make it
/// right by chance. Only the lines that mend it, or make more of its output
/// right, are then changed in the smaller run.
llvm::Error ExplainVerb::locateSuspects(const RunnableCase &part) {
  Stopwatch stopwatch;
  LocateOptions settings = options.location;
  if (options.stated)
    locateInStated(part.withShare(shareOfStatedRun));
  std::set<SourceLine> changed;
  if (summary.inStated)
    changed = changedLines(summary.inStated->lines);
  if (!changed.empty())
    settings.lines = &changed;
  llvm::Expected<LocateSummary> found = locate(part, settings);
  if (!found)
    return found.takeError();
  summary.uninitialised = found->uninitialised;
  summary.location.emplace(std::move(*found));
  summary.location->reference = options.reference;
  if (summary.inStated)
    rankByBoth(summary.location->lines, summary.inStated->lines);
  summary.location->totalSeconds = stopwatch.seconds();
  summary.remedies = remediesIn(*summary.location);
  return llvm::Error::success();
}

/// Reduces the run to the events (executions of statements) that print the
/// wrong line or lead to the crash. If `flow` is guarded flow, in which
/// conditions must decide as recorded, the result is stored as if the user had
/// asked for the reduction.
llvm::Error ExplainVerb::reduce(const RunnableCase &part, Flow flow,
                                std::optional<ReductionSummary> &result) {
  if (!hasQuestion())
    return llvm::make_error<TargetError>(
        "nothing was printed that should not have been");
  ReductionRequest request(recorded);
  request.predicate = {};
  // An empty line has no expression that finds it in the output. So if the
  // wrong line is empty, all of the output is kept.
  if (!wrongLine)
    request.predicate.sameCrash = true;
  else if (!wrongLine->text.empty())
    request.predicate.keep.push_back(expressionFor(wrongLine->text));
  request.flow = flow;
  request.lanes = options.location.lanes;
  request.isStep = flow != Flow::Guarded;
  auto verb = ReduceVerb::create(part, std::move(request));
  if (!verb)
    return verb.takeError();
  ProgressObserver progress(flow == Flow::Guarded ? "reducing in guarded flow"
                                                  : "reducing in trace flow",
                            options.location.progress);
  if (llvm::Error error = (*verb)->run(allAlgorithms().front(), progress))
    return error;
  result.emplace((*verb)->summary());
  return llvm::Error::success();
}

llvm::Error ExplainVerb::follow(const RunnableCase &part) {
  if (!hasQuestion())
    return llvm::make_error<TargetError>(
        "nothing was printed that should not have been");
  const LineEvidence *suspect =
      summary.location ? suspectOf(*summary.location) : nullptr;
  DependenceOptions recording;
  recording.say = options.location.lanes.say;
  recording.progress = options.location.progress;
  recording.notePlaces = true;
  ChainEnd end{wrongLine};
  if (const auto &expected = options.location.expectedOutput)
    if (auto wrong =
            describeWrong(recorded.observation.standardOutput, *expected))
      end.expected = wrong->expected;
  llvm::Expected<CauseChain> found = followDependences(
      part, end, suspect, suspect ? shownInstance(*suspect) : std::nullopt,
      recording);
  if (!found)
    return found.takeError();
  summary.slicedEvents = found->slicedEvents;
  summary.cause = found->cause;
  summary.chain = std::move(found->links);
  summary.origins = std::move(found->origins);
  return llvm::Error::success();
}

/// Runs the program once more to read the values of the events that the
/// explanation shows.
void ExplainVerb::readValues() {
  EventSet events(recorded.trace.size());
  for (const CauseLink &link : summary.chain)
    events.insert(link.event);
  for (const CauseOrigin &origin : summary.origins)
    events.insert(origin.event);
  if (summary.cause)
    events.insert(*summary.cause);
  for (auto *reduced : {&summary.inTraceFlow, &summary.inGuardedFlow})
    if (*reduced)
      events |= (*reduced)->kept;
  if (stop.load() || events.none())
    return;
  summary.values = readRecordedValues(*this, events);
  for (auto *reduced : {&summary.inTraceFlow, &summary.inGuardedFlow})
    if (*reduced)
      for (const auto &[event, values] : summary.values)
        if ((*reduced)->kept.contains(EventIndex(event)))
          (*reduced)->values[event] = values;
}

llvm::Expected<ExplainSummary> ExplainVerb::run() {
  summary.smaller = options.smaller;
  summary.part(ExplainPart::Options).omitted = options.smaller.withoutOptions;
  summary.part(ExplainPart::Inputs).omitted = options.smaller.withoutInputs;
  summary.part(ExplainPart::Options).seconds = options.smaller.secondsOfOptions;
  summary.part(ExplainPart::Inputs).seconds = options.smaller.secondsOfInputs;
  const auto &expected = options.location.expectedOutput;
  if (expected)
    wrongLine = findWrongLine(recorded.observation.standardOutput, *expected);
  isAboutCrash = !wrongLine && hasCrashed(recorded.observation);
  bool isWrong = isAboutCrash ||
                 (expected && *expected != recorded.observation.standardOutput);
  if (!isWrong && !stop.load())
    return llvm::make_error<UsageError>(
        recorded.launch.argument0 +
        ": prints what is expected, and does not crash, so there is nothing "
        "to explain; give the input and the arguments with which it fails");
  makePart(ExplainPart::Location,
           [&](const RunnableCase &part) { return locateSuspects(part); });
  makePart(ExplainPart::TraceFlow, [&](const RunnableCase &part) {
    return reduce(part, Flow::Trace, summary.inTraceFlow);
  });
  makePart(ExplainPart::GuardedFlow, [&](const RunnableCase &part) {
    return reduce(part, Flow::Guarded, summary.inGuardedFlow);
  });
  makePart(ExplainPart::Chain,
           [&](const RunnableCase &part) { return follow(part); });
  readValues();
  summary.interrupted = stop.load();
  if (summary.location && !summary.location->failure.empty())
    summary.failure = summary.location->failure;
  if (deadline.hasPassed())
    summary.exhausted = BudgetLimit::Time;
  summary.open = openQuestions(summary);
  return std::move(summary);
}

llvm::Expected<ExplainSummary>
pinstripe::explain(const RunnableCase &runnable,
                   const ExplainOptions &options) {
  return ExplainVerb(runnable, options).run();
}
