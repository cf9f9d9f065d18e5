//===- TargetSession.cpp - A server with everything that it needs ---------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetSession.h"
#include "LibraryModels.h"
#include "pinstripe/Analysis/ComputedStores.h"
#include "llvm/ADT/STLExtras.h"
#include <sys/mman.h>

using namespace pinstripe;

llvm::Expected<std::unique_ptr<TargetSession>>
TargetSession::forRecording(const SessionTools &tools, const LaunchSpec &spec) {
  std::unique_ptr<TargetSession> session(new TargetSession(tools, spec));
  if (llvm::Error error = session->start(native::RunMode::Recording,
                                         tools.hooks.forRecording()))
    return error;
  return session;
}

llvm::Expected<std::unique_ptr<TargetSession>>
TargetSession::forDetailedRecording(const SessionTools &tools,
                                    const LaunchSpec &spec,
                                    const DataCode &code) {
  std::unique_ptr<TargetSession> session(new TargetSession(tools, spec));
  session->code = &code;
  if (llvm::Error error = session->start(native::RunMode::DetailedRecording,
                                         tools.hooks.forRecording()))
    return error;
  return session;
}

llvm::Expected<std::unique_ptr<TargetSession>>
TargetSession::forExecution(const SessionTools &tools, const LaunchSpec &spec,
                            const Trace &trace, TraceTables &tables) {
  std::unique_ptr<TargetSession> session(new TargetSession(tools, spec));
  session->tables = &tables.plan();
  if (spec.flow == Flow::Guarded) {
    session->guard = &tables.guard();
    if (spec.poison != Poison::Stale)
      session->computed = spec.computedStores.get();
  }
  if (llvm::Error error = session->start(
          native::RunMode::Execution,
          tools.hooks.forExecution(recordedFunctions(tools.table, trace),
                                   spec.unrecordedCalls)))
    return error;
  // Each position is left behind once.
  session->server().setMostEvents(trace.size());
  return session;
}

llvm::Expected<std::unique_ptr<TargetSession>>
TargetSession::forLiveFlow(const SessionTools &tools, const LaunchSpec &spec) {
  std::unique_ptr<TargetSession> session(new TargetSession(tools, spec));
  if (llvm::Error error =
          session->start(native::RunMode::Live, tools.hooks.forRecording()))
    return error;
  return session;
}

llvm::Expected<std::unique_ptr<TargetSession>>
TargetSession::forLiveRecording(const SessionTools &tools,
                                const LaunchSpec &spec) {
  std::unique_ptr<TargetSession> session(new TargetSession(tools, spec));
  if (llvm::Error error = session->start(native::RunMode::LiveRecording,
                                         tools.hooks.forRecording()))
    return error;
  return session;
}

llvm::Error TargetSession::start(native::RunMode itsMode,
                                 std::vector<uint64_t> addresses) {
  mode = itsMode;
  inputVersion = tools.outputs.inputVersion();
  auto memory = TargetMemory::create();
  if (!memory)
    return memory.takeError();
  auto launch = TracedLaunch::start(spec, tools.outputs,
                                    (*memory)->descriptor(), tools.watchdog);
  if (!launch)
    return launch.takeError();
  return (*launch)->explain(
      startServer(**launch, std::move(*memory), std::move(addresses)));
}

llvm::Error TargetSession::startServer(TracedLaunch &launch,
                                       std::unique_ptr<TargetMemory> memory,
                                       std::vector<uint64_t> addresses) {
  InstrumentationRequest request{
      tools.table,     tools.hooks,       std::move(addresses), mode,
      tools.trapsOnly, launch.mappings(), launch.entryPoint(),  code};
  auto program = InstrumentedProgram::create(request, tools.modules);
  if (!program)
    return program.takeError();
  instrumented = std::move(*program);
  if (guard)
    for (unsigned entry : guard->conditions.set_bits())
      instrumented.entries[entry].isCondition = 1;

  if (mode == native::RunMode::Execution && spec.watches)
    watchTables =
        WatchTables(*spec.watches, instrumented, *tables, tools.table);
  NativeServer::addCommonRegions(*memory);
  addProgramRegions(*memory);
  addModeRegions(*memory);
  llvm::Expected<uint64_t> threadId = launch.threadIdAddress();
  if (!threadId)
    return threadId.takeError();
  native::Setup parameters = setup();
  parameters.threadIdAddress = *threadId;
  parameters.registers = launch.registers();
  stackPointer = parameters.registers.value[RSP];
  if (llvm::Error error = memory->write(parameters, instrumented.patches))
    return error;
  if (llvm::Error error = openViews(*memory))
    return error;
  auto server = NativeServer::start(launch, std::move(memory), tools.janitor,
                                    spec.sandbox != nullptr);
  if (!server)
    return server.takeError();
  theServer = std::move(*server);
  return llvm::Error::success();
}

