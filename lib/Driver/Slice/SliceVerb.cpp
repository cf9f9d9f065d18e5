// Implements `pinstripe slice`: finds the executed statements on which the
// output depends.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Slice/SliceVerb.h"
#include "Slice/DetailedRun.h"
#include "pinstripe/Analysis/DependenceRecorder.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Native/NativeEngine.h"
#include "pinstripe/Support/AvailableMemory.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Stopwatch.h"

using namespace pinstripe;

/// Records the dependences of the run. If an attempt fails, the recording is
/// repeated. Each attempt has a recorder of its own, since an observer can't be
/// used for two runs.
static llvm::Expected<DependenceGraph>
recordGraph(const RunnableCase &runnable, const DataCode &code,
            const DependenceOptions &options) {
  const RecordedCase &recorded = runnable.recorded;
  std::optional<DependenceRecorder> recorder;
  auto newRecorder = [&]() -> ExecutionObserver & {
    uint64_t free = availableMemory();
    recorder.emplace(recorded.table, code,
                     free == 0 ? ~uint64_t(0) : free / 4 * 3);
    for (const TrackedBytes &each : options.tracked)
      recorder->track(each);
    if (options.notePlaces)
      recorder->notePlaces(recorded.trace);
    if (options.noteUnset)
      recorder->noteUnset(recorded.trace);
    if (options.noteReleased)
      recorder->noteReleased();
    return *recorder;
  };
  llvm::Expected<Recording> again =
      recordInDetail(runnable, code, newRecorder, options);
  if (!again)
    return again.takeError();
  llvm::Expected<DependenceGraph> graph = recorder->take();
  if (!graph)
    return graph.takeError();
  if (llvm::Error error = checkSameRun(runnable, *again))
    return error;
  return graph;
}

/// Records the dependences with the engine of the case. If that engine refuses,
/// and the user has not chosen an engine, records them step by step with the
/// ptrace engine instead.
static llvm::Expected<DependenceGraph>
recordGraphByAnyEngine(const RunnableCase &runnable, const DataCode &code,
                       const DependenceOptions &options) {
  const auto &[recorded, runner, stop, deadline] = runnable;
  llvm::Expected<DependenceGraph> graph = recordGraph(runnable, code, options);
  if (!graph.errorIsA<NativeRefusal>())
    return graph;
  std::string reason = llvm::toString(graph.takeError());
  if (recordsByStepping(runner))
    return llvm::make_error<TargetError>(recorded.launch.argument0 +
                                         ": no slice can be made: " + reason);
  if (!runner.mayFallBack())
    return llvm::make_error<TargetError>(
        recorded.launch.argument0 +
        ": a slice takes a run of the native engine, instruction by "
        "instruction: " +
        reason + "; `pinstripe reduce` needs no such run");
  // The ptrace engine is used for this recording only. The case keeps the
  // engine that has recorded its trace.
  llvm::Expected<ChosenEngine> other = createEngine("ptrace", recorded.table);
  if (!other)
    return other.takeError();
  other->description.fallback = reason;
  CaseRunner stepping(std::move(*other), runner.place());
  return recordGraphByAnyEngine({recorded, stepping, stop, deadline}, code,
                                options);
}

llvm::Expected<RunDependences>
pinstripe::recordDependences(const RunnableCase &runnable,
                             const DependenceOptions &options) {
  const RecordedCase &recorded = runnable.recorded;
  Stopwatch stopwatch;
  llvm::Expected<DataCode> code = DataCode::read(recorded.table);
  if (!code)
    return code.takeError();
  llvm::Expected<DependenceGraph> graph =
      recordGraphByAnyEngine(runnable, *code, options);
  if (!graph)
    return graph.takeError();
  return RunDependences{
      recorded.trace, std::move(*graph),
      ControlTree(UnitGraph(recorded.table, recorded.trace), recorded.trace),
      stopwatch.seconds(), recorded.launch.poison == Poison::Stale};
}

