// Finds conditions whose other outcome could have changed a value.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Analysis/PotentialDependences.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

static constexpr uint32_t none = ~uint32_t(0);

PotentialDependences::PotentialDependences(const UnitTable &table,
                                           const UnitGraph &graph,
                                           const Trace &trace,
                                           const StoredPlaces &places)
    : table(table), graph(graph), trace(trace), places(places),
      eventsAt(table.entries.size()), nextInInvocation(trace.size(), none),
      callersOf(table.functions.size()), isAnalysed(table.functions.size()),
      leading(table.entries.size()) {
  indexEvents();
  indexCalls();
}

void PotentialDependences::indexEvents() {
  for (size_t i = 0; i < trace.size(); ++i) {
    EntryId entry = trace.entryOf(EventIndex(i));
    if (graph.isCondition(entry))
      eventsAt[static_cast<size_t>(entry)].push_back(static_cast<uint32_t>(i));
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
  for (std::vector<EntryId> &callers : callersOf) {
    llvm::sort(callers);
    callers.erase(llvm::unique(callers), callers.end());
  }
}

/// Returns the place to which control went after a condition. This is the entry
/// of the next statement that the same call has executed (the address at which
/// control entered it), or `exit` if the call has ended.
EntryId PotentialDependences::wentTo(uint32_t event) const {
  uint32_t next = nextInInvocation[event];
  return next == none ? UnitGraph::exit : trace.entryOf(EventIndex(next));
}

/// For each condition of `function` and each way out of it, finds the
/// statements that control can reach by this way. The search ends where all
/// ways out of the condition meet again.
void PotentialDependences::analyse(FunctionId function) {
  for (size_t i = 0; i < table.entries.size(); ++i) {
    EntryId condition{static_cast<uint32_t>(i)};
    if (table.entry(condition).function != function ||
        !graph.isCondition(condition))
      continue;
    EntryId end = graph.immediatePostDominator(condition);
    for (EntryId successor : graph.successors(condition)) {
      std::set<EntryId> reached;
      llvm::SmallVector<EntryId> pending = {successor};
      while (!pending.empty()) {
        EntryId entry = pending.pop_back_val();
        if (entry == end || entry == UnitGraph::exit ||
            !reached.insert(entry).second)
          continue;
        leading[static_cast<size_t>(entry)][condition].insert(successor);
        llvm::append_range(pending, graph.successors(entry));
      }
    }
  }
}

const PotentialDependences::Targets &
PotentialDependences::leadingTo(EntryId entry) {
  FunctionId function = table.entry(entry).function;
  auto index = static_cast<size_t>(function);
  if (!isAnalysed[index])
    analyse(function);
  isAnalysed[index] = true;
  return leading[static_cast<size_t>(entry)];
}

/// Returns the conditions from which control may go to one of the statements
/// `sharers`, which all write to the same memory. If this memory is not in the
/// stack frame of the statement's own call, also returns conditions in the
/// callers of its function, since these may decide whether the function is
/// called.
PotentialDependences::Decisions PotentialDependences::decisionsFor(
    llvm::ArrayRef<StoredPlaces::Sharer> sharers) {
  Targets ofInvocation, ofAll;
  std::set<EntryId> seen;
  llvm::SmallVector<EntryId> pending;
  for (const StoredPlaces::Sharer &sharer : sharers) {
    if (!sharer.isOwnFrame)
      pending.push_back(sharer.entry);
    else
      for (const auto &[condition, towards] : leadingTo(sharer.entry))
        ofInvocation[condition].insert(towards.begin(), towards.end());
  }
  while (!pending.empty()) {
    EntryId entry = pending.pop_back_val();
    if (!seen.insert(entry).second)
      continue;
    for (const auto &[condition, towards] : leadingTo(entry))
      ofAll[condition].insert(towards.begin(), towards.end());
    auto function = static_cast<size_t>(table.entry(entry).function);
    llvm::append_range(pending, callersOf[function]);
  }
  auto listed = [](const Targets &targets) {
    std::vector<Decision> list;
    for (const auto &[condition, towards] : targets)
      list.push_back({condition, {towards.begin(), towards.end()}});
    return list;
  };
  return {listed(ofInvocation), listed(ofAll), {}};
}

PotentialDependences::Decisions &
PotentialDependences::decisionsFor(EntryId definition) {
  auto [found, isNew] = byDefinition.try_emplace(definition);
  if (isNew)
    found->second = decisionsFor(places.sharersOf(table, definition));
  return found->second;
}

/// Looks at the events in [begin, end) that executed the condition of
/// `decision`. From this condition, control can reach a statement that sets a
/// certain value. Calls `take` for each event after which control could have
/// gone another way that leads to that statement. If `invocation` is not null,
/// looks only at events of this call.
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
    EntryId taken = wentTo(*next);
    bool couldHave = llvm::any_of(
        decision.towards, [&](EntryId towards) { return towards != taken; });
    if (couldHave)
      take(event);
  }
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

void PotentialDependences::scan(Decisions &decisions, uint32_t begin,
                                EventIndex used, InvocationId invocation,
                                Take take) {
  auto end = static_cast<uint32_t>(used);
  for (const Decision &decision : decisions.ofInvocation)
    scan(decision, begin, end, &invocation, take);
  if (decisions.ofAll.empty())
    return;
  for (auto [from, to] : join(decisions.told, begin, end))
    for (const Decision &decision : decisions.ofAll)
      scan(decision, from, to, nullptr, take);
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
