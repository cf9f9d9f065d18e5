// Finds the memory that skipped statements would have overwritten.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Flow/SkippedStores.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace pinstripe;

SkippedStores::SkippedStores(const UnitTable &table, const Trace &trace,
                             const ComputedStores *computed)
    : table(table), trace(trace), computed(computed) {}

SkippedStores::Found SkippedStores::ofEvents(CallEvents events, bool inFrame) {
  if (events.empty())
    return {};
  begin();
  add(events, inFrame);
  InvocationId caller = trace.invocationOf(events.front());
  addAll(callsOf(caller, events.front(), events.back()));
  return take();
}

SkippedStores::Found SkippedStores::ofInvocation(InvocationId invocation) {
  begin();
  addAll(invocation);
  return take();
}

void SkippedStores::begin() {
  found = {};
  isListed = EntrySet(table.entries.size());
}

SkippedStores::Found SkippedStores::take() {
  auto keyOf = [](const ComputedStore &store) {
    return std::tuple(store.baseAndNumber, store.place, store.size);
  };
  llvm::sort(found.computed,
             [&](const auto &a, const auto &b) { return keyOf(a) < keyOf(b); });
  found.computed.erase(std::unique(found.computed.begin(), found.computed.end(),
                                   [&](const auto &a, const auto &b) {
                                     return keyOf(a) == keyOf(b);
                                   }),
                       found.computed.end());
  return std::move(found);
}

void SkippedStores::add(CallEvents events, bool inFrame) {
  for (EventIndex event : events) {
    EntryId id = trace.entryOf(event);
    if (isListed.contains(id))
      continue;
    isListed.insert(id);
    for (const FixedStore &store : table.entry(id).flow.stores)
      if (inFrame || !store.isInFrame)
        found.fixed.push_back(store);
  }
  addComputed(events);
}

/// Adds to the result the stores of `events` to computed addresses, such as the
/// address of an array element. Only the recording tells these addresses.
/// `events` are consecutive events of one call.
void SkippedStores::addComputed(CallEvents events) {
  if (!computed || events.empty())
    return;
  for (uint32_t i = 0; i < events.size(); ++i)
    llvm::append_range(found.computed,
                       computed->at(events.firstPosition() + i));
}

/// Returns the recorded calls that the call `caller` made during its events
/// from `from` to `last`. If `from` and `last` are nullopt, returns all calls
/// that `caller` made.
llvm::ArrayRef<InvocationId>
SkippedStores::callsOf(InvocationId caller, std::optional<EventIndex> from,
                       std::optional<EventIndex> last) const {
  using Key = std::pair<std::optional<InvocationId>, std::optional<EventIndex>>;
  llvm::ArrayRef<InvocationId> calls = trace.invocationsByCall();
  auto keyOf = [&](InvocationId id) {
    const Invocation &call = trace.invocation(id);
    return Key(call.caller, call.parent);
  };
  auto begin = llvm::partition_point(
      calls, [&](InvocationId id) { return keyOf(id) < Key(caller, from); });
  auto end = llvm::partition_point(calls, [&](InvocationId id) {
    return last ? keyOf(id) <= Key(caller, last) : keyOf(id).first <= caller;
  });
  return {begin, end};
}

/// Adds the stores of the calls `invocations`, and of all calls that they made
/// directly or indirectly. Uses no recursion, since calls may be nested as
/// deeply as the trace is long.
void SkippedStores::addAll(llvm::ArrayRef<InvocationId> invocations) {
  std::vector<InvocationId> pending(invocations.begin(), invocations.end());
  while (!pending.empty()) {
    InvocationId id = pending.back();
    pending.pop_back();
    add(trace.eventsOf(id), /*inFrame=*/false);
    llvm::append_range(pending, callsOf(id));
  }
}
