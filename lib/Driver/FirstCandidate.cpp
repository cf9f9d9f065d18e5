//===- FirstCandidate.cpp - Where a reduction may well begin --------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstCandidate.h"
#include "GuardedFlow.h"
#include "pinstripe/Driver/SliceSession.h"

using namespace pinstripe;

/// The calls that lead to the events join them.
static void addCalls(EventSet &events, const Trace &trace) {
  const EventSet wanted = events;
  for (unsigned i : wanted.set_bits()) {
    std::optional<InvocationId> id = trace.event(EventIndex(i)).invocation;
    while (id) {
      const Invocation &invocation = trace.invocation(*id);
      if (invocation.parent) {
        auto call = static_cast<unsigned>(*invocation.parent);
        if (events.test(call))
          break; // and so are those above
        events.set(call);
      }
      id = invocation.caller;
    }
  }
}

EventSet pinstripe::withCauses(EventSet events, const Trace &trace,
                               const ControlTree *control) {
  if (control)
    return withAncestors(std::move(events), control);
  addCalls(events, trace);
  return events;
}

static llvm::Expected<EventSet> slice(RecordedCase &recorded, SliceKind kind,
                                      const std::atomic<bool> &stop) {
  DependenceOptions recording;
  recording.interrupted = &stop;
  llvm::Expected<RunDependences> run = recordDependences(recorded, recording);
  if (!run)
    return run.takeError();
  llvm::Expected<SliceCriterion> criterion =
      outputCriterion(recorded, run->graph);
  if (!criterion)
    return criterion.takeError();
  Slicer slicer(recorded.trace, run->graph, run->tree,
                /*followStale=*/recorded.launch.poison == Poison::Stale);
  return slicer.slice(*criterion, kind).events;
}

static constexpr size_t mostSteppedEvents = size_t(1) << 16;

std::optional<EventSet>
pinstripe::sliceAsCandidate(RecordedCase &recorded,
                            const std::atomic<bool> &stop) {
  // Step by step it takes less than a test by LLDB, but can't be interrupted.
  bool isStepped = recorded.engine.description.name != "native";
  if (isStepped && recorded.trace.size() > mostSteppedEvents)
    return std::nullopt;
  bool isGuarded = recorded.launch.flow == Flow::Guarded;
  llvm::Expected<EventSet> events = slice(
      recorded, isGuarded ? SliceKind::Full : SliceKind::DataAndAddress, stop);
  if (events)
    return std::move(*events);
  llvm::consumeError(events.takeError()); // it would only have saved tests
  return std::nullopt;
}
