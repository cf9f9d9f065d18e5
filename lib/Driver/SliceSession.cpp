//===- SliceSession.cpp - What the output depends on ----------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/SliceSession.h"
#include "DetailedRun.h"
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

static llvm::Error checkEngine(const RecordedCase &recorded) {
  const EngineDescription &engine = recorded.engine.description;
  if (engine.name == "native")
    return llvm::Error::success();
  if (engine.fallback.empty())
    return llvm::make_error<TargetError>(
        "the " + engine.name +
        " engine can't tell what instructions do; use --engine native");
  return refuse(recorded, engine.fallback);
}

llvm::Expected<RunDependences>
pinstripe::recordDependences(RecordedCase &recorded,
                             const DependenceOptions &options) {
  Stopwatch stopwatch;
  if (llvm::Error error = checkEngine(recorded))
    return error;
  llvm::Expected<DataCode> code = readDataCode(recorded.table);
  if (!code)
    return code.takeError();
  uint64_t free = availableMemory();
  DependenceRecorder recorder(recorded.table, *code,
                              free == 0 ? ~uint64_t(0) : free / 4 * 3);
  for (const WatchedBytes &each : options.watched)
    recorder.watch(each);
  if (options.notePlaces)
    recorder.notePlaces(recorded.trace);
  llvm::Expected<Recording> again = recordInDetail(
      recorded, *recorded.engine.engine, *code, recorder, options);
  if (again.errorIsA<NativeRefusal>())
    return refuse(recorded, llvm::toString(again.takeError()));
  if (!again)
    return again.takeError();
  llvm::Expected<DependenceGraph> graph = recorder.take();
  if (!graph)
    return graph.takeError();
  if (llvm::Error error = checkSameRun(recorded, *again))
    return error;
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
