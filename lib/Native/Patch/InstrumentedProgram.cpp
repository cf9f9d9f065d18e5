// Computes the patches that make a loaded program execute hooks, and the tables
// that describe the hooks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Patch/InstrumentedProgram.h"
#include "Patch/DetailedHooks.h"
#include "Patch/HookCode.h"
#include "Patch/LibraryTargets.h"
#include "Patch/ModulePlacement.h"
#include "pinstripe/Native/NativeRefusal.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

static_assert(static_cast<unsigned>(ReturnClass::Memory) ==
              static_cast<unsigned>(native::Returns::Memory));

namespace {

class Instrumenter {
public:
  explicit Instrumenter(const InstrumentationRequest &request)
      : request(request), table(request.table) {}

  llvm::Expected<InstrumentedProgram> run(ModuleCache &cache);

private:
  std::unique_ptr<HookEmitter> makeEmitter();
  void addTracedHooks();
  void addDetailedHooks();
  void addInnerHook(uint64_t address, uint64_t comparison, uint32_t flag);
  void addOperandHooks();
  void addFlagReaderHooks();
  void fillOperands();
  void addTracedHook(uint64_t address, const HookPoint &point);
  void addHook(PlacedModule &module, uint64_t fileAddress,
               const HookPoint &point, uint32_t flags);
  void addTracedFunctions(llvm::ArrayRef<CodeRange> ranges);
  void fillLibraryCalls();
  void addLibcHooks();
  void addLibcHook(PlacedModule &module, llvm::StringRef name, uint32_t flag);
  llvm::Error patch(PlacedModule &module);
  void fillHooks(const PlacedModule &module);
  void fillSteppedHooks();
  void describeHook(uint32_t hook, uint64_t address);
  void fillPatches(const PlacedModule &module);
  void fillFunctions();
  void fillEntries();
  uint64_t landingOf(uint64_t tableAddress);
  native::StoreRecord recordOf(const FixedStore &store);
  PlacedModule &moduleOf(uint64_t tableAddress) {
    return program.modules[static_cast<size_t>(table.moduleOf(tableAddress))];
  }

  /// Holds the data with which patchModule adds hooks to one module (the
  /// program or a library): the places of the hooks, and the ranges of the
  /// functions.
  struct Work {
    std::vector<HookSite> sites;
    std::vector<CodeRange> functions;
  };

