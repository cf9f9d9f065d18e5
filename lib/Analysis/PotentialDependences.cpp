// Finds conditions whose other outcome could have changed a value.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Analysis/PotentialDependences.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

static constexpr uint32_t none = ~uint32_t(0);

/// Sorts `list` and removes what is in it twice.
template <typename T> static void makeUnique(std::vector<T> &list) {
  llvm::sort(list);
  list.erase(llvm::unique(list), list.end());
}

PotentialDependences::PotentialDependences(const UnitTable &table,
                                           const UnitGraph &graph,
                                           const Trace &trace,
                                           const StoredPlaces &places)
    : table(table), graph(graph), trace(trace), places(places),
      eventsAt(table.entries.size()), nextInInvocation(trace.size(), none),
      conditionsOf(table.functions.size()), callersOf(table.functions.size()),
      isAnalysed(table.functions.size()), leading(table.entries.size()) {
  indexEvents();
  indexCalls();
}

void PotentialDependences::indexEvents() {
  for (size_t i = 0; i < trace.size(); ++i) {
    EntryId entry = trace.entryOf(EventIndex(i));
    if (!graph.isCondition(entry))
      continue;
    std::vector<uint32_t> &events = eventsAt[static_cast<size_t>(entry)];
    if (events.empty())
      conditionsOf[static_cast<size_t>(table.entry(entry).function)].push_back(
          entry);
    events.push_back(static_cast<uint32_t>(i));
  }
  for (size_t i = 0; i < trace.allInvocations().size(); ++i) {
    std::optional<EventIndex> last;
    for (EventIndex event : trace.eventsOf(InvocationId(i))) {
      if (last)
        nextInInvocation[static_cast<size_t>(*last)] =
            static_cast<uint32_t>(event);
      last = event;
    }
  }
}

void PotentialDependences::indexCalls() {
  for (const Invocation &invocation : trace.allInvocations())
    if (invocation.parent)
      callersOf[static_cast<size_t>(invocation.function)].push_back(
          trace.entryOf(*invocation.parent));
  for (std::vector<EntryId> &callers : callersOf)
    makeUnique(callers);
}

/// Returns the place to which control went after a condition. This is the entry
/// of the next statement that the same call has executed (the address at which
/// control entered it), or `exit` if the call has ended.
EntryId PotentialDependences::wentTo(uint32_t event) const {
  uint32_t next = nextInInvocation[event];
  return next == none ? UnitGraph::exit : trace.entryOf(EventIndex(next));
}

/// Finds the statements of `function` that control can reach from each of its
/// executed conditions, and the ways out of the condition that lead there. The
/// search ends where all ways out of the condition meet again.
void PotentialDependences::analyse(FunctionId function) {
  for (EntryId condition : conditionsOf[static_cast<size_t>(function)]) {
    EntryId end = graph.immediatePostDominator(condition);
    llvm::MapVector<EntryId, std::optional<EntryId>> onlyWayTo;
    for (EntryId way : graph.successors(condition)) {
      llvm::DenseSet<EntryId> reached;
      llvm::SmallVector<EntryId> pending = {way};
      while (!pending.empty()) {
        EntryId entry = pending.pop_back_val();
        if (entry == end || entry == UnitGraph::exit ||
            !reached.insert(entry).second)
          continue;
        auto [found, isNew] = onlyWayTo.insert({entry, way});
        if (!isNew)
          found->second = std::nullopt;
        llvm::append_range(pending, graph.successors(entry));
      }
    }
    for (const auto &[entry, way] : onlyWayTo)
      leading[static_cast<size_t>(entry)].push_back(idOf(condition, way));
  }
}

PotentialDependences::DecisionId
PotentialDependences::idOf(EntryId condition, std::optional<EntryId> onlyWay) {
  auto [found, isNew] = ids.try_emplace(
      {condition, onlyWay.value_or(UnitGraph::exit)}, decisions.size());
  if (isNew)
    decisions.push_back({condition, onlyWay});
  return found->second;
}

llvm::ArrayRef<PotentialDependences::DecisionId>
PotentialDependences::leadingTo(EntryId entry) {
  FunctionId function = table.entry(entry).function;
  auto index = static_cast<size_t>(function);
  if (!isAnalysed[index])
    analyse(function);
  isAnalysed[index] = true;
  return leading[static_cast<size_t>(entry)];
}

/// Returns the decisions that lead to a call of `function`: in its callers, in
/// the callers of these, and so on.
PotentialDependences::Decisions &
PotentialDependences::callsOf(FunctionId function) {
  auto [found, isNew] = byCalled.try_emplace(function);
  Decisions &calls = found->second;
  if (!isNew)
    return calls;
  llvm::DenseSet<EntryId> seen;
  std::vector<EntryId> pending = callersOf[static_cast<size_t>(function)];
  while (!pending.empty()) {
    EntryId caller = pending.back();
    pending.pop_back();
    if (!seen.insert(caller).second)
      continue;
    llvm::append_range(calls.ofAll, leadingTo(caller));
    llvm::append_range(
        pending, callersOf[static_cast<size_t>(table.entry(caller).function)]);
  }
  makeUnique(calls.ofAll);
  return calls;
}

