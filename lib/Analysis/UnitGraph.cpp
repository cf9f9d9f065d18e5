// Builds, for each function, the control-flow graph of its statements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Analysis/UnitGraph.h"
#include "PostDominators.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <set>

using namespace pinstripe;

UnitGraph::UnitGraph(const UnitTable &table, const Trace &trace)
    : edges(table.entries.size()) {
  addStatic(table);
  addObserved(table, trace);
  finish(table);
}

UnitGraph::UnitGraph(const UnitTable &table) : edges(table.entries.size()) {
  addStatic(table);
  finish(table);
}

bool UnitGraph::addEdge(EntryId from, EntryId to) {
  llvm::SmallVector<EntryId, 2> &out = edges[static_cast<size_t>(from)];
  auto place = llvm::lower_bound(out, to);
  if (place != out.end() && *place == to)
    return false;
  out.insert(place, to);
  return true;
}

void UnitGraph::addStatic(const UnitTable &table) {
  for (size_t i = 0; i < table.entries.size(); ++i) {
    const EntryFlow &flow = table.entries[i].flow;
    for (uint64_t address : flow.successors)
      if (std::optional<EntryId> to = table.entryAt(address))
        addEdge(EntryId(i), *to);
    if (flow.mayLeave)
      addEdge(EntryId(i), exit);
  }
}

/// Returns the calls that were not complete when the run ended in the midst of
/// a statement, as by a crash. Returns none if the last statement of the run
/// can end its function or the program, since the run then ended as its
/// statements say.
static std::set<InvocationId> callsBrokenOff(const UnitTable &table,
                                             const Trace &trace) {
  std::set<InvocationId> calls;
  if (trace.size() == 0)
    return calls;
  auto last = EventIndex(trace.size() - 1);
  const EntryFlow &flow = table.entry(trace.entryOf(last)).flow;
  if (flow.mayLeave || flow.successors.empty())
    return calls;
  for (std::optional<InvocationId> call = trace.invocationOf(last); call;
       call = trace.invocation(*call).caller)
    calls.insert(*call);
  return calls;
}

void UnitGraph::addObserved(const UnitTable &table, const Trace &trace) {
  std::set<InvocationId> brokenOff = callsBrokenOff(table, trace);
  for (size_t i = 0; i < trace.allInvocations().size(); ++i) {
    std::optional<EntryId> from;
    for (EventIndex event : trace.eventsOf(InvocationId(i))) {
      EntryId to = trace.entryOf(event);
      if (from)
        observed += addEdge(*from, to);
      from = to;
    }
    // A crash is not a decision of the statement in which it happens. So it
    // adds no edge.
    if (from && !brokenOff.count(InvocationId(i)))
      observed += addEdge(*from, exit);
  }
}

void UnitGraph::finish(const UnitTable &table) {
  size_t count = edges.size();
  conditionEntries = EntrySet(count);
  for (size_t i = 0; i < count; ++i)
    conditionEntries.assign(EntryId(i), edges[i].size() > 1);
  postDominators.assign(count, exit);
  // Sorts all entries (addresses at which control enters statements) by
  // function, since the entries of one function need not be consecutive in the
  // unit table.
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  auto functionOf = [&](uint32_t i) { return table.entries[i].function; };
  std::ranges::sort(order, {},
                    [&](uint32_t i) { return std::pair(functionOf(i), i); });
  for (size_t begin = 0; begin < count;) {
    size_t end = begin;
    while (end < count && functionOf(order[end]) == functionOf(order[begin]))
      ++end;
    findPostDominators(
        llvm::ArrayRef<uint32_t>(order).slice(begin, end - begin), edges, exit,
        postDominators);
    begin = end;
  }
}
