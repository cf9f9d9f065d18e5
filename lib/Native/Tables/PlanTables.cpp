// Makes the tables by which the process under test follows a recorded trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Tables/PlanTables.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace pinstripe;

static constexpr uint64_t allBits = ~uint64_t(0);

PlanTables::PlanTables(const UnitTable &table, const Trace &trace)
    : trace(trace), widthOfEntries(native::entryWidth(table.entries.size())) {
  addInvocations(table);
  addCalls();
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
  for (Event event : trace.allEvents())
    if (returns.contains(event.entry))
      records[static_cast<size_t>(event.invocation)].hasReturn = 1;
}

/// Adds all calls of the trace to the tables. The calls that have no caller
/// come first in the trace, but last in the tables.
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

/// Adds a list of calls to the tables. The list has all calls made by one
/// invocation, or all calls that have no caller.
void PlanTables::addCallsOf(llvm::ArrayRef<InvocationId> callees) {
  std::optional<EventIndex> lastParent;
  std::optional<FunctionId> lastFunction;
  for (InvocationId id : callees) {
    const Invocation &call = trace.invocation(id);
    if (call.function != lastFunction || call.parent != lastParent) {
      uint32_t parent = call.parent ? trace.positionOf(*call.parent) + 1 : 0;
      groups.push_back({parent, static_cast<uint32_t>(call.function),
                        static_cast<uint32_t>(calledInvocations.size())});
      lastParent = call.parent;
      lastFunction = call.function;
    }
    calledInvocations.push_back(static_cast<uint32_t>(id));
  }
}

template <typename Element>
static void copyEntries(const Trace &trace,
                        llvm::MutableArrayRef<uint8_t> bytes) {
  auto *entries = reinterpret_cast<Element *>(bytes.data());
  trace.allEvents().entryNumbers().withElements([&](const auto *numbers) {
    trace.forEachPart([&](const PlacedStretch &part) {
      const auto *first = numbers + static_cast<size_t>(part.firstEvent);
      std::copy(first, first + part.size, entries + part.firstPosition);
    });
  });
}

void PlanTables::fillEntries(llvm::MutableArrayRef<uint8_t> bytes) const {
  assert(bytes.size() == entryWidth() * positions() && "no room for entries");
  switch (entryWidth()) {
  case 1:
    return copyEntries<uint8_t>(trace, bytes);
  case 2:
    return copyEntries<uint16_t>(trace, bytes);
  default:
    return copyEntries<uint32_t>(trace, bytes);
  }
}

/// Returns the `count` bits of a bit set from bit `first` on. `count` is at
/// most 64.
static uint64_t bitsFrom(llvm::ArrayRef<uintptr_t> words, size_t first,
                         size_t count) {
  size_t word = first / 64, shift = first % 64;
  uint64_t bits = words[word] >> shift;
  if (shift + count > 64)
    bits |= words[word + 1] << (64 - shift);
  return bits & allBits >> (64 - count);
}

/// Copies `count` bits of `from`, beginning with bit `first`, into `to`, where
/// they begin at bit `position`. All of these bits of `to` must be 0 before.
static void copyBits(llvm::ArrayRef<uintptr_t> from, size_t first,
                     llvm::MutableArrayRef<uint64_t> to, size_t position,
                     size_t count) {
  while (count != 0) {
    size_t shift = position % 64;
    size_t copied = std::min(count, 64 - shift);
    to[position / 64] |= bitsFrom(from, first, copied) << shift;
    first += copied;
    position += copied;
    count -= copied;
  }
}

void PlanTables::fillIncluded(const EventSet &included,
                              llvm::MutableArrayRef<uint64_t> words) const {
  assert(included.universe() == positions() && "a set of another trace");
  assert(words.size() == wordsFor(positions()) && "no room for one bit each");
  if (included.isFull()) {
    fillPrefix(positions(), words);
    return;
  }
  std::fill(words.begin(), words.end(), 0);
  trace.forEachPart([&](const PlacedStretch &part) {
    copyBits(included.words(), static_cast<size_t>(part.firstEvent), words,
             part.firstPosition, part.size);
  });
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
  size_t begin = 0, end = 0;
  trace.forEachPart([&](const PlacedStretch &part) {
    auto first = static_cast<size_t>(part.firstEvent);
    if (first >= count)
      return;
    if (part.firstPosition != end) {
      setBits(words, begin, end);
      begin = part.firstPosition;
    }
    end = part.firstPosition + std::min<size_t>(part.size, count - first);
  });
  setBits(words, begin, end);
}