void TargetSession::addProgramRegions(TargetMemory &memory) const {
  for (const PlacedModule &module : instrumented.modules) {
    if (module.trampolines == 0)
      continue;
    TargetRegion code;
    code.address = module.trampolines;
    code.size = module.patched.trampolines.size();
    code.protection = PROT_READ | PROT_EXEC;
    code.content = module.patched.trampolines;
    memory.add(code);
  }
  memory.addTable(native::hooksAddress, llvm::ArrayRef(instrumented.hooks));
  memory.addTable(native::functionsAddress,
                  llvm::ArrayRef(instrumented.functions));
  memory.addTable(native::entriesAddress, llvm::ArrayRef(instrumented.entries));
  memory.addTable(native::reloadsAddress, llvm::ArrayRef(instrumented.reloads));
  memory.addTable(native::trapsAddress, llvm::ArrayRef(instrumented.traps));
  memory.addTable(native::storesAddress, llvm::ArrayRef(instrumented.stores));
  if (isLive())
    addOperandRegions(memory);
}

void TargetSession::addOperandRegions(TargetMemory &memory) const {
  memory.addTable(native::operandsAddress,
                  llvm::ArrayRef(instrumented.operands));
  TargetRegion cells;
  cells.address = native::operandCellsAddress;
  cells.content = bytesOf(llvm::ArrayRef(instrumented.operandCells));
  cells.size = cells.content.size();
  cells.protection = PROT_READ | PROT_WRITE;
  cells.kind = TargetRegion::Kind::Copy;
  memory.add(cells);
}

void TargetSession::addSkippedRegions(TargetMemory &memory) const {
  memory.addTable(native::treeEndsAddress, guard->skipped.treeEnds());
  memory.addTable(native::storeBlocksAddress, guard->skipped.blocks());
  memory.addTable(native::writersAddress, guard->skipped.writers());
  TargetRegion stamps;
  stamps.address = native::stampsAddress;
  stamps.size = instrumented.entries.size() * sizeof(uint32_t);
  stamps.protection = PROT_READ | PROT_WRITE;
  stamps.kind = TargetRegion::Kind::Anonymous;
  memory.add(stamps);
}

void TargetSession::addComputedRegions(TargetMemory &memory) const {
  TargetRegion region;
  region.protection = PROT_READ;
  region.address = native::computedRangesAddress;
  region.size = computed->ranges().size() * sizeof(native::ComputedRange);
  memory.add(region);
  region.address = native::computedStartsAddress;
  region.size = 0;
  for (size_t level = 0; level < ComputedStores::levels; ++level)
    region.size += computed->starts(level).size() * sizeof(uint32_t);
  memory.add(region);
  memory.addTable(native::computedPositionsAddress, computed->positions());
}

llvm::Error TargetSession::fillComputed(TargetMemory &memory) const {
  auto ranges =
      memory.tableView<native::ComputedRange>(native::computedRangesAddress);
  if (!ranges)
    return ranges.takeError();
  const UnitTable &table = tools.table;
  for (auto [store, range] : llvm::zip(computed->ranges(), *ranges)) {
    range = {store.place, store.size, store.baseAndNumber};
    if (store.base() != ComputedStore::Base::Fixed)
      continue;
    auto module = static_cast<size_t>(table.moduleOf(store.place));
    range.place =
        table.fileAddress(store.place) + instrumented.modules[module].bias;
  }
  memory.closeView(native::computedRangesAddress);
  auto starts = memory.tableView<uint32_t>(native::computedStartsAddress);
  if (!starts)
    return starts.takeError();
  uint32_t *next = starts->data();
  for (size_t level = 0; level < ComputedStores::levels; ++level)
    next = std::copy(computed->starts(level).begin(),
                     computed->starts(level).end(), next);
  memory.closeView(native::computedStartsAddress);
  return llvm::Error::success();
}

