//===- Trace.cpp - The events of one run ----------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

namespace pinstripe {
namespace {

/// Index of an optional id in an order that begins with none.
template <typename Id> uint64_t rank(std::optional<Id> id) {
  return id ? static_cast<uint64_t>(*id) + 1 : 0;
}

using CallKey = std::tuple<uint64_t, uint64_t, FunctionId>;

CallKey keyOf(const Invocation &invocation) {
  return {rank(invocation.caller), rank(invocation.parent),
          invocation.function};
}

} // namespace

Trace::Trace(std::vector<Event> events, std::vector<Invocation> invocations)
    : events(std::move(events)), invocations(std::move(invocations)) {
  // A counting sort: events of one invocation stay in order.
  firstEvent.assign(this->invocations.size() + 1, 0);
  for (const Event &event : this->events)
    ++firstEvent[static_cast<size_t>(event.invocation) + 1];
  for (size_t i = 1; i < firstEvent.size(); ++i)
    firstEvent[i] += firstEvent[i - 1];
  eventsByInvocation.resize(this->events.size());
  std::vector<uint32_t> next = firstEvent;
  for (size_t i = 0; i < this->events.size(); ++i) {
    uint32_t &place = next[static_cast<size_t>(this->events[i].invocation)];
    eventsByInvocation[place++] = static_cast<EventIndex>(i);
  }

  byCall.resize(this->invocations.size());
  for (size_t i = 0; i < byCall.size(); ++i)
    byCall[i] = static_cast<InvocationId>(i);
  llvm::sort(byCall, [&](InvocationId left, InvocationId right) {
    return std::pair(keyOf(invocation(left)), left) <
           std::pair(keyOf(invocation(right)), right);
  });
}

llvm::ArrayRef<EventIndex> Trace::eventsOf(InvocationId id) const {
  size_t index = static_cast<size_t>(id);
  return llvm::ArrayRef(eventsByInvocation)
      .slice(firstEvent[index], firstEvent[index + 1] - firstEvent[index]);
}

std::optional<InvocationId>
Trace::calledInvocation(std::optional<InvocationId> caller,
                        std::optional<EventIndex> parent, FunctionId function,
                        uint32_t ordinal) const {
  const CallKey wanted(rank(caller), rank(parent), function);
  auto first = llvm::partition_point(
      byCall, [&](InvocationId id) { return keyOf(invocation(id)) < wanted; });
  if (static_cast<size_t>(byCall.end() - first) <= ordinal)
    return std::nullopt;
  InvocationId found = first[ordinal];
  if (keyOf(invocation(found)) != wanted)
    return std::nullopt;
  return found;
}

EventSet Trace::feasible(const EventSet &included) const {
  // Invocations are in call order, so a caller is decided before those that
  // it calls.
  llvm::BitVector happens(invocations.size());
  for (size_t i = 0; i < invocations.size(); ++i) {
    const Invocation &call = invocations[i];
    bool reached = !call.caller || happens[static_cast<size_t>(*call.caller)];
    bool called = !call.parent || included[static_cast<size_t>(*call.parent)];
    happens[i] = reached && called;
  }
  EventSet result = included;
  for (unsigned index : included.set_bits())
    if (!happens[static_cast<size_t>(events[index].invocation)])
      result.reset(index);
  return result;
}

} // namespace pinstripe
