// Collects what reports and exports show of a case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Inspect/ReportCollector.h"
#include "Inspect/DependenceAggregator.h"
#include "Inspect/ReductionDocument.h"
#include "Inspect/RepeatingCommand.h"
#include "Inspect/ReportedTests.h"
#include "Reduce/RunStructure.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/ProgramFile.h"
#include "pinstripe/Driver/Reduce/ElementMap.h"
#include "pinstripe/Driver/Reduce/StoredResult.h"
#include "pinstripe/Driver/Reduce/StoredTests.h"
#include "pinstripe/Driver/Slice/SliceVerb.h"
#include "pinstripe/Driver/Values/RecordedValues.h"
#include "pinstripe/Predicate/MatchedOutput.h"
#include "pinstripe/Store/ResultDocuments.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pinstripe;

/// The largest number of bytes of an output, an input or an expected output
/// that a report contains.
static constexpr size_t maxTextBytes = size_t(1) << 20;

/// A report has the dependences of all events (executions of statements) only
/// if the run has at most this many events.
static constexpr size_t maxEventsWithAllDependences = 200'000;

/// The largest number of pieces of output for which a report tells the events
/// that printed them. If the program printed more pieces, the report leaves out
/// the rest.
static constexpr size_t maxPrinted = 20'000;

static ReportedText textOf(llvm::StringRef whole) {
  return {whole.take_front(maxTextBytes).str(), whole.size()};
}

namespace {

/// Collects the report of one case.
class Collector {
public:
  /// `runnable` is null if the program of the case can't be run.
  Collector(const CaseDirectory &directory, const Case &value,
            const UnitTable &table, const Trace &trace,
            const RunnableCase *runnable, const CollectorOptions &options)
      : directory(directory), value(value), table(table), trace(trace),
        runnable(runnable), options(options) {}

  llvm::Expected<CaseReport> collect(llvm::StringRef reasonWithoutRuns);

private:
  void omit(llvm::StringRef sentence) {
    report->omissions.push_back(sentence.str());
  }
  llvm::Error readBest();
  RunHeader header() const;
  void addOutputs();
  void addMatches();
  void addSources();
  void addDocuments();
  void addReduction();
  void addTests();
  void addControl(const ControlTree &tree);
  llvm::Error addDependences();
  void addPrinted(const DependenceGraph &graph);
  void addSlices(const RunDependences &run);
  void addValues();
  const PredicateSpec &predicate() const {
    return best ? best->best.predicate : value.predicate;
  }
  Flow flow() const { return best ? best->best.flow : value.launch.flow; }

  const CaseDirectory &directory;
  const Case &value;
  const UnitTable &table;
  const Trace &trace;
  const RunnableCase *runnable;
  const CollectorOptions &options;
  std::optional<StoredResult> best;
  std::optional<CaseReport> report;
};

} // namespace

/// Reads the stored result of the last reduction, if there is one. A damaged
/// result is left out.
llvm::Error Collector::readBest() {
  if (!llvm::sys::fs::exists(directory.bestFile()))
    return llvm::Error::success();
  return llvm::handleErrors(
      readResult(directory, table, trace).moveInto(best),
      [&](const TraceFormatError &error) {
        if (options.say)
          options.say("warning: the result is left out: " + error.message);
      });
}

RunHeader Collector::header() const {
  if (runnable)
    return headerOf(runnable->recorded, runnable->runner, predicate(), flow());
  return headerOf(directory, value, table, trace, predicate(), flow());
}

void Collector::addOutputs() {
  if (!value.launch.standardInput.empty()) {
    // The input is read from the copy in the case directory.
    if (auto input = llvm::MemoryBuffer::getFile(directory.inputFile()))
      report->standardInput = textOf((*input)->getBuffer());
    else
      omit("the input of the program can't be read: " +
           input.getError().message());
  }
  if (auto expected = ResultDocuments(directory).expectedOutput())
    report->expectedOutput = textOf(*expected);
  if (!runnable)
    return;
  const RunResult &observed = runnable->recorded.observation;
  report->ending = describeEnding(observed.ending, table);
  report->standardOutput = textOf(observed.standardOutput);
  report->standardError = textOf(observed.standardError);
  addMatches();
}

/// Adds to the report the bytes of the output that match the option --keep.
void Collector::addMatches() {
  const std::string &output = runnable->recorded.observation.standardOutput;
  std::vector<std::pair<uint64_t, uint64_t>> found;
  for (const std::string &expression : predicate().keep) {
    auto matches = findMatches(expression, output);
    if (!matches) {
      omit(llvm::toString(matches.takeError()));
      continue;
    }
    for (const OutputMatch &match : *matches)
      if (match.begin != match.end)
        found.push_back({match.begin, match.end});
  }
  llvm::sort(found);
  for (auto [begin, end] : found) {
    if (!report->matched.empty() && begin <= report->matched.back().second)
      report->matched.back().second =
          std::max(report->matched.back().second, end);
    else
      report->matched.push_back({begin, end});
  }
}