void TargetSession::addDetailedRegions(TargetMemory &memory) const {
  const LibraryModels &models = LibraryModels::get();
  memory.addTable(native::libraryCallsAddress,
                  llvm::ArrayRef(instrumented.libraryCalls));
  memory.addTable(native::modelsAddress, llvm::ArrayRef(models.records));
  memory.addTable(native::effectsAddress, llvm::ArrayRef(models.effects));
  memory.addTable(native::targetsAddress, llvm::ArrayRef(instrumented.targets));
  memory.addTable(native::codeRangesAddress,
                  llvm::ArrayRef(instrumented.codeRanges));
  TargetRegion region;
  region.protection = PROT_READ | PROT_WRITE;
  region.kind = TargetRegion::Kind::Anonymous;
  region.address = native::libraryStateAddress;
  region.size = native::libraryStateSize;
  memory.add(region);
  region.address = native::scratchAddress;
  region.size = native::chunkSize;
  memory.add(region);
}

void TargetSession::addWatchRegions(TargetMemory &memory) const {
  memory.addTable(native::watchRecordsAddress, watchTables.records());
  memory.addTable(native::watchStepsAddress, watchTables.steps());
  TargetRegion watched;
  watched.address = native::watchedAddress;
  watched.size = PlanTables::wordsFor(tables->positions()) * sizeof(uint64_t);
  watched.protection = PROT_READ;
  memory.add(watched);
  TargetRegion state;
  state.address = native::watchStateAddress;
  state.size = watchTables.resultBytes();
  state.protection = PROT_READ | PROT_WRITE;
  state.kind = TargetRegion::Kind::Anonymous;
  memory.add(state);
  state.address = native::watchResultsAddress;
  state.kind = TargetRegion::Kind::Shared;
  memory.add(state);
}

void TargetSession::addModeRegions(TargetMemory &memory) const {
  auto add = [&](uint64_t address, uint64_t size, uint32_t protection,
                 TargetRegion::Kind kind) {
    TargetRegion region;
    region.address = address;
    region.size = size;
    region.protection = protection;
    region.kind = kind;
    memory.add(region);
  };
  constexpr uint32_t data = PROT_READ | PROT_WRITE;
  using Kind = TargetRegion::Kind;
  if (isRecording()) {
    add(native::ringAddress, uint64_t(ringChunks) * native::chunkSize, data,
        Kind::Shared);
    if (code)
      addDetailedRegions(memory);
    return;
  }
  if (mode == native::RunMode::Live)
    return;
  if (guard)
    addSkippedRegions(memory);
  if (computed)
    addComputedRegions(memory);
  if (!watchTables.isEmpty())
    addWatchRegions(memory);
  memory.addTable(native::invocationsAddress, tables->invocations());
  memory.addTable(native::callGroupsAddress, tables->callGroups());
  memory.addTable(native::calleesAddress, tables->callees());
  size_t words = PlanTables::wordsFor(tables->positions());
  add(native::unitsAddress, tables->positions() * sizeof(uint32_t), PROT_READ,
      Kind::Shared);
  add(native::includedAddress, (words + 1) * sizeof(uint64_t), PROT_READ,
      Kind::Shared);
  add(native::prefixAddress, words * sizeof(uint64_t), PROT_READ, Kind::Shared);
  add(native::callCountsAddress, tables->callGroups().size() * sizeof(uint32_t),
      data, Kind::Anonymous);
}

