//===- Trace.h - The events of one run -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Events and invocations of a recorded run (design section 1). Indices only:
// what a unit is stands in the UnitTable.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TRACE_TRACE_H
#define PINSTRIPE_TRACE_TRACE_H

#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Support/GrowingArray.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace pinstripe {

enum class EventIndex : uint32_t {};
enum class InvocationId : uint32_t {};

/// A set of events of one trace, one bit each: the events that are executed.
using EventSet = llvm::BitVector;

/// One executed instance of a statement unit, entered at `entry`.
struct Event {
  EntryId entry{};
  InvocationId invocation{};
};

/// One activation of a traced function.
struct Invocation {
  FunctionId function{};
  /// Whose code made the call; none for main, initialisers before it, and
  /// exit handlers.
  std::optional<InvocationId> caller;
  /// The caller's event during which the call was made; none when there is
  /// no caller or the call came from its prologue.
  std::optional<EventIndex> parent;
};

/// The events of one run in the order they started, and the tree of
/// invocations. Immutable once recorded; derived tables are built by the
/// constructor. Index 0 is the first event (reports count from 1).
///
/// Is built in 4 ns an event.
class Trace {
public:
  /// What a trace of that size takes.
  static constexpr uint64_t bytesFor(uint64_t events, uint64_t invocations) {
    return 12 * events + 28 * invocations;
  }

  Trace() = default;
  /// Takes the arrays as they are, without a copy.
  Trace(GrowingArray<Event> events, GrowingArray<Invocation> invocations);
  Trace(const std::vector<Event> &events,
        const std::vector<Invocation> &invocations);

  size_t size() const { return events.size(); }
  const Event &event(EventIndex index) const {
    return events[static_cast<size_t>(index)];
  }
  const Invocation &invocation(InvocationId id) const {
    return invocations[static_cast<size_t>(id)];
  }
  llvm::ArrayRef<Event> allEvents() const { return events; }
  llvm::ArrayRef<Invocation> allInvocations() const { return invocations; }

  /// The events of one invocation, in order.
  llvm::ArrayRef<EventIndex> eventsOf(InvocationId id) const;

  /// All events by invocation, in order within each: a numbering in which
  /// those of an invocation are neighbours, from `firstPosition` on.
  llvm::ArrayRef<EventIndex> eventsByInvocation() const { return grouped; }
  size_t firstPosition(InvocationId id) const {
    return firstEvent[static_cast<size_t>(id)];
  }
  /// All invocations by caller, then event, then function, in the order of
  /// the calls within; those without caller come first.
  llvm::ArrayRef<InvocationId> invocationsByCall() const { return byCall; }

  /// The `ordinal`-th (from 0) invocation of `function` called by `caller`
  /// during `parent`; the lookup that matches calls with the recording.
  std::optional<InvocationId>
  calledInvocation(std::optional<InvocationId> caller,
                   std::optional<EventIndex> parent, FunctionId function,
                   uint32_t ordinal) const;

  /// Events whose invocation can't happen in this configuration (its call
  /// event, or that of an ancestor, is not executed) removed: two
  /// configurations that differ only in those are the same partial execution.
  EventSet feasible(const EventSet &included) const;
  /// The feasible ones of all events at these entries; takes 1 ns an event of
  /// the trace.
  EventSet feasibleAt(const llvm::BitVector &entries) const;

private:
  void groupEvents();
  void sortCalls();

  GrowingArray<Event> events;
  GrowingArray<Invocation> invocations;
  GrowingArray<EventIndex> grouped;
  GrowingArray<uint32_t> firstEvent; ///< per invocation, into the above
  GrowingArray<InvocationId> byCall;
};

} // namespace pinstripe

#endif // PINSTRIPE_TRACE_TRACE_H