  const InstrumentationRequest &request;
  const UnitTable &table;
  InstrumentedProgram program;
  std::map<const PlacedModule *, Work> work;
  std::vector<HookInfo> infos;
  std::unique_ptr<HookEmitter> emitter;
  DetailedSites sites;
  /// Maps each address that has a hook to the index of the hook.
  std::map<uint64_t, uint32_t> hookAt;
  /// The same object as `emitter`, but as a DetailedHooks; null unless
  /// instructions are recorded.
  DetailedHooks *detailed = nullptr;
};

llvm::Expected<InstrumentedProgram> Instrumenter::run(ModuleCache &cache) {
  if (llvm::Error error =
          placeModules(table, request.mappings, request.entryPoint, cache)
              .moveInto(program.modules))
    return error;
  if (!request.isStepped)
    if (llvm::Error error =
            refuseSanitizers(*program.modules.front().code, request.mappings,
                             table.programPath()))
      return error;
  program.mappings = request.mappings;
  if (request.code) {
    if (llvm::Error error =
            findDetailedSites(table, *request.code, program.modules)
                .moveInto(sites))
      return error;
    addDetailedHooks();
  } else {
    addTracedHooks();
  }
  bool isLive = native::isLive(request.mode);
  if (isLive && table.operands.size() > native::maxOperands)
    return llvm::make_error<NativeRefusal>(
        table.programPath() + ": it has too many conditions for live flow");
  if (isLive)
    addOperandHooks();
  if (request.guarded)
    addFlagReaderHooks();
  addLibcHooks();
  program.hooks.resize(infos.size());
  if (request.code)
    fillLibraryCalls();
  if (request.isStepped) {
    fillSteppedHooks();
    return std::move(program);
  }
  emitter = makeEmitter();
  for (PlacedModule &module : program.modules)
    if (llvm::Error error = patch(module))
      return error;
  std::ranges::sort(program.patches, {}, &native::PatchRecord::address);
  std::ranges::sort(program.traps, {}, &native::TrapRecord::address);
  fillFunctions();
  fillEntries();
  if (isLive)
    fillOperands();
  return std::move(program);
}

std::unique_ptr<HookEmitter> Instrumenter::makeEmitter() {
  if (request.mode != native::RunMode::DetailedRecording)
    return makeHooks(request.mode, infos,
                     native::entryWidth(table.entries.size()),
                     request.guarded != nullptr, request.takesTurns);
  auto hooks = std::make_unique<DetailedHooks>(infos);
  detailed = hooks.get();
  return hooks;
}

void Instrumenter::addHook(PlacedModule &module, uint64_t fileAddress,
                           const HookPoint &point, uint32_t flags) {
  HookInfo info;
  info.flags = flags;
  if (point.entry) {
    info.entry = static_cast<uint32_t>(*point.entry);
    info.reloads = table.entry(*point.entry).reloads;
  }
  work[&module].sites.push_back(
      {fileAddress, static_cast<uint32_t>(infos.size())});
  infos.push_back(info);
  program.points.push_back(point);
}

void Instrumenter::addTracedHooks() {
  FunctionSet hooked(table.functions.size());
  for (uint64_t address : request.addresses) {
    const HookPoint *point = request.hooks.find(address);
    assert(point && "not an address of the hook map");
    addTracedHook(address, *point);
    hooked.insert(point->function);
  }
  for (FunctionId id : hooked) {
    const TracedFunction &function = table.function(id);
    addTracedFunctions({{function.low, function.high}});
  }
}

void Instrumenter::addTracedHook(uint64_t address, const HookPoint &point) {
  uint32_t flags = 0;
  if (point.isFunctionEntry)
    flags |= native::hookIsFunctionEntry;
  if (point.isExit)
    flags |= native::hookIsExit;
  if (point.entry && table.unitOf(*point.entry).kind == UnitKind::Return)
    flags |= native::hookIsReturnUnit;
  addHook(moduleOf(address), table.fileAddress(address), point, flags);
}

/// Adds a hook at an instruction inside a statement that reads the processor
/// flags. The instruction is often too short to be replaced by a jump to the
/// hook. Therefore the comparison before it also gets a hook, which has no
/// code. The two instructions are then replaced together, which makes enough
/// room.
void Instrumenter::addInnerHook(uint64_t address, uint64_t comparison,
                                uint32_t flag) {
  HookPoint point = *request.hooks.find(address);
  PlacedModule &module = moduleOf(address);
  HookPoint room;
  room.function = point.function;
  if (comparison != 0 && !request.hooks.find(comparison))
    addHook(module, table.fileAddress(comparison), room, native::hookIsEmpty);
  addHook(module, table.fileAddress(address), point, flag);
}

/// Adds a hook for each operand of `&&`, `||` or `?`.
void Instrumenter::addOperandHooks() {
  for (size_t i = 0; i < table.operands.size(); ++i) {
    const ConditionOperand &operand = table.operands[i];
    addInnerHook(operand.address, operand.comparison, native::hookIsOperand);
    infos.back().entry = static_cast<uint32_t>(i);
  }
}

/// Adds a hook for each instruction that reads processor flags inside a
/// statement of a function that occurs in the recorded run.
void Instrumenter::addFlagReaderHooks() {
  for (const FlagReader &reader : table.flagReaders) {
    const HookPoint *point = request.hooks.find(reader.address);
    if (point->readsFlags && request.guarded->contains(reader.function))
      addInnerHook(reader.address, reader.comparison, native::hookReadsFlags);
  }
}

void Instrumenter::addTracedFunctions(llvm::ArrayRef<CodeRange> ranges) {
  for (const CodeRange &range : ranges)
    work[&moduleOf(range.low)].functions.push_back(
        {table.fileAddress(range.low),
         table.fileAddress(range.low) + range.high - range.low});
}

/// Adds all hooks that a recording of instructions needs. Some of these hooks
/// record instructions. The others are the hooks of a plain recording, which
/// records only statements.
void Instrumenter::addDetailedHooks() {
  for (uint64_t address : request.addresses)
    sites[address];
  for (const auto &[address, site] : sites) {
    const HookPoint *point = request.hooks.find(address);
    hookAt[address] = static_cast<uint32_t>(infos.size());
    if (point)
      addTracedHook(address, *point);
    else
      addHook(moduleOf(address), table.fileAddress(address), HookPoint{},
              native::hookIsOfBlock);
    infos.back().detail = &site;
    program.detailedHooks.push_back(site);
  }
  addTracedFunctions(request.code->functions);
  for (const CodeRange &range : request.code->functions) {
    uint64_t begin = table.fileAddress(range.low) + moduleOf(range.low).bias;
    program.codeRanges.push_back({begin, begin + range.high - range.low});
  }
  std::ranges::sort(program.codeRanges, {}, &native::RangeRecord::begin);
}

void Instrumenter::fillLibraryCalls() {
  program.detailedHooks.resize(infos.size());
  program.targets = findLibraryTargets(program.modules, program.mappings);
  for (const PlacedModule &module : program.modules) {
    if (!module.isLibc)
      continue;
    program.standardInput =
        findVariable("_IO_2_1_stdin_", module, program.mappings);
    program.openStreams =
        findVariable("_IO_list_all", module, program.mappings);
  }
  for (native::HookRecord &hook : program.hooks)
    hook.libraryCall = native::none;
  for (const auto &[address, site] : sites) {
    if (!site.isLibraryCall)
      continue;
    native::LibraryCallRecord record{};
    auto next = sites.find(address + site.callBytes.size());
    record.returnHook = next != sites.end() && next->second.isReturnSite
                            ? hookAt[next->first]
                            : native::none;
    record.model = LibraryModels::get().find(site.callee);
    record.isIndirect = site.isIndirect && site.callee.empty();
    program.hooks[hookAt[address]].libraryCall =
        static_cast<uint32_t>(program.libraryCalls.size());
    program.libraryCalls.push_back(record);
  }
}

/// Adds hooks to three functions of the C library. `exit` gets one because the
/// handlers that it calls have no caller in the program. `vfork` gets one
/// because its child uses its parent's memory. `getrandom` gets one because
/// malloc gets from it the number that marks free blocks, and this number must
/// be the same in all runs.
void Instrumenter::addLibcHooks() {
  for (PlacedModule &module : program.modules) {
    if (!module.isLibc)
      continue;
    addLibcHook(module, "exit", native::hookIsExitFunction);
    if (!request.takesTurns) {
      // A tracer sees to both if threads take turns.
      addLibcHook(module, "vfork", native::hookIsVFork);
      addLibcHook(module, "getrandom", native::hookIsGetRandom);
    }
    if (const FunctionSymbol *flush = module.code->findFunction("fflush"))
      program.flush = flush->address + module.bias;
    return;
  }
}

void Instrumenter::addLibcHook(PlacedModule &module, llvm::StringRef name,
                               uint32_t flag) {
  const FunctionSymbol *symbol = module.code->findFunction(name);
  if (!symbol || symbol->size == 0)
    return;
  Work &its = work[&module];
  if (std::ranges::count(its.sites, symbol->address, &HookSite::address) != 0)
    // If the statements of a libc function are traced, its entry has a hook
    // already.
    return;
  addHook(module, symbol->address, HookPoint{}, flag);
  its.functions.push_back({symbol->address, symbol->address + symbol->size});
}

llvm::Error Instrumenter::patch(PlacedModule &module) {
  Work &its = work[&module];
  if (its.sites.empty())
    return llvm::Error::success();
  std::ranges::sort(its.sites, {}, &HookSite::address);
  std::ranges::sort(its.functions, {}, &CodeRange::low);
  uint64_t codeSize = 0;
  for (const CodeRange &function : its.functions)
    codeSize += function.high - function.low;
  // The size of the trampolines is not known before they are written, so `room`
  // is a generous estimate. Later, only the memory that they need is mapped.
  uint64_t perSite = request.code ? 256 : 128;
  uint64_t room = perSite * its.sites.size() + 8 * codeSize + 65536;
  auto place =
      placeTrampolines(module, program.modules, room, request.mappings);
  if (!place)
    return place.takeError();
  module.trampolines = *place;
  PatchOptions options;
  options.trampolineBase = *place - module.bias;
  options.trapsOnly = request.trapsOnly;
  auto patched =
      patchModule(*module.code, its.functions, its.sites, *emitter, options);
  if (!patched)
    return patched.takeError();
  module.patched = std::move(*patched);
  if (module.patched.trampolines.size() > room)
    return llvm::make_error<NativeRefusal>(
        table.programPath() + ": the hooks don't fit into the room for them");
  fillHooks(module);
  fillPatches(module);
  return llvm::Error::success();
}

void Instrumenter::fillHooks(const PlacedModule &module) {
  std::map<uint32_t, uint64_t> addresses;
  for (const HookSite &site : work[&module].sites)
    addresses[site.hook] = site.address;
  for (const HookPlace &place : module.patched.hooks) {
    native::HookRecord &record = program.hooks[place.hook];
    record.start = place.start + module.bias;
    record.body = place.body + module.bias;
    describeHook(place.hook, addresses[place.hook] + module.bias);
    // A hook calls the runtime, which is the tool's code in the process.
    // Usually the runtime goes on with the program itself, and does not return
    // to the hook. In a recording of instructions, a hook at a function entry
    // or library call has more work to do after this call, so the runtime
    // returns to the hook there.
    uint64_t resume = detailed ? detailed->resumeOf(place.hook) : 0;
    if (resume != 0)
      (record.libraryCall != native::none
           ? program.libraryCalls[record.libraryCall].resume
           : record.body) = resume + module.bias;
  }
}

void Instrumenter::fillSteppedHooks() {
  for (const auto &[module, its] : work)
    for (const HookSite &site : its.sites) {
      native::HookRecord &record = program.hooks[site.hook];
      record.start = record.body = site.address + module->bias;
      describeHook(site.hook, record.start);
    }
}

/// Fills in the HookRecord, which describes the hook to the runtime (the tool's
/// code in the process). `address` is the run-time address of the hooked
/// instruction.
void Instrumenter::describeHook(uint32_t hook, uint64_t address) {
  native::HookRecord &record = program.hooks[hook];
  const HookInfo &info = infos[hook];
  bool hasNoPoint =
      (info.flags & (native::hookIsLibc | native::hookIsOfBlock)) != 0;
  record.address = address;
  record.function = hasNoPoint
                        ? native::none
                        : static_cast<uint32_t>(program.points[hook].function);
  record.entry = info.entry;
  record.flags = info.flags;
}

void Instrumenter::fillPatches(const PlacedModule &module) {
  for (const Patch &patch : module.patched.patches) {
    native::PatchRecord record{};
    record.address = patch.address + module.bias;
    record.size = static_cast<uint8_t>(patch.replacement.size());
    assert(patch.replacement.size() <= sizeof(record.bytes));
    llvm::copy(patch.replacement, record.bytes);
    program.patches.push_back(record);
    if (patch.kind == Patch::Kind::Trap)
      program.traps.push_back({record.address, patch.target + module.bias});
  }
}

/// Returns the run-time address just after the hook of an instruction. If
/// control is sent there, the instruction is executed without its hook.
/// `tableAddress` is the instruction's table address: the address in the
/// module's file plus a constant for each module (see UnitTable). Returns 0 if
/// `tableAddress` is 0.
uint64_t Instrumenter::landingOf(uint64_t tableAddress) {
  return tableAddress == 0 ? 0
                           : moduleOf(tableAddress)
                                 .landingOf(table.fileAddress(tableAddress));
}

void Instrumenter::fillFunctions() {
  for (const TracedFunction &function : table.functions) {
    native::FunctionRecord record{};
    record.canReturn = function.canReturn();
    if (function.canReturn()) {
      record.exit = landingOf(function.exit);
      record.tearDown = landingOf(function.tearDown);
      record.resultReload = landingOf(function.resultReload);
    }
    record.frameSize = function.frameSize;
    record.returns = static_cast<native::Returns>(function.returns);
    record.isMain = function.linkageName == "main";
    program.functions.push_back(record);
  }
}

void Instrumenter::fillOperands() {
  program.operands.resize(table.operands.size());
  program.operandCells.resize(table.operands.size());
  for (uint32_t i = 0; i < infos.size(); ++i) {
    if ((infos[i].flags & native::hookIsOperand) == 0)
      continue;
    const ConditionOperand &operand = table.operands[infos[i].entry];
    native::OperandRecord &record = program.operands[infos[i].entry];
    record.hook = i;
    record.condition = operand.condition;
    record.holdsWhenTrue = operand.holdsWhenTrue;
    program.operandCells[infos[i].entry] = program.hooks[i].body;
  }
}

native::StoreRecord Instrumenter::recordOf(const FixedStore &store) {
  auto place = static_cast<uint64_t>(store.place);
  if (!store.isInFrame)
    place = table.fileAddress(place) + moduleOf(place).bias;
  return {place, store.size, store.isInFrame};
}

void Instrumenter::fillEntries() {
  for (const UnitEntry &entry : table.entries) {
    native::EntryRecord record{};
    record.landing = landingOf(entry.address);
    record.firstReload = static_cast<uint32_t>(program.reloads.size());
    record.reloads = static_cast<uint32_t>(entry.reloads.size());
    record.firstStore = static_cast<uint32_t>(program.stores.size());
    record.stores = static_cast<uint32_t>(entry.flow.stores.size());
    record.isReturn = table.unit(entry.unit).kind == UnitKind::Return;
    record.function = static_cast<uint32_t>(entry.function);
    program.entries.push_back(record);
    for (const RegisterReload &reload : entry.reloads)
      program.reloads.push_back({reload.dwarfRegister, reload.frameOffset});
    for (const FixedStore &store : entry.flow.stores)
      program.stores.push_back(recordOf(store));
  }
}

} // namespace

llvm::Expected<InstrumentedProgram>
InstrumentedProgram::create(const InstrumentationRequest &request,
                            ModuleCache &cache) {
  return Instrumenter(request).run(cache);
}

uint64_t InstrumentedProgram::originOf(uint64_t pc) const {
  for (const PlacedModule &module : modules) {
    uint64_t address = pc - module.bias;
    if (module.recompiled.contains(pc)) {
      auto next = recompiled.upper_bound(pc);
      return next == recompiled.begin() ? pc : std::prev(next)->second;
    }
    if (!module.contains(pc)) {
      std::optional<uint64_t> original;
      if (pc >= module.trampolines &&
          pc - module.trampolines < module.patched.trampolines.size())
        original = module.patched.originalOf(address);
      if (!original)
        continue;
      address = *original;
    }
    return module.isTraced ? address + module.tableBase : address + module.bias;
  }
  return pc;
}