native::Setup TargetSession::setup() const {
  native::Setup setup{};
  setup.memoryFile = TracedLaunch::memoryFileNumber;
  setup.readOnlyFile = TracedLaunch::readOnlyFileNumber;
  setup.standardFiles = TracedLaunch::standardFilesNumber;
  setup.isHidden = spec.sandbox != nullptr;
  setup.traps = static_cast<uint32_t>(instrumented.traps.size());
  setup.mode = mode;
  setup.hooks = static_cast<uint32_t>(instrumented.hooks.size());
  if (isRecording()) {
    setup.chunks = ringChunks;
    setup.targets = static_cast<uint32_t>(instrumented.targets.size());
    setup.codeRanges = static_cast<uint32_t>(instrumented.codeRanges.size());
    setup.standardInput = instrumented.standardInput;
    setup.standardOutput = instrumented.standardOutput;
  } else if (mode == native::RunMode::Execution) {
    setup.events = static_cast<uint32_t>(tables->positions());
    // Of them, two only bound others.
    setup.invocations = static_cast<uint32_t>(tables->invocations().size() - 2);
  }
  watchTables.describe(setup);
  if (isLive())
    setup.flush = instrumented.flush;
  setup.poisonFrames = spec.poison != Poison::Stale;
  setup.poison = poisonWord(spec.poison);
  setup.isGuarded = guard != nullptr;
  setup.poisonSkipped = setup.isGuarded && setup.poisonFrames;
  if (computed) {
    setup.poisonComputed = 1;
    for (size_t level = 1; level < ComputedStores::levels; ++level)
      setup.computedStarts[level] =
          setup.computedStarts[level - 1] +
          static_cast<uint32_t>(computed->starts(level - 1).size());
  }
  switch (spec.unrecordedCalls) {
  case UnrecordedCalls::Diverge:
    setup.unrecorded = 0;
    break;
  case UnrecordedCalls::Skip:
    setup.unrecorded = 1;
    break;
  case UnrecordedCalls::Run:
    setup.unrecorded = 2;
    break;
  }
  return setup;
}

llvm::Error TargetSession::openViews(TargetMemory &memory) {
  auto openTable = [&](uint64_t address,
                       llvm::MutableArrayRef<uint64_t> &words) -> llvm::Error {
    auto view = memory.tableView<uint64_t>(address);
    if (!view)
      return view.takeError();
    words = *view;
    return llvm::Error::success();
  };
  if (isRecording())
    return openTable(native::ringAddress, ringWords);
  if (mode == native::RunMode::Live)
    return llvm::Error::success();
  auto units = memory.tableView<uint32_t>(native::unitsAddress);
  if (!units)
    return units.takeError();
  tables->fillEntries(units->take_front(tables->positions()));
  if (llvm::Error error =
          openWatchViews(memory, units->take_front(tables->positions())))
    return error;
  memory.closeView(native::unitsAddress);
  if (llvm::Error error = openTable(native::includedAddress, includedWords))
    return error;
  if (llvm::Error error = openTable(native::prefixAddress, prefixWords))
    return error;
  if (computed)
    if (llvm::Error error = fillComputed(memory))
      return error;
  size_t words = PlanTables::wordsFor(tables->positions());
  heapLimit = &includedWords[words];
  includedWords = includedWords.take_front(words);
  prefixWords = prefixWords.take_front(words);
  return llvm::Error::success();
}

llvm::Error TargetSession::openWatchViews(TargetMemory &memory,
                                          llvm::ArrayRef<uint32_t> entries) {
  if (watchTables.isEmpty())
    return llvm::Error::success();
  auto watched = memory.tableView<uint64_t>(native::watchedAddress);
  if (!watched)
    return watched.takeError();
  watchTables.fillWatched(entries, *tables, *watched);
  memory.closeView(native::watchedAddress);
  auto results = memory.view(native::watchResultsAddress);
  if (!results)
    return results.takeError();
  watchResults = *results;
  return llvm::Error::success();
}

void TargetSession::include(const EventSet &events) {
  tables->fillIncluded(events, includedWords);
  if (computed)
    *heapLimit = computed->heapLimit(events);
}

bool TargetSession::fits(const LaunchSpec &other) const {
  // Live flow knows no other, and what is not recorded is nothing special.
  bool isAlike = mode == native::RunMode::Live ||
                 (spec.flow == other.flow && spec.watches == other.watches &&
                  spec.computedStores == other.computedStores &&
                  spec.unrecordedCalls == other.unrecordedCalls);
  return isAlike && spec.program == other.program &&
         spec.arguments == other.arguments &&
         spec.argument0 == other.argument0 &&
         spec.environment == other.environment &&
         inputVersion == tools.outputs.inputVersion() &&
         spec.workingDirectory == other.workingDirectory &&
         spec.privateView == other.privateView &&
         spec.sandbox == other.sandbox && spec.poison == other.poison;
}
