// Makes the tables by which the runtime follows a recorded trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Tables/PlanTables.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

static constexpr uint64_t allBits = ~uint64_t(0);

PlanTables::PlanTables(const UnitTable &table, const Trace &trace)
    : trace(trace) {
  addInvocations(table);
  addCalls();
  findRuns();
}

void PlanTables::addInvocations(const UnitTable &table) {
  llvm::ArrayRef<Invocation> invocations = trace.allInvocations();
  records.resize(invocations.size() + 2);
  for (size_t i = 0; i < invocations.size(); ++i) {
    native::InvocationRecord &record = records[i];
    record.function = static_cast<uint32_t>(invocations[i].function);
    record.firstEvent =
        static_cast<uint32_t>(trace.firstPosition(InvocationId(i)));
  }
  for (size_t i = invocations.size(); i < records.size(); ++i) {
    records[i].function = native::none;
    records[i].firstEvent = static_cast<uint32_t>(trace.size());
  }
  EntrySet returns(table.entries.size());
  for (size_t i = 0; i < table.entries.size(); ++i)
    returns.assign(EntryId(i),
                   table.unitOf(EntryId(i)).kind == UnitKind::Return);
  for (const Event &event : trace.allEvents())
    if (returns.contains(event.entry))
      records[static_cast<size_t>(event.invocation)].hasReturn = 1;
}

/// Adds all calls of the trace to the tables. Calls that have no caller come
/// first in the trace, but last in the tables.
void PlanTables::addCalls() {
  llvm::ArrayRef<InvocationId> calls = trace.invocationsByCall();
  auto callerOf = [&](InvocationId id) { return trace.invocation(id).caller; };
  size_t roots = llvm::partition_point(
                     calls, [&](InvocationId id) { return !callerOf(id); }) -
                 calls.begin();
  llvm::ArrayRef<InvocationId> rest = calls.drop_front(roots);
  size_t callers = records.size() - 2;
  calledInvocations.reserve(calls.size());
  for (size_t caller = 0; caller < callers; ++caller) {
    records[caller].firstGroup = static_cast<uint32_t>(groups.size());
    size_t count = 0;
    while (count < rest.size() && callerOf(rest[count]) == InvocationId(caller))
      ++count;
    addCallsOf(rest.take_front(count));
    rest = rest.drop_front(count);
  }
  records[callers].firstGroup = static_cast<uint32_t>(groups.size());
  addCallsOf(calls.take_front(roots));
  records[callers + 1].firstGroup = static_cast<uint32_t>(groups.size());
  groups.push_back({native::none, native::none,
                    static_cast<uint32_t>(calledInvocations.size())});
}

/// Returns the index of the first element of `events` that is `event` or comes
/// after it. The search is fast if the index is small.
static size_t findFromFront(llvm::ArrayRef<EventIndex> events,
                            EventIndex event) {
  size_t end = 1;
  while (end < events.size() && events[end - 1] < event)
    end *= 2;
  llvm::ArrayRef<EventIndex> part =
      events.slice(end / 2, std::min(end, events.size()) - end / 2);
  return llvm::lower_bound(part, event) - events.begin();
}

/// Adds the calls `callees`. They are either all calls that one caller makes,
/// or all calls that have no caller.
void PlanTables::addCallsOf(llvm::ArrayRef<InvocationId> callees) {
  std::optional<EventIndex> lastParent;
  std::optional<FunctionId> lastFunction;
  // The events of the caller that may have made the next call. Calls are in
  // order of time. So the events before the one that made the previous call are
  // left out.
  llvm::ArrayRef<EventIndex> events;
  // The index of the first element of `events` in Trace::eventsByInvocation.
  size_t position = 0;
  for (InvocationId id : callees) {
    const Invocation &call = trace.invocation(id);
    if (call.parent && call.parent != lastParent) {
      if (!lastParent) {
        events = trace.eventsOf(*call.caller);
        position = trace.firstPosition(*call.caller);
      }
      size_t skipped = findFromFront(events, *call.parent);
      events = events.drop_front(skipped);
      position += skipped;
    }
    if (call.function != lastFunction || call.parent != lastParent) {
      uint32_t parent = call.parent ? static_cast<uint32_t>(position) + 1 : 0;
      groups.push_back({parent, static_cast<uint32_t>(call.function),
                        static_cast<uint32_t>(calledInvocations.size())});
      lastParent = call.parent;
      lastFunction = call.function;
    }
    calledInvocations.push_back(static_cast<uint32_t>(id));
  }
}

