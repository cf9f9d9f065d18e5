// Makes partial executions of one trace: runs that skip some of its events.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Sessions/PlanSession.h"
#include "Runtime/Activations.h"
#include "pinstripe/Analysis/ComputedStores.h"
#include "llvm/ADT/STLExtras.h"
#include <sys/mman.h>

using namespace pinstripe;

PlanSession::PlanSession(const SessionTools &tools, const LaunchSpec &spec,
                         const Trace &trace, TraceTables &traceTables)
    : ExecutionSession(tools, spec, native::RunMode::Execution), trace(trace),
      recorded(recordedFunctions(tools.table, trace)),
      tables(traceTables.plan()), planCheckpoints(*this) {
  if (spec.flow != Flow::Guarded)
    return;
  guard = &traceTables.guard();
  if (spec.poison != Poison::Stale)
    computed = spec.computedStores.get();
}

llvm::Expected<uint32_t> PlanSession::prepare(const LaunchSpec &itsSpec,
                                              const EventSet &included) {
  // The limit on events can't be exceeded: a run executes each event of the
  // trace at most once.
  server().setMaxEvents(tables.positions());
  llvm::Expected<uint32_t> slot = planCheckpoints.startOf(itsSpec, included);
  include(included);
  watchTables.clear(watchResults);
  return slot;
}

llvm::Error PlanSession::prepareRun(const LaunchSpec &itsSpec,
                                    const EventSet &included) {
  auto slots = memory().view(native::serverSlotsAddress);
  if (!slots)
    return slots.takeError();
  std::ranges::fill(*slots, 0);
  // A run executes each event of the trace at most once.
  if (itsSpec.eventLimit < tables.positions())
    reinterpret_cast<native::ServerControl *>(slots->data())->eventLimit =
        itsSpec.eventLimit;
  include(included);
  watchTables.clear(watchResults);
  return llvm::Error::success();
}

void PlanSession::include(const EventSet &events) {
  tables.fillIncluded(events, includedWords);
  if (computed)
    *heapLimit = computed->heapLimit(events);
}

SessionProgress PlanSession::progressOf(const ChildResult &child) const {
  const native::RunState &state = child.state;
  SessionProgress progress{state.executed + (state.position - state.mark), {}};
  uint32_t last =
      state.position == state.mark ? state.last : state.position - 1;
  if (last < tables.positions())
    progress.last = tables.eventAt(last);
  // `state.position` is the index of the innermost call's next event in
  // EventsByCall (the events sorted by call). So the event that was being
  // executed is at the index before it.
  if (uint32_t current = state.position - 1; current < tables.positions()) {
    EventIndex event = tables.eventAt(current);
    progress.underWay = EventUnderWay{event, trace.entryOf(event)};
  }
  return progress;
}

bool PlanSession::fits(const LaunchSpec &other) const {
  return spec.flow == other.flow && spec.watches == other.watches &&
         spec.computedStores == other.computedStores &&
         spec.unrecordedCalls == other.unrecordedCalls &&
         TargetSession::fits(other);
}

// Tables

void PlanSession::makeTables() {
  if (guard)
    for (EntryId entry : guard->conditions) {
      auto &record = instrumented.entries[static_cast<size_t>(entry)];
      record.isCondition = 1;
      record.decidesByFlags = tools.table.entry(entry).flow.decidesByFlags;
    }
  if (tools.takesTurns)
    for (uint32_t position = 0; position < tables.positions(); ++position)
      eventNumbers.push_back(static_cast<uint32_t>(tables.eventAt(position)));
  if (spec.watches)
    watchTables = WatchTables(*spec.watches, instrumented, tables, tools.table);
}

void PlanSession::addRegions(TargetMemory &memory) const {
  if (guard)
    addSkippedRegions(memory);
  if (computed)
    addComputedRegions(memory);
  if (!watchTables.isEmpty())
    addWatchRegions(memory);
  if (tools.takesTurns) {
    memory.addTable(native::eventNumbersAddress, llvm::ArrayRef(eventNumbers));
    memory.addPrivate(native::threadActivationsAddress,
                      uint64_t(native::maxThreads) *
                          native::maxThreadActivations *
                          sizeof(native::Activation));
  }
  memory.addTable(native::invocationsAddress, tables.invocations());
  memory.addTable(native::callGroupsAddress, tables.callGroups());
  memory.addTable(native::calleesAddress, tables.callees());
  size_t words = PlanTables::wordsFor(tables.positions());
  memory.addShared(native::unitsAddress,
                   tables.positions() * tables.entryWidth());
  memory.addShared(native::includedAddress, (words + 1) * sizeof(uint64_t));
  memory.addShared(native::prefixAddress, words * sizeof(uint64_t));
  memory.addPrivate(native::callCountsAddress,
                    tables.callGroups().size() * sizeof(uint32_t));
}

