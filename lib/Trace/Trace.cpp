//===- Trace.cpp - The events of one run ----------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/DenseMap.h"
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

/// Sorts the numbers 0 .. `count`-1 by bucket, stable, in linear time.
/// `starts[b]` becomes the index of the first of bucket b in `sorted`.
template <typename Number, typename BucketOf>
void sortByBucket(size_t count, size_t buckets, BucketOf bucketOf,
                  GrowingArray<uint32_t> &starts,
                  GrowingArray<Number> &sorted) {
  // One place further up than at the end: placing the numbers of a bucket
  // moves its start to the start of the next one.
  starts.resize(buckets + 2);
  for (size_t i = 0; i < count; ++i)
    ++starts[bucketOf(i) + 2];
  for (size_t bucket = 2; bucket < starts.size(); ++bucket)
    starts[bucket] += starts[bucket - 1];
  sorted.resize(count);
  for (size_t i = 0; i < count; ++i)
    sorted[starts[bucketOf(i) + 1]++] = static_cast<Number>(i);
}

} // namespace

Trace::Trace(GrowingArray<Event> theEvents,
             GrowingArray<Invocation> theInvocations)
    : events(std::move(theEvents)), invocations(std::move(theInvocations)) {
  groupEvents();
  sortCalls();
}

Trace::Trace(const std::vector<Event> &events,
             const std::vector<Invocation> &invocations)
    : Trace(GrowingArray<Event>(llvm::ArrayRef(events)),
            GrowingArray<Invocation>(llvm::ArrayRef(invocations))) {}

void Trace::groupEvents() {
  const Event *const all = events.data();
  sortByBucket(
      events.size(), invocations.size(),
      [all](size_t i) { return static_cast<size_t>(all[i].invocation); },
      firstEvent, grouped);
}

void Trace::sortCalls() {
  const Invocation *const all = invocations.data();
  GrowingArray<uint32_t> firstCallee;
  sortByBucket(
      invocations.size(), invocations.size() + 1,
      [all](size_t i) { return rank(all[i].caller); }, firstCallee, byCall);
  // Calls are made in the order of their events, so little is left to do: the
  // functions that one event called.
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

llvm::ArrayRef<EventIndex> Trace::eventsOf(InvocationId id) const {
  size_t index = static_cast<size_t>(id);
  return eventsByInvocation().slice(firstEvent[index],
                                    firstEvent[index + 1] - firstEvent[index]);
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

/// Which invocations happen; none: all of them.
static std::optional<llvm::BitVector>
invocationsThatHappen(llvm::ArrayRef<Invocation> invocations,
                      const EventSet &included) {
  // Invocations are in call order, so a caller is decided before those that
  // it calls.
  llvm::BitVector happens(invocations.size(), true);
  bool all = true;
  for (size_t i = 0; i < invocations.size(); ++i) {
    const Invocation &call = invocations[i];
    bool reached = !call.caller || happens[static_cast<size_t>(*call.caller)];
    bool called = !call.parent || included[static_cast<size_t>(*call.parent)];
    if (reached && called)
      continue;
    happens.reset(i);
    all = false;
  }
  if (all)
    return std::nullopt;
  return happens;
}

namespace {

/// The same for few events of a large trace: looks at the invocations above
/// these only.
class HappeningInvocations {
public:
  HappeningInvocations(llvm::ArrayRef<Invocation> invocations,
                       const EventSet &included)
      : invocations(invocations), included(included) {}

  bool contains(InvocationId id) {
    // Up to one that is known, or can be told without its caller.
    std::optional<bool> happens;
    while (!happens) {
      const Invocation &call = invocations[static_cast<size_t>(id)];
      auto known = decided.find(static_cast<uint32_t>(id));
      if (known != decided.end()) {
        happens = known->second;
        break;
      }
      path.push_back(static_cast<uint32_t>(id));
      if (call.parent && !included[static_cast<size_t>(*call.parent)])
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

/// Below this share of events to invocations.
static constexpr size_t fewEvents = 16;

EventSet Trace::feasible(const EventSet &included) const {
  EventSet result = included;
  if (included.count() < invocations.size() / fewEvents) {
    HappeningInvocations happening(invocations, included);
    for (unsigned index : included.set_bits())
      if (!happening.contains(events[index].invocation))
        result.reset(index);
    return result;
  }
  std::optional<llvm::BitVector> happens =
      invocationsThatHappen(invocations, included);
  if (!happens)
    return result;
  for (unsigned index : included.set_bits())
    if (!happens->test(static_cast<size_t>(events[index].invocation)))
      result.reset(index);
  return result;
}

/// Which invocations happen, a byte each, if exactly the events at these
/// entries are included.
static GrowingArray<uint8_t>
invocationsThatHappen(const Trace &trace, llvm::ArrayRef<uint32_t> isIncluded) {
  llvm::ArrayRef<Invocation> invocations = trace.allInvocations();
  GrowingArray<uint8_t> happens;
  happens.resize(invocations.size());
  for (size_t i = 0; i < invocations.size(); ++i) {
    const Invocation &call = invocations[i];
    happens[i] =
        (!call.caller || happens[static_cast<size_t>(*call.caller)]) &&
        (!call.parent ||
         isIncluded[static_cast<size_t>(trace.event(*call.parent).entry)]);
  }
  return happens;
}

EventSet Trace::feasibleAt(const llvm::BitVector &entries) const {
  std::vector<uint32_t> isIncluded(entries.size());
  for (unsigned entry : entries.set_bits())
    isIncluded[entry] = 1;
  GrowingArray<uint8_t> happens = invocationsThatHappen(*this, isIncluded);
  // Few are what a branch could foresee, so it goes without one.
  constexpr size_t wordBits = 32;
  std::vector<uint32_t> words((events.size() + wordBits - 1) / wordBits);
  for (size_t begin = 0; begin < events.size(); begin += wordBits) {
    size_t end = std::min(events.size(), begin + wordBits);
    uint32_t bits = 0;
    for (size_t i = begin; i < end; ++i)
      bits |= (isIncluded[static_cast<size_t>(events[i].entry)] &
               happens[static_cast<size_t>(events[i].invocation)])
              << (i - begin);
    words[begin / wordBits] = bits;
  }
  EventSet result(events.size());
  result.setBitsInMask(words.data(), words.size());
  return result;
}

} // namespace pinstripe
