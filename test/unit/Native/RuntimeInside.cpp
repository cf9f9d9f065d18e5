// Runs the dispatcher of the runtime in the process of the test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RuntimeInside.h"
#include "Tables/PlanTables.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Program/ConditionFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <sys/mman.h>

using namespace pinstripe;
using namespace pinstripe::native;
using namespace pinstripe::test;

namespace {

/// The distance between an address and its landing, so that the two differ.
constexpr uint64_t landingOffset = 0x100000;

/// The size of the frame that was poisoned at the last arrival.
uint32_t poisonedSize = 0;
/// The addresses of the bytes that were poisoned at the last arrival.
std::set<uint64_t> bytesPoisoned;

} // namespace

namespace pinstripe::native {
// The following functions replace those of Runtime.cpp and Server.cpp.
void poisonFrame(uint64_t, uint32_t size) { poisonedSize = size; }
extern "C" void poisonBytes(uint64_t begin, uint64_t size, uint64_t word) {
  REQUIRE(begin % 8 == 0);
  REQUIRE(word == poisonPattern);
  addBytes(bytesPoisoned, begin, size);
}
extern "C" void poisonStores(uint64_t *begin, uint64_t words, uint64_t word) {
  REQUIRE(word == poisonPattern);
  addBytes(bytesPoisoned, reinterpret_cast<uint64_t>(begin), 8 * words);
}
extern "C" uint64_t copyBytes(void *to, uint64_t from, uint64_t size) {
  std::memcpy(to, &at<uint8_t>(from), size);
  return 0;
}
void checkThread(uint32_t) {}
bool takePass() { return false; }
void serveAsCheckpoint(uint32_t) {}
void end(EndKind kind, uint64_t) {
  RunState &run = runState();
  run.executed += run.position - run.mark;
  if (run.position != run.mark)
    run.last = run.position - 1;
  run.mark = run.position;
  throw ProcessEnd{kind};
}
void diverge(DivergeReason reason, uint32_t function) {
  runState().reason = reason;
  runState().function = function;
  end(EndKind::Diverged);
}
} // namespace pinstripe::native