void PlanSession::addSkippedRegions(TargetMemory &memory) const {
  memory.addTable(native::treeEndsAddress, guard->skipped.treeEnds());
  memory.addTable(native::storeBlocksAddress, guard->skipped.blocks());
  memory.addTable(native::writersAddress, guard->skipped.writers());
  memory.addPrivate(native::stampsAddress,
                    instrumented.entries.size() * sizeof(uint32_t));
}

void PlanSession::addComputedRegions(TargetMemory &memory) const {
  memory.addShared(native::computedRangesAddress,
                   computed->ranges().size() * sizeof(native::ComputedRange));
  uint64_t starts = 0;
  for (size_t level = 0; level < ComputedStores::levels; ++level)
    starts += computed->starts(level).size() * sizeof(uint32_t);
  memory.addShared(native::computedStartsAddress, starts);
  memory.addTable(native::computedPositionsAddress, computed->positions());
}

void PlanSession::addWatchRegions(TargetMemory &memory) const {
  memory.addTable(native::watchRecordsAddress, watchTables.records());
  memory.addTable(native::watchStepsAddress, watchTables.steps());
  memory.addShared(native::watchedAddress,
                   PlanTables::wordsFor(tables.positions()) * sizeof(uint64_t));
  memory.addPrivate(native::watchStateAddress, watchTables.resultBytes());
  memory.addShared(native::watchResultsAddress, watchTables.resultBytes(),
                   PROT_READ | PROT_WRITE);
}

void PlanSession::describe(native::Setup &setup) const {
  setup.events = static_cast<uint32_t>(tables.positions());
  // The last two elements of PlanTables::invocations are not recorded calls.
  // They tell where the data of the last call end (see InvocationRecord).
  setup.invocations = static_cast<uint32_t>(tables.invocations().size() - 2);
  watchTables.describe(setup);
  setup.unrecordedCalls =
      static_cast<native::UnrecordedCalls>(spec.unrecordedCalls);
  setup.entryWidth = tables.entryWidth();
  setup.isGuarded = guard != nullptr;
  setup.poisonSkipped = setup.isGuarded && setup.poisonFrames;
  if (!computed)
    return;
  setup.poisonComputed = 1;
  for (size_t level = 1; level < ComputedStores::levels; ++level)
    setup.computedStarts[level] =
        setup.computedStarts[level - 1] +
        static_cast<uint32_t>(computed->starts(level - 1).size());
}

llvm::Error PlanSession::openViews(TargetMemory &memory) {
  llvm::MutableArrayRef<uint8_t> units;
  if (llvm::Error error = memory.openView(native::unitsAddress, units))
    return error;
  tables.fillEntries(
      units.take_front(tables.positions() * tables.entryWidth()));
  memory.closeView(native::unitsAddress);
  if (llvm::Error error = openWatchViews(memory))
    return error;
  if (llvm::Error error =
          memory.openView(native::includedAddress, includedWords))
    return error;
  if (llvm::Error error = memory.openView(native::prefixAddress, prefixWords))
    return error;
  size_t words = PlanTables::wordsFor(tables.positions());
  heapLimit = &includedWords[words];
  includedWords = includedWords.take_front(words);
  prefixWords = prefixWords.take_front(words);
  return computed ? fillComputed(memory) : llvm::Error::success();
}

llvm::Error PlanSession::openWatchViews(TargetMemory &memory) {
  if (watchTables.isEmpty())
    return llvm::Error::success();
  llvm::MutableArrayRef<uint64_t> watched;
  if (llvm::Error error = memory.openView(native::watchedAddress, watched))
    return error;
  watchTables.fillWatched(trace, watched);
  memory.closeView(native::watchedAddress);
  return memory.openView(native::watchResultsAddress, watchResults);
}

llvm::Error PlanSession::fillComputed(TargetMemory &memory) const {
  llvm::MutableArrayRef<native::ComputedRange> ranges;
  if (llvm::Error error =
          memory.openView(native::computedRangesAddress, ranges))
    return error;
  const UnitTable &table = tools.table;
  for (auto [store, range] : llvm::zip(computed->ranges(), ranges)) {
    range = {store.place, store.size, store.baseAndNumber};
    if (store.base() != ComputedStore::Base::Fixed)
      continue;
    auto module = static_cast<size_t>(table.moduleOf(store.place));
    range.place =
        table.fileAddress(store.place) + instrumented.modules[module].bias;
  }
  memory.closeView(native::computedRangesAddress);
  llvm::MutableArrayRef<uint32_t> starts;
  if (llvm::Error error =
          memory.openView(native::computedStartsAddress, starts))
    return error;
  uint32_t *next = starts.data();
  for (size_t level = 0; level < ComputedStores::levels; ++level)
    next = std::copy(computed->starts(level).begin(),
                     computed->starts(level).end(), next);
  memory.closeView(native::computedStartsAddress);
  return llvm::Error::success();
}
