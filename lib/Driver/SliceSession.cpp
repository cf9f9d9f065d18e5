//===- SliceSession.cpp - What the output depends on ----------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/SliceSession.h"
#include "DetailedRun.h"
#include "Disturbances.h"
#include "pinstripe/Analysis/DependenceRecorder.h"
#include "pinstripe/Native/NativeEngine.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Memory.h"
#include "pinstripe/Support/Stopwatch.h"

using namespace pinstripe;

static llvm::Error refuse(const RecordedCase &recorded, llvm::StringRef why) {
  return llvm::make_error<TargetError>(
      recorded.launch.argument0 +
      ": a slice takes a run of the native engine, instruction by "
      "instruction: " +
      why.str() + "; `pinstripe reduce` needs no such run");
}

/// Each call is of another recorder: an observer can't be told twice.
static llvm::Expected<DependenceGraph>
recordGraphOnce(RecordedCase &recorded, ExecutionEngine &engine,
                const DataCode &code, const DependenceOptions &options) {
  uint64_t free = availableMemory();
  DependenceRecorder recorder(recorded.table, code,
                              free == 0 ? ~uint64_t(0) : free / 4 * 3);
  for (const WatchedBytes &each : options.watched)
    recorder.watch(each);
  if (options.notePlaces)
    recorder.notePlaces(recorded.trace);
  llvm::Expected<Recording> again =
      recordInDetail(recorded, engine, code, recorder, options);
  if (!again)
    return again.takeError();
  llvm::Expected<DependenceGraph> graph = recorder.take();
  if (!graph)
    return graph.takeError();
  if (llvm::Error error = checkSameRun(recorded, *again))
    return error;
  return graph;
}

static llvm::Expected<DependenceGraph>
recordGraph(RecordedCase &recorded, ExecutionEngine &engine,
            const DataCode &code, const DependenceOptions &options) {
  return repeatFailures(
      [&] { return recordGraphOnce(recorded, engine, code, options); });
}

static llvm::Expected<DependenceGraph>
recordGraphBySteps(RecordedCase &recorded, ExecutionEngine &engine,
                   const DataCode &code, const DependenceOptions &options,
                   llvm::StringRef reason) {
  if (llvm::Error error = announceSteps(recorded, reason, options))
    return error;
  llvm::Expected<DependenceGraph> graph =
      recordGraph(recorded, engine, code, options);
  if (graph.errorIsA<NativeRefusal>())
    return llvm::make_error<TargetError>(
        recorded.launch.argument0 +
        ": no slice can be made: " + llvm::toString(graph.takeError()));
  return graph;
}

static llvm::Expected<DependenceGraph>
recordGraphSomehow(RecordedCase &recorded, const DataCode &code,
                   const DependenceOptions &options) {
  ChosenEngine &chosen = recorded.engine;
  if (llvm::StringRef reason = reasonForSteps(recorded); !reason.empty())
    return recordGraphBySteps(recorded, *chosen.engine, code, options, reason);
  llvm::Expected<DependenceGraph> graph =
      recordGraph(recorded, *chosen.engine, code, options);
  if (!graph.errorIsA<NativeRefusal>())
    return graph;
  std::string reason = llvm::toString(graph.takeError());
  if (!chosen.mayFallBack)
    return refuse(recorded, reason);
  // The case keeps its engine: it has recorded the trace.
  llvm::Expected<ChosenEngine> other = createEngine("lldb", recorded.table);
  if (!other)
    return other.takeError();
  return recordGraphBySteps(recorded, *other->engine, code, options, reason);
}

llvm::Expected<RunDependences>
pinstripe::recordDependences(RecordedCase &recorded,
                             const DependenceOptions &options) {
  Stopwatch stopwatch;
  llvm::Expected<DataCode> code = readDataCode(recorded.table);
  if (!code)
    return code.takeError();
  llvm::Expected<DependenceGraph> graph =
      recordGraphSomehow(recorded, *code, options);
  if (!graph)
    return graph.takeError();
  return RunDependences{
      std::move(*graph),
      ControlTree(UnitGraph(recorded.table, recorded.trace), recorded.trace),
      stopwatch.seconds()};
}

/// The places that were asked for: of some it has to be noted during the run
/// who wrote there.
static llvm::Expected<SliceCriterion>
resolvePlaces(const RecordedCase &recorded, const SliceOptions &options,
              std::vector<WatchedBytes> &watched) {
  SliceCriterion criterion;
  for (const std::string &place : options.places) {
    auto bytes = watchedAt(recorded.table, recorded.trace, place);
    if (!bytes)
      return bytes.takeError();
    if (*bytes) {
      watched.push_back(**bytes);
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
  bool followStale = recorded.launch.poison == Poison::Stale;
  if (kind != SliceKind::Relevant)
    return Slicer(recorded.trace, run.graph, run.tree, followStale)
        .slice(criterion, kind);
  UnitGraph units(recorded.table, recorded.trace);
  PotentialDependences potential(recorded.table, units, recorded.trace,
                                 run.graph.storedPlaces());
  Slice slice =
      Slicer(recorded.trace, run.graph, run.tree, followStale, &potential)
          .slice(criterion, kind);
  if (potential.isExhausted())
    return llvm::make_error<TargetError>(
        "the relevant slice takes too long: there are too many decisions "
        "between definitions and uses; use --kind full, a --keep or "
        "--criterion that is about less, or a smaller input");
  return slice;
}

llvm::Expected<SliceSummary> pinstripe::sliceRun(RecordedCase &recorded,
                                                 const SliceOptions &options) {
  DependenceOptions recording = options.recording;
  recording.notePlaces = options.kind == SliceKind::Relevant;
  auto criterion = resolvePlaces(recorded, options, recording.watched);
  if (!criterion)
    return criterion.takeError();
  llvm::Expected<RunDependences> run = recordDependences(recorded, recording);
  if (!run)
    return run.takeError();
  llvm::append_range(criterion->nodes, run->graph.watched());
  if (options.places.empty())
    criterion = outputCriterion(recorded, run->graph);
  if (!criterion)
    return criterion.takeError();
  Stopwatch stopwatch;
  SliceSummary summary{"", describeCase(recorded), recorded.engine.description,
                       recorded.table, recorded.trace};
  summary.criterion = options.places.empty()
                          ? describePredicates(recorded.theCase.predicate)
                          : options.places;
  summary.isPoisoned = recorded.launch.poison != Poison::Stale;
  llvm::Expected<Slice> slice =
      sliceBack(recorded, *run, *criterion, options.kind);
  if (!slice)
    return slice.takeError();
  summary.slice = std::move(*slice);
  summary.instructions = run->graph.nodes();
  summary.dependences = run->graph.size();
  summary.recordSeconds = run->seconds;
  summary.sliceSeconds = stopwatch.seconds();
  return summary;
}