void Collector::addSources() {
  for (const std::string &path : table.files) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    report->sources.push_back(
        buffer ? std::optional((*buffer)->getBuffer().str()) : std::nullopt);
  }
}

void Collector::addDocuments() {
  report->documents = ResultDocuments(directory).read(
      trace.size(), [&](llvm::StringRef text) { omit(text); });
}

/// Returns the clean-ups (calls of destructors) in a result that were kept only
/// because the construction of their object was kept. Leaves out those that are
/// always executed, as the report of the reduction does.
static EventSet cleanupsIn(const EventSet &kept, const BestResult &best,
                           const UnitTable &table, const Trace &trace) {
  EventSet cleanups(trace.size());
  if (table.cleanupLinks.empty())
    return cleanups;
  EventSet free = kept;
  free -= ElementMap(table, trace, best.certificate.granularity, std::nullopt,
                     best.userPinned)
              .pinnedEvents();
  for (const GluedCleanup &each : gluedCleanups(table, trace, free))
    cleanups.insert(each.cleanup);
  return cleanups;
}

/// Adds the result of the last reduction to the report. If the JSON document of
/// a reduction is about another result, removes this document from the report.
void Collector::addReduction() {
  auto document = report->documents.find("reduce");
  bool hasDocument = document != report->documents.end();
  DocumentedEvents documented;
  if (hasDocument)
    documented = readDocumentedEvents(document->second, trace.size());
  // The values of an event do not depend on the reduction, so they are used
  // even if the JSON document is about another result than `best`.
  report->values = std::move(documented.values);
  if (hasDocument && best &&
      !isAboutResult(document->second, best->events.count(),
                     report->theCase.predicates, report->theCase.flow)) {
    report->documents.erase(document);
    documented.reasons.clear();
    omit("the report of an earlier `reduce` is left out, since it is about "
         "another result");
  }
  if (!best)
    return;
  ReportedReduction &reduction = report->reduction.emplace();
  reduction.kept = best->events;
  reduction.userPinned = best->best.userPinned;
  reduction.cleanups = cleanupsIn(best->events, best->best, table, trace);
  reduction.certificate = best->best.certificate;
  for (auto &[event, reason] : documented.reasons)
    if (reduction.kept.contains(EventIndex(event)))
      reduction.reasons.emplace(event, std::move(reason));
}

/// Returns true if stored tests were made under the same conditions as the
/// reduction that found `best`. `words` has the stored conditions of the tests.
static bool isUnder(const std::string &words, const BestResult &best) {
  std::optional<TestConditions> conditions = TestConditions::parse(words);
  if (!conditions)
    return false;
  PredicateSpec predicate = best.predicate;
  predicate.sameStdout |= predicate.isEmpty();
  return conditions->predicate == predicate && conditions->flow == best.flow &&
         conditions->unrecordedCalls == best.unrecordedCalls;
}

void Collector::addTests() {
  if (!options.tests || !llvm::sys::fs::exists(directory.testsFile()))
    return;
  auto read = [&]() -> llvm::Error {
    auto database = TestDatabase::openForReading(directory.testsFile());
    if (!database)
      return database.takeError();
    if ((*database)->events() != trace.size())
      return llvm::make_error<UsageError>("they belong to another recording");
    // Commands other than `reduce`, such as `locate`, also store tests in the
    // database. So only those tests are read that were made under the
    // conditions of the best result.
    if (best)
      if (llvm::Error error =
              (*database)
                  ->chooseConditions([&](const std::string &words) {
                    return isUnder(words, best->best);
                  })
                  .takeError())
        return error;
    return readTests(**database).moveInto(report->tests);
  };
  if (llvm::Error error = read())
    omit("the tests of the last reduction are left out: " +
         llvm::toString(std::move(error)));
  if (report->reduction && report->reduction->reasons.empty())
    report->reduction->reasons =
        reasonsIn(report->tests, report->reduction->kept);
}

void Collector::addControl(const ControlTree &tree) {
  report->controlParents.reserve(trace.size());
  for (uint32_t i = 0; i != trace.size(); ++i)
    report->controlParents.push_back(tree.parent(EventIndex(i)));
  if (report->reduction && flow() == Flow::Guarded)
    report->reduction->guards = guardsOf(report->reduction->kept, tree, trace);
}

/// Adds to the report which bytes of the output each event has printed.
void Collector::addPrinted(const DependenceGraph &graph) {
  for (const DependenceGraph::Output &output : graph.outputs()) {
    if (report->printed.size() == maxPrinted)
      return;
    if (std::optional<EventIndex> event = graph.eventOf(output.call))
      report->printed.push_back({*event, output.range.begin, output.range.end});
  }
}

