// Finds a configuration with which a reduction may begin.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Reduce/FirstCandidate.h"
#include "Reduce/GuardedFlow.h"
#include "Slice/DetailedRun.h"

using namespace pinstripe;

/// Adds the calls that lead to the events.
static void addCalls(EventSet &events, const Trace &trace) {
  const EventSet wanted = events;
  for (EventIndex event : wanted) {
    std::optional<InvocationId> id = trace.event(event).invocation;
    while (id) {
      const Invocation &invocation = trace.invocation(*id);
      if (invocation.parent) {
        if (events.contains(*invocation.parent))
          break; // The calls above are included, too.
        events.insert(*invocation.parent);
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

/// Up to this many events, a recording step by step takes less time than a test
/// by LLDB, but can't be interrupted.
static constexpr size_t maxSteppedEvents = size_t(1) << 16;

std::optional<EventSet>
pinstripe::sliceAsCandidate(const RecordedCase &recorded, CaseRunner &runner,
                            const PredicateSpec &predicate, Flow flow,
                            const std::atomic<bool> &stop) {
  if (recordsByStepping(runner) && recorded.trace.size() > maxSteppedEvents)
    return std::nullopt;
  DependenceOptions recording;
  recording.interrupted = &stop;
  auto output = recordOutputDependences(recorded, runner, predicate, recording);
  if (output)
    return output->slice(flow == Flow::Guarded ? SliceKind::Full
                                               : SliceKind::DataAndAddress);
  llvm::consumeError(
      output.takeError()); // The slice would only have saved tests.
  return std::nullopt;
}
