// A trace: which statements a run executed, in which order and in which calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A trace refers to statement units (the parts of the source that can be
// skipped) by index; the UnitTable describes the units.

#ifndef PINSTRIPE_TRACE_TRACE_H
#define PINSTRIPE_TRACE_TRACE_H

#include "pinstripe/Support/IndexSet.h"
#include "pinstripe/Trace/EventsByCall.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace pinstripe {

/// A set of events of one trace, such as those that a partial execution
/// executes.
using EventSet = IndexSet<EventIndex>;
using UnitSet = IndexSet<UnitId>;
using EntrySet = IndexSet<EntryId>;
using FunctionSet = IndexSet<FunctionId>;

/// One call of a traced function, which is a function whose statements are
/// recorded.
struct Invocation {
  FunctionId function{};
  /// The caller: the call whose function made this call. Nullopt for main, for
  /// initialisers before main, and for exit handlers.
  std::optional<InvocationId> caller;
  /// The event during which the caller made this call. Nullopt if the call has
  /// no caller, or if the prologue of the caller made the call.
  std::optional<EventIndex> parent;
};

/// The events (executions of statements) of one run in the order in which they
/// started, and the tree of calls, which are named invocations. Index 0 is the
/// first event, although reports count from 1. A trace never changes, so its
/// constructor builds all tables for look-ups.
///
/// Building a trace takes 2 ns an event.
class Trace {
public:
  /// Returns an upper bound for the memory, in bytes, that a trace with the
  /// given numbers of events and invocations (calls) takes. The bound holds for
  /// programs with up to 65,536 statement entries.
  static constexpr uint64_t bytesFor(uint64_t events, uint64_t invocations) {
    return 2 * events + events / 16 + 68 * invocations;
  }

  Trace() = default;
  /// Takes over the events and invocations without copying them.
  Trace(EventList events, GrowingArray<Invocation> invocations);
  Trace(const std::vector<Event> &events,
        const std::vector<Invocation> &invocations);

  size_t size() const { return events.size(); }
  Event event(EventIndex index) const { return events[index]; }
  /// Returns the statement entry of an event, the place at which control came
  /// into the statement. This takes constant time.
  EntryId entryOf(EventIndex index) const { return events.entryOf(index); }
  InvocationId invocationOf(EventIndex index) const {
    return events.invocationOf(index);
  }
  const Invocation &invocation(InvocationId id) const {
    return invocations[static_cast<size_t>(id)];
  }
  const EventList &allEvents() const { return events; }
  llvm::ArrayRef<Invocation> allInvocations() const { return invocations; }

  /// Returns the events of one invocation, in the order of the run.
  CallEvents eventsOf(InvocationId id) const {
    return {events, byPosition, byPosition.firstPosition(id),
            byPosition.count(id)};
  }

  // The *position* of an event is its index when all events are sorted by the
  // call in which they happened, and within each call by time. So the events of
  // a call have consecutive positions.

  uint32_t firstPosition(InvocationId id) const {
    return byPosition.firstPosition(id);
  }
  uint32_t positionOf(EventIndex event) const {
    return byPosition.positionOf(events, event);
  }
  EventIndex eventAt(uint32_t position) const {
    return byPosition.eventAt(events, position);
  }
  /// Calls `visit` with each stretch (consecutive events of one call). The
  /// stretches are sorted by call, and those of one call by time.
  template <typename Visit> void forEachPart(Visit visit) const {
    for (size_t i = 0; i < byPosition.parts(); ++i)
      visit(byPosition.part(events, i));
  }

  /// Returns all invocations, sorted by their caller (those without one first),
  /// then by the event that made the call, then by function, then by time.
  llvm::ArrayRef<InvocationId> invocationsByCall() const { return byCall; }

  /// Finds the recorded call that corresponds to a call of a new run: the call
  /// of `function` that `caller` made during the event `parent`. If several
  /// recorded calls fit, `ordinal` is the index of the wanted one among them.
  /// Returns nullopt if no recorded call fits.
  std::optional<InvocationId>
  calledInvocation(std::optional<InvocationId> caller,
                   std::optional<EventIndex> parent, FunctionId function,
                   uint32_t ordinal) const;

  /// Returns those events of `included` that can happen if all other events are
  /// skipped. An event can't happen if its call is not made. There are two
  /// reasons for that: the event that made the call is skipped, or the caller
  /// itself is not called. Two sets with the same feasible events lead to the
  /// same partial execution.
  EventSet feasible(const EventSet &included) const;
  /// Returns the events that can happen if only events at the statement entries
  /// in `entries` are executed. An entry is a place at which control comes into
  /// a statement. Takes 1 ns for each event of the trace.
  EventSet feasibleAt(const EntrySet &entries) const;

private:
  void sortCalls();

  EventList events;
  GrowingArray<Invocation> invocations;
  EventsByCall byPosition;
  GrowingArray<InvocationId> byCall;
};

/// Returns the index of the first event in which two traces differ; nullopt if
/// they have the same events.
std::optional<size_t> firstDifferentEvent(const Trace &left,
                                          const Trace &right);

} // namespace pinstripe

#endif // PINSTRIPE_TRACE_TRACE_H