llvm::Expected<OutputDependences>
pinstripe::recordOutputDependences(const RunnableCase &runnable,
                                   const PredicateSpec &predicate,
                                   const DependenceOptions &options) {
  llvm::Expected<RunDependences> run = recordDependences(runnable, options);
  if (!run)
    return run.takeError();
  llvm::Expected<SliceCriterion> criterion =
      outputCriterion(runnable.recorded, predicate, run->graph);
  if (!criterion)
    return criterion.takeError();
  return OutputDependences{std::move(*run), std::move(*criterion)};
}

Slice RunDependences::slice(const SliceCriterion &criterion,
                            SliceKind kind) const {
  return Slicer(trace, graph, tree, followStale).slice(criterion, kind);
}

std::optional<Slice>
RunDependences::relevantSlice(const UnitTable &table,
                              const SliceCriterion &criterion) const {
  UnitGraph units(table, trace);
  PotentialDependences potential(table, units, trace, graph.storedPlaces());
  Slice slice = Slicer(trace, graph, tree, followStale, &potential)
                    .slice(criterion, SliceKind::Relevant);
  if (potential.isExhausted())
    return std::nullopt;
  return slice;
}

/// Makes the criterion of a slice, from which the slice starts, out of the
/// places that the user has named. If a place has an expression, adds the
/// expression's bytes of memory to `tracked`, since only a run shows which
/// instructions wrote these bytes. Otherwise adds the events at the place to
/// the criterion.
static llvm::Expected<SliceCriterion>
resolvePlaces(const RecordedCase &recorded, const SliceOptions &options,
              std::vector<TrackedBytes> &tracked) {
  SliceCriterion criterion;
  for (const std::string &place : options.places) {
    auto bytes = trackedAt(recorded.table, recorded.trace, place);
    if (!bytes)
      return bytes.takeError();
    if (*bytes) {
      tracked.push_back(**bytes);
      continue;
    }
    auto events = eventsAt(recorded.table, recorded.trace, place);
    if (!events)
      return events.takeError();
    llvm::append_range(criterion.events, *events);
  }
  return criterion;
}

static llvm::Expected<Slice> sliceBack(const RecordedCase &recorded,
                                       const RunDependences &run,
                                       const SliceCriterion &criterion,
                                       SliceKind kind) {
  if (kind != SliceKind::Relevant)
    return run.slice(criterion, kind);
  std::optional<Slice> slice = run.relevantSlice(recorded.table, criterion);
  if (!slice)
    return llvm::make_error<TargetError>(
        "the relevant slice takes too long: there are too many decisions "
        "between definitions and uses; use --kind full, a --keep or "
        "--criterion that is about less, or a smaller input");
  return std::move(*slice);
}

llvm::Expected<SliceSummary> pinstripe::sliceRun(const RunnableCase &runnable,
                                                 const SliceOptions &options) {
  const RecordedCase &recorded = runnable.recorded;
  DependenceOptions recording = options.recording;
  recording.notePlaces = options.kind == SliceKind::Relevant;
  auto criterion = resolvePlaces(recorded, options, recording.tracked);
  if (!criterion)
    return criterion.takeError();
  llvm::Expected<RunDependences> run = recordDependences(runnable, recording);
  if (!run)
    return run.takeError();
  llvm::append_range(criterion->nodes, run->graph.tracked());
  if (options.places.empty())
    criterion =
        outputCriterion(recorded, recorded.theCase.predicate, run->graph);
  if (!criterion)
    return criterion.takeError();
  Stopwatch stopwatch;
  SliceSummary summary{headerOf(recorded, runnable.runner)};
  summary.criterion = options.places.empty()
                          ? describePredicates(recorded.theCase.predicate)
                          : options.places;
  summary.isPoisoned = recorded.launch.poison != Poison::Stale;
  if (llvm::Error error = sliceBack(recorded, *run, *criterion, options.kind)
                              .moveInto(summary.slice))
    return error;
  summary.instructions = run->graph.nodes();
  summary.dependences = run->graph.size();
  summary.recordSeconds = run->seconds;
  summary.sliceSeconds = stopwatch.seconds();
  return summary;
}