namespace {

template <typename T> void place(uint64_t address, llvm::ArrayRef<T> values) {
  size_t size = llvm::alignTo(values.size() * sizeof(T) + 1, pageSize);
  void *memory =
      mmap(reinterpret_cast<void *>(address), size, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  REQUIRE(memory == reinterpret_cast<void *>(address));
  llvm::copy(values, static_cast<T *>(memory));
}

void reserve(uint64_t address, uint64_t size) {
  place<uint8_t>(address, std::vector<uint8_t>(size));
}

} // namespace

uint64_t pinstripe::test::landing(uint64_t address) {
  return address == 0 ? 0 : address + landingOffset;
}

/// Does the same as DispatchHooks::assembleDecision: adds a decision to the
/// digest if the event before the one at `position` decides by flags.
static void addDecisionInline(uint32_t position) {
  if (!setup().isGuarded)
    return;
  uint32_t former = native::entryNumber(position - 1);
  uint64_t &digest = runState().decisions;
  if (tableAt<EntryRecord>(entriesAddress)[former].decidesByFlags)
    digest = addDecision(digest, native::processState().decision);
}

/// Does the same as the machine code of a hook at a statement.
static bool takeUnitInline(const HookRecord &hook, uint64_t fp) {
  RunState &run = runState();
  if (hook.entry == none || processState().frame != fp ||
      run.position >= run.runEnd ||
      native::entryNumber(run.position) != hook.entry)
    return false;
  addDecisionInline(run.position);
  ++run.position;
  if (hook.flags & hookIsReturnUnit)
    run.returnExecuted = 1;
  return true;
}

/// Does the same as the machine code of a hook at the exit of a function.
static bool takeExitInline(uint64_t fp) {
  RunState &run = runState();
  const native::Activation &current = *top();
  if (processState().frame != fp ||
      run.returnExecuted < static_cast<uint8_t>(current.exitGuard) ||
      run.position != current.end)
    return false;
  addDecisionInline(run.position);
  pop();
  return true;
}

bool RuntimeInside::takeInline(const HookRecord &hook, uint64_t fp) {
  if (!(hook.flags & hookIsExit))
    return takeUnitInline(hook, fp);
  bool isTaken = takeExitInline(fp);
  inlineExits += isTaken;
  return isTaken;
}

HookFrame RuntimeInside::arrive(uint64_t address, const Arrival &arrival) {
  HookFrame frame{};
  frame.registers.value[RSP] = arrival.sp;
  frame.registers.value[RBP] = arrival.fp;
  frame.registers.value[RDI] = arrival.firstArgument;
  const HookRecord &hook = records[indices.at(address)];
  poisonedSize = 0;
  bytesPoisoned.clear();
  frame.registers.pc = hook.body;
  native::processState().decision = decisionOf(arrival.flags);
  if (hook.flags & hookIsFunctionEntry) {
    if (dispatchQuickly(hook, arrival.sp, arrival.fp, arrival.firstArgument))
      ++quickEntries;
    else
      dispatchEntry(frame, hook);
  } else if (!takeInline(hook, arrival.fp)) {
    arriveAtHook(&frame, indices.at(address));
  }
  return frame;
}

uint32_t RuntimeInside::poisonedFrame() const { return poisonedSize; }

const std::set<uint64_t> &RuntimeInside::poisonedBytes() const {
  return bytesPoisoned;
}

RuntimeInside::RuntimeInside(const UnitTable &table, const Trace &trace,
                             const EventSet &included,
                             Dispatcher::Policy policy) {
  PlanTables plan(table, trace);
  reserve(processStateAddress, pageSize);
  reserve(runStateAddress, pageSize);
  reserve(serverSlotsAddress, 2 * pageSize);
  reserve(activationsAddress, 1 << 16);
  std::vector<uint8_t> entries(plan.positions() * plan.entryWidth());
  plan.fillEntries(entries);
  place<uint8_t>(unitsAddress, entries);
  std::vector<uint64_t> words(PlanTables::wordsFor(plan.positions()) + 1);
  plan.fillIncluded(included, llvm::MutableArrayRef(words).drop_back());
  if (policy.computedStores)
    words.back() = policy.computedStores->heapLimit(included);
  place<uint64_t>(includedAddress, words);
  place<InvocationRecord>(invocationsAddress, plan.invocations());
  place<CallGroup>(callGroupsAddress, plan.callGroups());
  place<uint32_t>(calleesAddress, plan.callees());
  reserve(callCountsAddress, 4 * plan.callGroups().size());
  placeHooks(table);
  placeFunctions(table);
  placeEntries(table, policy.conditions);
  placeSkipped(SkippedTables(table, trace), table.entries.size());
  Setup settings{};
  settings.invocations = static_cast<uint32_t>(trace.allInvocations().size());
  settings.poison = poisonPattern;
  settings.poisonFrames = 1;
  settings.unrecordedCalls =
      static_cast<native::UnrecordedCalls>(policy.unrecordedCalls);
  settings.entryWidth = plan.entryWidth();
  settings.isGuarded = policy.conditions || policy.poisonSkipped;
  settings.poisonSkipped = policy.poisonSkipped;
  settings.events = static_cast<uint32_t>(trace.size());
  if (policy.computedStores)
    placeComputed(*policy.computedStores, settings);
  place<Setup>(setupAddress, settings);
  serverSlot(0).eventLimit = policy.eventLimit;
  native::processState().isLive = 1;
  startDispatching();
}

void RuntimeInside::placeHooks(const UnitTable &table) {
  HookMap hooks(table);
  for (uint64_t address : hooks.forRecording()) {
    const HookPoint &point = *hooks.find(address);
    HookRecord record{};
    record.address = address;
    record.start = address + landingOffset / 2;
    record.body = landing(address);
    record.function = static_cast<uint32_t>(point.function);
    record.entry = point.entry ? static_cast<uint32_t>(*point.entry) : none;
    if (point.isFunctionEntry)
      record.flags |= hookIsFunctionEntry;
    if (point.isExit)
      record.flags |= hookIsExit;
    if (point.entry && table.unitOf(*point.entry).kind == UnitKind::Return)
      record.flags |= hookIsReturnUnit;
    indices[address] = static_cast<uint32_t>(records.size());
    records.push_back(record);
  }
  place<HookRecord>(hooksAddress, records);
}

void RuntimeInside::placeFunctions(const UnitTable &table) {
  std::vector<FunctionRecord> functions;
  for (const TracedFunction &function : table.functions)
    functions.push_back({landing(function.exit), landing(function.tearDown),
                         landing(function.resultReload), function.frameSize,
                         static_cast<Returns>(function.returns),
                         function.canReturn(), function.linkageName == "main"});
  place<FunctionRecord>(functionsAddress, functions);
}

void RuntimeInside::placeEntries(const UnitTable &table,
                                 const EntrySet *conditions) {
  std::vector<EntryRecord> entries;
  std::vector<ReloadRecord> reloads;
  std::vector<StoreRecord> stores;
  for (const UnitEntry &entry : table.entries) {
    EntryRecord record{};
    record.landing = landing(entry.address);
    record.firstReload = static_cast<uint32_t>(reloads.size());
    record.reloads = static_cast<uint32_t>(entry.reloads.size());
    record.firstStore = static_cast<uint32_t>(stores.size());
    record.stores = static_cast<uint32_t>(entry.flow.stores.size());
    record.isReturn = table.unit(entry.unit).kind == UnitKind::Return;
    record.isCondition =
        conditions && conditions->contains(EntryId(entries.size()));
    record.decidesByFlags = record.isCondition && entry.flow.decidesByFlags;
    record.function = static_cast<uint32_t>(entry.function);
    entries.push_back(record);
    for (const RegisterReload &reload : entry.reloads)
      reloads.push_back({reload.dwarfRegister, reload.frameOffset});
    for (const FixedStore &store : entry.flow.stores)
      stores.push_back(
          {static_cast<uint64_t>(store.place), store.size, store.isInFrame});
  }
  place<EntryRecord>(entriesAddress, entries);
  place<ReloadRecord>(reloadsAddress, reloads);
  place<StoreRecord>(storesAddress, stores);
}

void RuntimeInside::placeSkipped(const SkippedTables &skipped, size_t entries) {
  place<uint32_t>(treeEndsAddress, skipped.treeEnds());
  place<uint32_t>(storeBlocksAddress, skipped.blocks());
  place<uint32_t>(writersAddress, skipped.writers());
  reserve(stampsAddress, entries * sizeof(uint32_t));
}

void RuntimeInside::placeComputed(const ComputedStores &stores,
                                  Setup &settings) {
  std::vector<ComputedRange> ranges;
  for (const ComputedStore &store : stores.ranges())
    ranges.push_back({store.place, store.size, store.baseAndNumber});
  std::vector<uint32_t> starts;
  for (size_t level = 0; level < ComputedStores::levels; ++level) {
    settings.computedStarts[level] = static_cast<uint32_t>(starts.size());
    llvm::append_range(starts, stores.starts(level));
  }
  settings.poisonComputed = 1;
  place<ComputedRange>(computedRangesAddress, ranges);
  place<uint32_t>(computedPositionsAddress, stores.positions());
  place<uint32_t>(computedStartsAddress, starts);
}