/// Returns the decisions from which control may go to one of the statements
/// `sharers`, which all write to the same memory. If this memory is not in the
/// stack frame of the statement's own call, these include the decisions that
/// lead to a call of the statement's function.
PotentialDependences::Decisions PotentialDependences::decisionsFor(
    llvm::ArrayRef<StoredPlaces::Sharer> sharers) {
  Decisions result;
  for (const StoredPlaces::Sharer &sharer : sharers) {
    llvm::append_range(sharer.isOwnFrame ? result.ofInvocation : result.ofAll,
                       leadingTo(sharer.entry));
    if (!sharer.isOwnFrame)
      result.called.push_back(table.entry(sharer.entry).function);
  }
  makeUnique(result.ofInvocation);
  makeUnique(result.ofAll);
  makeUnique(result.called);
  return result;
}

PotentialDependences::Decisions &
PotentialDependences::decisionsFor(EntryId definition) {
  auto [found, isNew] = byDefinition.try_emplace(definition);
  if (isNew)
    found->second = decisionsFor(places.sharersOf(table, definition));
  return found->second;
}

/// Adds the range [begin, end) to `ranges`, which maps the beginning of each
/// range to its end. The ranges in the map stay disjoint. Returns the parts of
/// [begin, end) that were in none of the ranges before.
static llvm::SmallVector<std::pair<uint32_t, uint32_t>, 2>
join(std::map<uint32_t, uint32_t> &ranges, uint32_t begin, uint32_t end) {
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 2> added;
  auto next = ranges.upper_bound(begin);
  if (next != ranges.begin() && std::prev(next)->second >= begin)
    --next;
  uint32_t first = begin, at = begin;
  for (; next != ranges.end() && next->first <= end;
       next = ranges.erase(next)) {
    if (at < next->first)
      added.push_back({at, next->first});
    first = std::min(first, next->first);
    at = std::max(at, next->second);
  }
  if (at < end)
    added.push_back({at, end});
  ranges[first] = std::max(at, end);
  return added;
}

/// Looks at the events in [begin, end) that executed the condition of
/// `decision`. Calls `take` for each event after which control could have gone
/// another way that leads to the statement of the decision. If `invocation` is
/// not null, looks only at events of this call.
void PotentialDependences::scan(const Decision &decision, uint32_t begin,
                                uint32_t end, const InvocationId *invocation,
                                Take take) {
  llvm::ArrayRef<uint32_t> events =
      eventsAt[static_cast<size_t>(decision.condition)];
  for (const uint32_t *next = llvm::lower_bound(events, begin);
       next != events.end() && *next < end && !isExhausted(); ++next) {
    ++stepCount;
    EventIndex event{*next};
    if (invocation && trace.invocationOf(event) != *invocation)
      continue;
    if (!decision.onlyWay || *decision.onlyWay != wentTo(*next))
      take(event);
  }
}

/// Calls `take` for the decisions in [begin, end) that `all.ofAll` and
/// `all.called` describe, but for those that it has been called for before.
void PotentialDependences::scanAll(Decisions &all, uint32_t begin, uint32_t end,
                                   Take take) {
  if (all.ofAll.empty() && all.called.empty())
    return;
  for (auto [from, to] : join(all.told, begin, end)) {
    for (DecisionId id : all.ofAll) {
      ++stepCount;
      for (auto [first, last] : join(decisions[id].told, from, to))
        scan(decisions[id], first, last, nullptr, take);
    }
    for (FunctionId function : all.called)
      scanAll(callsOf(function), from, to, take);
  }
}

void PotentialDependences::scan(Decisions &all, uint32_t begin, EventIndex used,
                                InvocationId invocation, Take take) {
  auto end = static_cast<uint32_t>(used);
  for (DecisionId id : all.ofInvocation)
    scan(decisions[id], begin, end, &invocation, take);
  scanAll(all, begin, end, take);
}

void PotentialDependences::visit(EventIndex defined, EventIndex used,
                                 Take take) {
  auto number = static_cast<uint32_t>(defined);
  uint32_t &scanned = scannedTo.try_emplace(number, number + 1).first->second;
  uint32_t begin = scanned;
  if (begin >= static_cast<uint32_t>(used))
    return;
  scanned = static_cast<uint32_t>(used);
  Event event = trace.event(defined);
  scan(decisionsFor(event.entry), begin, used, event.invocation, take);
}

void PotentialDependences::visitUndefined(StoredPlace place, EventIndex used,
                                          Take take) {
  FunctionId user = table.entry(trace.entryOf(used)).function;
  auto [found, isNew] = byPlace.try_emplace(place.key());
  if (isNew) {
    std::vector<StoredPlaces::Sharer> writers;
    for (EntryId writer : places.writersOf(place)) {
      bool isOwn =
          place.frameOf() == user && table.entry(writer).function == user;
      writers.push_back({writer, isOwn});
    }
    found->second = decisionsFor(writers);
  }
  scan(found->second, 0, used, trace.invocationOf(used), take);
}