void PlanTables::findRuns() {
  llvm::ArrayRef<EventIndex> events = trace.eventsByInvocation();
  isRun.resize(events.size() / 64);
  for (size_t word = 0; word < isRun.size(); ++word) {
    llvm::ArrayRef<EventIndex> part = events.slice(64 * word, 64);
    uint32_t first = static_cast<uint32_t>(part.front());
    uint32_t differences = 0;
    for (uint32_t i = 0; i < 64; ++i)
      differences |= static_cast<uint32_t>(part[i]) - (first + i);
    isRun[word] = differences == 0;
  }
}

uint32_t PlanTables::positionOf(EventIndex event) const {
  InvocationId id = trace.event(event).invocation;
  llvm::ArrayRef<EventIndex> events = trace.eventsOf(id);
  size_t within = llvm::lower_bound(events, event) - events.begin();
  return static_cast<uint32_t>(trace.firstPosition(id) + within);
}

void PlanTables::fillEntries(llvm::MutableArrayRef<uint32_t> entries) const {
  llvm::ArrayRef<Event> all = trace.allEvents();
  llvm::ArrayRef<EventIndex> order = trace.eventsByInvocation();
  for (size_t i = 0; i < order.size(); ++i)
    entries[i] =
        static_cast<uint32_t>(all[static_cast<size_t>(order[i])].entry);
}

/// Returns 64 bits of a bit set, beginning with bit `first`.
static uint64_t bitsFrom(llvm::ArrayRef<uintptr_t> words, size_t first) {
  size_t word = first / 64, shift = first % 64;
  uint64_t bits = words[word] >> shift;
  return shift == 0 ? bits : bits | words[word + 1] << (64 - shift);
}

void PlanTables::fillIncluded(const EventSet &included,
                              llvm::MutableArrayRef<uint64_t> words) const {
  assert(included.universe() == positions() && "a set of another trace");
  assert(words.size() == wordsFor(positions()) && "no room for one bit each");
  if (included.isFull()) {
    fillPrefix(positions(), words);
    return;
  }
  llvm::ArrayRef<uintptr_t> from = included.words();
  const EventIndex *order = trace.eventsByInvocation().data();
  for (size_t word = 0; word < words.size(); ++word, order += 64) {
    if (word < isRun.size() && isRun[word]) {
      words[word] = bitsFrom(from, static_cast<size_t>(*order));
      continue;
    }
    size_t count = std::min<size_t>(64, positions() - 64 * word);
    uint64_t bits = 0;
    for (size_t i = 0; i < count; ++i) {
      size_t event = static_cast<size_t>(order[i]);
      bits |= (from[event / 64] >> (event % 64) & 1) << i;
    }
    words[word] = bits;
  }
}

static void setBits(llvm::MutableArrayRef<uint64_t> words, size_t begin,
                    size_t end) {
  if (begin == end)
    return;
  size_t first = begin / 64, last = (end - 1) / 64;
  uint64_t fromBegin = allBits << (begin % 64);
  uint64_t toEnd = allBits >> (63 - (end - 1) % 64);
  if (first == last) {
    words[first] |= fromBegin & toEnd;
    return;
  }
  words[first] |= fromBegin;
  std::fill(words.begin() + first + 1, words.begin() + last, allBits);
  words[last] |= toEnd;
}

void PlanTables::fillPrefix(size_t count,
                            llvm::MutableArrayRef<uint64_t> words) const {
  assert(words.size() == wordsFor(positions()) && "no room for one bit each");
  std::fill(words.begin(), words.end(), 0);
  if (count >= positions()) {
    setBits(words, 0, positions());
    return;
  }
  // The events of each call are in order of time. So the events among the first
  // `count` events of the run are at the beginning of each call.
  size_t begin = 0, end = 0;
  for (size_t i = 0; i < trace.allInvocations().size(); ++i) {
    InvocationId id = InvocationId(i);
    llvm::ArrayRef<EventIndex> events = trace.eventsOf(id);
    if (events.empty() || static_cast<size_t>(events.front()) >= count)
      continue;
    size_t within = events.size();
    if (static_cast<size_t>(events.back()) >= count)
      within = llvm::lower_bound(events, EventIndex(count)) - events.begin();
    size_t position = trace.firstPosition(id);
    if (position != end) {
      setBits(words, begin, end);
      begin = position;
    }
    end = position + within;
  }
  setBits(words, begin, end);
}
