// Extends a dynamic slice so that it can be executed alone.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Slice/ExecutableSlice.h"
#include "pinstripe/Analysis/DataDependences.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <numeric>

using namespace pinstripe;

namespace {

/// Finds the events that may write to the same fixed place: a place in the
/// frame of one call, or a fixed address.
class FixedWriters {
public:
  FixedWriters(const UnitTable &table, const Trace &trace);

  /// Calls `take` with the events between `definition` and `use` that may write
  /// to a fixed place to which `definition` may write. In later calls, does not
  /// pass the same event for the same place again.
  void takeBetween(EventIndex definition, EventIndex use,
                   llvm::function_ref<void(EventIndex)> take);

private:
  /// The call in whose frame the place is, or `noCall` for a fixed address; and
  /// FixedStore::place.
  using Place = std::pair<uint32_t, int64_t>;
  static constexpr uint32_t noCall = ~uint32_t(0) - 2;

  /// The events that may write to one place, in the order of the run.
  struct Writers {
    std::vector<uint32_t> events;
    /// For each event, its own index if it was not taken yet. Otherwise the
    /// index of a later event; all events before that one were taken. One more
    /// element at the end stands for the end.
    std::vector<uint32_t> next;

    uint32_t firstLeft(uint32_t from);
  };

  llvm::ArrayRef<FixedStore> storesOf(EventIndex event) const {
    return table.entry(trace.entryOf(event)).flow.stores;
  }
  Place placeOf(EventIndex event, const FixedStore &store) const {
    uint32_t call = store.isInFrame
                        ? static_cast<uint32_t>(trace.invocationOf(event))
                        : noCall;
    return {call, store.place};
  }

  const UnitTable &table;
  const Trace &trace;
  llvm::DenseMap<Place, Writers> writers;
};

/// Adds to a slice what its execution needs.
class Extension {
public:
  Extension(EventSet slice, const DependenceGraph &graph,
            const UnitTable &table, const Trace &trace,
            const ControlTree &control)
      : control(control), dependences(graph, trace.size()),
        writers(table, trace), result(std::move(slice)),
        pending(result.begin(), result.end()) {}

  EventSet run();

private:
  void add(EventIndex event);

  const ControlTree &control;
  DataDependences dependences;
  FixedWriters writers;
  EventSet result;
  /// The events of `result` that were not visited yet.
  std::vector<EventIndex> pending;
};

} // namespace

FixedWriters::FixedWriters(const UnitTable &table, const Trace &trace)
    : table(table), trace(trace) {
  for (uint32_t i = 0; i != trace.size(); ++i)
    for (const FixedStore &store : storesOf(EventIndex(i)))
      writers[placeOf(EventIndex(i), store)].events.push_back(i);
}

/// Returns the index of the first event that was not taken yet, from the index
/// `from` on.
uint32_t FixedWriters::Writers::firstLeft(uint32_t from) {
  while (next[from] != from) {
    next[from] = next[next[from]];
    from = next[from];
  }
  return from;
}

void FixedWriters::takeBetween(EventIndex definition, EventIndex use,
                               llvm::function_ref<void(EventIndex)> take) {
  for (const FixedStore &store : storesOf(definition)) {
    Writers &place = writers.find(placeOf(definition, store))->second;
    if (place.next.empty()) {
      place.next.resize(place.events.size() + 1);
      std::iota(place.next.begin(), place.next.end(), 0);
    }
    auto later =
        llvm::upper_bound(place.events, static_cast<uint32_t>(definition));
    uint32_t i = place.firstLeft(later - place.events.begin());
    while (i != place.events.size() &&
           place.events[i] < static_cast<uint32_t>(use)) {
      place.next[i] = i + 1;
      take(EventIndex(place.events[i]));
      i = place.firstLeft(i);
    }
  }
}

void Extension::add(EventIndex event) {
  if (result.contains(event))
    return;
  result.insert(event);
  pending.push_back(event);
}

EventSet Extension::run() {
  auto addIt = [this](EventIndex event) { add(event); };
  while (!pending.empty()) {
    EventIndex user = pending.back();
    pending.pop_back();
    for (DataDependences::Dependence each : dependences.of(user)) {
      add(each.on);
      writers.takeBetween(each.on, user, addIt);
    }
    if (std::optional<EventIndex> cause = control.parent(user))
      add(*cause);
  }
  return std::move(result);
}

EventSet pinstripe::executableSlice(EventSet slice,
                                    const DependenceGraph &graph,
                                    const UnitTable &table, const Trace &trace,
                                    const ControlTree &control) {
  return Extension(std::move(slice), graph, table, trace, control).run();
}
