// Launches a program, patches it, and makes it a server that forks runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Sessions/TargetSession.h"
#include <algorithm>
#include <sys/mman.h>

using namespace pinstripe;

static_assert(static_cast<unsigned>(UnrecordedCalls::Run) ==
              static_cast<unsigned>(native::UnrecordedCalls::Run));

llvm::Error TargetSession::startTarget() {
  auto memory = TargetMemory::create();
  if (!memory)
    return memory.takeError();
  auto launch = TracedLaunch::start(spec, tools.outputs,
                                    (*memory)->descriptor(), tools.killTimer,
                                    /*isServer=*/!tools.takesTurns);
  if (!launch)
    return launch.takeError();
  InstrumentationRequest request{tools.table,
                                 tools.hooks,
                                 hookAddresses(),
                                 mode,
                                 guardedFunctions(),
                                 tools.trapsOnly,
                                 (*launch)->mappings(),
                                 (*launch)->entryPoint(),
                                 code,
                                 /*isStepped=*/false,
                                 tools.takesTurns};
  return (*launch)->explain(startServer(**launch, std::move(*memory), request));
}

llvm::Error TargetSession::startServer(TracedLaunch &launch,
                                       std::unique_ptr<TargetMemory> memory,
                                       const InstrumentationRequest &request) {
  if (llvm::Error error = InstrumentedProgram::create(request, tools.modules)
                              .moveInto(instrumented))
    return error;
  if (llvm::Error error = linkRecompiled(launch))
    return error;
  makeTables();
  NativeServer::addCommonRegions(*memory);
  addProgramRegions(*memory);
  addRegions(*memory);
  llvm::Expected<native::Setup> parameters = setup(launch);
  if (!parameters)
    return parameters.takeError();
  registers = parameters->registers;
  stackPointer = registers.value[RSP];
  if (llvm::Error error = memory->write(*parameters, instrumented.patches))
    return error;
  if (llvm::Error error = openViews(*memory))
    return error;
  if (tools.takesTurns) {
    ownMemory = std::move(memory);
    return llvm::Error::success();
  }
  if (llvm::Error error =
          NativeServer::start(launch, std::move(memory), tools.janitor,
                              spec.sandbox != nullptr)
              .moveInto(theServer))
    return error;
  return llvm::Error::success();
}

llvm::Error TargetSession::linkRecompiled(const TracedLaunch &launch) {
  if (!spec.recompiled || !exchangesFunctions())
    return llvm::Error::success();
  ProcessMemory memory(launch.processId());
  if (llvm::Error error =
          linkRecompiledCode(*spec.recompiled, tools.table, instrumented,
                             memory, tools.symbols)
              .moveInto(linked))
    return error;
  return llvm::Error::success();
}

void TargetSession::addProgramRegions(TargetMemory &memory) const {
  for (const PlacedModule &module : instrumented.modules)
    if (module.trampolines != 0)
      memory.addContent(module.trampolines, module.patched.trampolines,
                        PROT_READ | PROT_EXEC);
  memory.addTable(native::hooksAddress, llvm::ArrayRef(instrumented.hooks));
  memory.addTable(native::functionsAddress,
                  llvm::ArrayRef(instrumented.functions));
  memory.addTable(native::entriesAddress, llvm::ArrayRef(instrumented.entries));
  memory.addTable(native::reloadsAddress, llvm::ArrayRef(instrumented.reloads));
  memory.addTable(native::trapsAddress, llvm::ArrayRef(instrumented.traps));
  memory.addTable(native::storesAddress, llvm::ArrayRef(instrumented.stores));
  if (exchangesFunctions())
    addRecompiledRegions(memory);
  if (native::isLive(mode))
    addLiveRegions(memory);
}

void TargetSession::addRecompiledRegions(TargetMemory &memory) const {
  for (const CodeImage &image : linked.images)
    // Recompiled code can contain static variables of functions, so the region
    // is writable.
    memory.addContent(image.address, image.bytes,
                      PROT_READ | PROT_WRITE | PROT_EXEC,
                      native::MappingKind::PrivateFile);
  memory.addPrivate(native::mutationStateAddress,
                    sizeof(native::MutationState));
  if (!linked.exchanges.empty())
    memory.addTable(native::exchangesAddress, llvm::ArrayRef(linked.exchanges));
  if (!linked.frameTables.empty())
    memory.addTable(native::frameTablesAddress,
                    llvm::ArrayRef(linked.frameTables));
}

void TargetSession::addLiveRegions(TargetMemory &memory) const {
  memory.addShared(native::overwritesAddress,
                   native::maxOverwrites * sizeof(native::OverwriteRecord) +
                       native::overwrittenBytes);
  memory.addTable(native::operandsAddress,
                  llvm::ArrayRef(instrumented.operands));
  memory.addContent(native::operandCellsAddress,
                    bytesOf(llvm::ArrayRef(instrumented.operandCells)),
                    PROT_READ | PROT_WRITE, native::MappingKind::PrivateFile);
}

llvm::Expected<native::Setup> TargetSession::setup(TracedLaunch &launch) const {
  llvm::Expected<uint64_t> threadId = launch.threadIdAddress();
  if (!threadId)
    return threadId.takeError();
  native::Setup setup{};
  setup.memoryFile = TracedLaunch::memoryFileNumber;
  setup.readOnlyFile = TracedLaunch::readOnlyFileNumber;
  setup.standardFiles = TracedLaunch::standardFilesNumber;
  setup.isHidden = spec.sandbox != nullptr;
  setup.takesTurns = tools.takesTurns;
  setup.traps = static_cast<uint32_t>(instrumented.traps.size());
  setup.mode = mode;
  setup.hooks = static_cast<uint32_t>(instrumented.hooks.size());
  if (native::isLive(mode))
    setup.flush = instrumented.flush;
  setup.exchanges = static_cast<uint32_t>(linked.exchanges.size());
  setup.frameTables = linked.unwinder;
  setup.poisonFrames = spec.poison != Poison::Stale;
  setup.poison = poisonWord(spec.poison);
  setup.threadIdAddress = *threadId;
  setup.registers = launch.registers();
  describe(setup);
  return setup;
}

bool TargetSession::hasLayoutOf(const TracedLaunch &launch) const {
  native::GeneralRegisters others = launch.registers();
  auto isSame = [](const Mapping &one, const Mapping &other) {
    return one.begin == other.begin && one.end == other.end;
  };
  return std::ranges::equal(registers.value, others.value) &&
         registers.pc == others.pc &&
         std::ranges::equal(instrumented.mappings, launch.mappings(), isSame);
}

bool TargetSession::fits(const LaunchSpec &other) const {
  if (exchangesFunctions() && spec.recompiled != other.recompiled)
    return false;
  return spec.program == other.program && spec.arguments == other.arguments &&
         spec.argument0 == other.argument0 &&
         spec.environment == other.environment &&
         inputVersion == tools.outputs.inputVersion() &&
         spec.workingDirectory == other.workingDirectory &&
         spec.privateView == other.privateView &&
         spec.sandbox == other.sandbox && spec.poison == other.poison;
}
