// A trace: which statements a run executed, in which order and in which calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Trace/Trace.h"
#include "BucketSort.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <tuple>

namespace pinstripe {
namespace {

/// Returns a number by which optional ids are sorted: nullopt comes first.
template <typename Id> uint64_t rank(std::optional<Id> id) {
  return id ? static_cast<uint64_t>(*id) + 1 : 0;
}

using CallKey = std::tuple<uint64_t, uint64_t, FunctionId>;

CallKey keyOf(const Invocation &invocation) {
  return {rank(invocation.caller), rank(invocation.parent),
          invocation.function};
}

} // namespace

Trace::Trace(EventList theEvents, GrowingArray<Invocation> theInvocations)
    : events(std::move(theEvents)), invocations(std::move(theInvocations)),
      byPosition(events, invocations.size()) {
  sortCalls();
}

Trace::Trace(const std::vector<Event> &events,
             const std::vector<Invocation> &invocations)
    : Trace(EventList(events),
            GrowingArray<Invocation>(llvm::ArrayRef(invocations))) {}

void Trace::sortCalls() {
  const Invocation *const all = invocations.data();
  GrowingArray<uint32_t> firstCallee;
  sortByBucket(
      invocations.size(), invocations.size() + 1,
      [all](size_t i) { return rank(all[i].caller); }, firstCallee, byCall);
  // The calls of each caller are sorted by event already, since a call has a
  // lower number than the calls that later events made. But one event may have
  // made several calls, and these must still be sorted by function.
  auto isBefore = [all](InvocationId left, InvocationId right) {
    return std::pair(keyOf(all[static_cast<size_t>(left)]), left) <
           std::pair(keyOf(all[static_cast<size_t>(right)]), right);
  };
  for (size_t caller = 0; caller <= invocations.size(); ++caller) {
    llvm::MutableArrayRef<InvocationId> callees =
        llvm::MutableArrayRef<InvocationId>(byCall).slice(
            firstCallee[caller], firstCallee[caller + 1] - firstCallee[caller]);
    if (callees.size() > 1 && !llvm::is_sorted(callees, isBefore))
      llvm::sort(callees, isBefore);
  }
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

/// Returns the invocations (calls) that happen if exactly the events in
/// `included` are executed. Returns nullopt if all invocations happen.
static std::optional<IndexSet<InvocationId>>
invocationsThatHappen(llvm::ArrayRef<Invocation> invocations,
                      const EventSet &included) {
  // Each call comes after its caller in `invocations`. So when a call is looked
  // at, it is known whether its caller happens.
  IndexSet<InvocationId> happens(invocations.size(), true);
  bool all = true;
  for (size_t i = 0; i < invocations.size(); ++i) {
    const Invocation &call = invocations[i];
    bool reached = !call.caller || happens.contains(*call.caller);
    bool called = !call.parent || included.contains(*call.parent);
    if (reached && called)
      continue;
    happens.erase(InvocationId(i));
    all = false;
  }
  if (all)
    return std::nullopt;
  return happens;
}

namespace {

/// Finds out which invocations (calls) happen if only few events of a large
/// trace are executed. Looks only at the calls in which these events happened
/// and at the callers of these calls, which saves time.
class HappeningInvocations {
public:
  HappeningInvocations(llvm::ArrayRef<Invocation> invocations,
                       const EventSet &included)
      : invocations(invocations), included(included) {}

  bool contains(InvocationId id) {
    // Goes up from caller to caller until it is known whether the call happens.
    // A call that a skipped event made does not happen, and a call without a
    // caller happens. A call for which an earlier search has found the answer
    // is not looked at again.
    std::optional<bool> happens;
    while (!happens) {
      const Invocation &call = invocations[static_cast<size_t>(id)];
      auto known = decided.find(static_cast<uint32_t>(id));
      if (known != decided.end()) {
        happens = known->second;
        break;
      }
      path.push_back(static_cast<uint32_t>(id));
      if (call.parent && !included.contains(*call.parent))
        happens = false;
      else if (!call.caller)
        happens = true;
      else
        id = *call.caller;
    }
    for (uint32_t each : path)
      decided[each] = *happens;
    path.clear();
    return *happens;
  }

private:
  llvm::ArrayRef<Invocation> invocations;
  const EventSet &included;
  llvm::DenseMap<uint32_t, bool> decided;
  std::vector<uint32_t> path;
};

} // namespace

/// The function `feasible` counts the included events as few if the trace has
/// more than 16 calls for each of them. Then it looks only at the calls of
/// these events and at the callers of these calls.
static constexpr size_t fewEvents = 16;

EventSet Trace::feasible(const EventSet &included) const {
  EventSet result = included;
  if (included.count() < invocations.size() / fewEvents) {
    HappeningInvocations happening(invocations, included);
    for (EventIndex index : included)
      if (!happening.contains(invocationOf(index)))
        result.erase(index);
    return result;
  }
  std::optional<IndexSet<InvocationId>> happens =
      invocationsThatHappen(invocations, included);
  if (!happens)
    return result;
  for (EventIndex index : included)
    if (!happens->contains(invocationOf(index)))
      result.erase(index);
  return result;
}

/// Returns 1 for each call of a trace that can happen if only events at certain
/// entries are executed, and 0 for each other call. An entry is an address at
/// which control enters a statement. `isIncluded` has 1 for the executed
/// entries, and 0 for all others.
static GrowingArray<uint8_t>
invocationsThatHappen(const Trace &trace, llvm::ArrayRef<uint32_t> isIncluded) {
  llvm::ArrayRef<Invocation> invocations = trace.allInvocations();
  GrowingArray<uint8_t> happens;
  happens.resize(invocations.size());
  for (size_t i = 0; i < invocations.size(); ++i) {
    const Invocation &call = invocations[i];
    happens[i] = (!call.caller || happens[static_cast<size_t>(*call.caller)]) &&
                 (!call.parent ||
                  isIncluded[static_cast<size_t>(trace.entryOf(*call.parent))]);
  }
  return happens;
}

/// For each event from `begin` to `end` - 1, sets the event's bit in `words` if
/// its statement entry is included. `entries` has the number of the entry for
/// each event, and `isIncluded` has 1 for each included entry.
template <typename Number>
static void addIncluded(const Number *entries, size_t begin, size_t end,
                        llvm::ArrayRef<uint32_t> isIncluded,
                        llvm::MutableArrayRef<uint32_t> words) {
  // The loop has no branch that depends on whether an event is included. The
  // processor would often predict such a branch wrongly.
  constexpr size_t wordBits = 32;
  while (begin < end) {
    size_t word = begin / wordBits;
    size_t last = std::min(end, (word + 1) * wordBits);
    uint32_t bits = 0;
    for (; begin < last; ++begin)
      bits |= isIncluded[entries[begin]] << begin % wordBits;
    words[word] |= bits;
  }
}

EventSet Trace::feasibleAt(const EntrySet &entries) const {
  std::vector<uint32_t> isIncluded(entries.universe());
  for (EntryId entry : entries)
    isIncluded[static_cast<size_t>(entry)] = 1;
  GrowingArray<uint8_t> happens = invocationsThatHappen(*this, isIncluded);
  std::vector<uint32_t> words((events.size() + 31) / 32);
  events.entryNumbers().withElements([&](const auto *numbers) {
    for (auto [i, stretch] : llvm::enumerate(events.stretches()))
      if (happens[static_cast<size_t>(stretch.invocation)])
        addIncluded(numbers, static_cast<size_t>(stretch.first),
                    events.endOf(i), isIncluded, words);
  });
  EventSet result(events.size());
  result.insertWords(words);
  return result;
}

} // namespace pinstripe

std::optional<size_t> pinstripe::firstDifferentEvent(const Trace &left,
                                                     const Trace &right) {
  const EventList &a = left.allEvents(), &b = right.allEvents();
  EventList::Iterator inLeft = a.begin(), inRight = b.begin();
  size_t index = 0;
  while (inLeft != a.end() && inRight != b.end() && *inLeft == *inRight) {
    ++inLeft;
    ++inRight;
    ++index;
  }
  if (inLeft == a.end() && inRight == b.end())
    return std::nullopt;
  return index;
}
