// Divides a run into iterations or invocations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Reduce/RunParts.h"
#include "Reduce/LoopFinder.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

/// The bodies of all iterations in the order of their first events. Two bodies
/// are nested or apart, and no two begin with the same event.
static std::vector<EventRange> bodiesOf(const UnitTable &table,
                                        const Trace &trace) {
  std::vector<EventRange> bodies;
  LoopFinder finder(table, trace);
  auto everywhere = [](EventRange) { return true; };
  auto add = [&](llvm::ArrayRef<EventRange> found) {
    bodies.insert(bodies.end(), found.begin(), found.end());
  };
  for (size_t i = 0; i != trace.allInvocations().size(); ++i)
    finder.run(InvocationId(i), everywhere, add);
  llvm::sort(bodies, [](EventRange left, EventRange right) {
    return left.begin < right.begin;
  });
  return bodies;
}

GrowingArray<uint32_t> pinstripe::iterationParts(const UnitTable &table,
                                                 const Trace &trace) {
  std::vector<EventRange> bodies = bodiesOf(table, trace);
  std::vector<EventRange> open; // The innermost body is the last one.
  auto next = bodies.begin();
  GrowingArray<uint32_t> parts;
  parts.resize(trace.size());
  for (uint32_t i = 0; i != trace.size(); ++i) {
    while (!open.empty() && open.back().end <= i)
      open.pop_back();
    if (next != bodies.end() && next->begin == i)
      open.push_back(*next++);
    parts[i] = open.empty() ? i : open.back().begin;
  }
  return parts;
}

GrowingArray<uint32_t> pinstripe::invocationParts(const Trace &trace) {
  GrowingArray<uint32_t> parts;
  parts.resize(trace.size());
  for (uint32_t i = 0; i != trace.size(); ++i) {
    InvocationId id = trace.event(EventIndex{i}).invocation;
    parts[i] = static_cast<uint32_t>(trace.eventsOf(id).front());
  }
  return parts;
}