/// Adds the slices of the output, and the dependences between events.
void Collector::addSlices(const RunDependences &run) {
  llvm::Expected<SliceCriterion> criterion =
      outputCriterion(runnable->recorded, predicate(), run.graph);
  if (criterion) {
    report->fullSlice = run.slice(*criterion, SliceKind::Full).events;
    report->dataSlice = run.slice(*criterion, SliceKind::Data).events;
  } else {
    omit("there is no slice: " + llvm::toString(criterion.takeError()));
  }
  std::optional<EventSet> only;
  if (trace.size() > maxEventsWithAllDependences) {
    only = report->fullSlice.value_or(EventSet(trace.size()));
    if (report->reduction)
      *only |= report->reduction->kept;
  }
  report->dependences = DependenceAggregator(run.graph, run.followStale)
                            .aggregate(trace.size(), only ? &*only : nullptr);
}

/// Adds the parts of the report that need a run in which each instruction is
/// recorded. Returns an error only if the user has interrupted the run.
llvm::Error Collector::addDependences() {
  DependenceOptions recording;
  recording.say = options.say;
  recording.progress = options.progress;
  llvm::Expected<RunDependences> run = recordDependences(*runnable, recording);
  if (run) {
    addControl(run->tree);
    addPrinted(run->graph);
    addSlices(*run);
    return llvm::Error::success();
  }
  if (run.errorIsA<InterruptedError>())
    return run.takeError();
  report->withoutDependences = llvm::toString(run.takeError());
  return llvm::Error::success();
}

/// Adds the values of events to the report. If the run is short, adds the
/// values of all events. Otherwise adds only the values of the events that are
/// in the result of the reduction or in the full slice, which has all events on
/// which the output depends. Does not replace values that come from the
/// document of the last reduction.
void Collector::addValues() {
  EventSet wanted(trace.size(), trace.size() <= maxEventsWithValues);
  if (report->reduction)
    wanted |= report->reduction->kept;
  if (report->fullSlice)
    wanted |= *report->fullSlice;
  for (auto &[event, values] : readRecordedValues(*runnable, wanted))
    report->values.try_emplace(event, std::move(values));
}

llvm::Expected<CaseReport>
Collector::collect(llvm::StringRef reasonWithoutRuns) {
  // An interrupt (Ctrl-C) during an earlier part of the command does not
  // prevent the report. Only an interrupt while the report is made ends this
  // work.
  bool wasStopped = runnable && runnable->stop.load();
  if (llvm::Error error = readBest())
    return error;
  report.emplace(
      CaseReport{header(), repeatingCommand(directory, value, table, trace,
                                            best ? &best->best : nullptr)});
  addOutputs();
  addSources();
  addDocuments();
  addReduction();
  addTests();
  report->withoutDependences = reasonWithoutRuns.str();
  if (runnable && options.dependences)
    if (llvm::Error error = addDependences())
      return error;
  if (report->controlParents.empty())
    addControl(ControlTree(UnitGraph(table, trace), trace));
  if (runnable && options.dependences)
    addValues();
  if (runnable && !wasStopped && runnable->stop.load())
    return llvm::make_error<InterruptedError>();
  return std::move(*report);
}

llvm::Expected<CaseReport>
pinstripe::collectReport(const RunnableCase &runnable,
                         const CollectorOptions &options) {
  const RecordedCase &recorded = runnable.recorded;
  return Collector(recorded.directory, recorded.theCase, recorded.table,
                   recorded.trace, &runnable, options)
      .collect(options.dependences ? "" : "the work was interrupted");
}

llvm::Expected<CaseOnDisk>
pinstripe::readCaseOnDisk(llvm::StringRef path,
                          llvm::ArrayRef<std::string> sourceMap) {
  llvm::Expected<CaseDirectory> directory = CaseDirectory::openForReading(path);
  if (!directory)
    return directory.takeError();
  llvm::Expected<Case> value = directory->readCase();
  if (!value)
    return value.takeError();
  if (llvm::Error error = directory->checkIsComplete())
    return error;
  llvm::Expected<StoredTrace> run = readTrace(directory->traceFile());
  if (!run)
    return run.takeError();
  llvm::Expected<SourceFinder> sources = createSourceFinder(sourceMap);
  if (!sources)
    return sources.takeError();
  findSources(run->table, *sources);
  return CaseOnDisk{std::move(*directory), std::move(*value), std::move(*run)};
}

llvm::Expected<CaseReport>
pinstripe::collectStoredReport(const CaseOnDisk &stored,
                               const CollectorOptions &options,
                               llvm::StringRef reason) {
  return Collector(stored.directory, stored.value, stored.run.table,
                   stored.run.trace, nullptr, options)
      .collect(reason);
}
