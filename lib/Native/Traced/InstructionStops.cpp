// Records the instructions of a process whose threads take turns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Traced/InstructionStops.h"

using namespace pinstripe;

llvm::Expected<std::unique_ptr<InstructionStops>>
InstructionStops::create(const TracedLaunch &launch, const UnitTable &table,
                         const HookMap &hooks, ModuleCache &cache,
                         const InstructionSubject &subject) {
  InstrumentationRequest request{table,
                                 hooks,
                                 hooks.forRecording(),
                                 native::RunMode::DetailedRecording,
                                 /*guarded=*/nullptr,
                                 /*trapsOnly=*/false,
                                 launch.mappings(),
                                 launch.entryPoint(),
                                 subject.code,
                                 /*isStepped=*/true,
                                 /*takesTurns=*/true};
  auto program = InstrumentedProgram::create(request, cache);
  if (!program)
    return program.takeError();
  return std::unique_ptr<InstructionStops>(
      new InstructionStops(launch, std::move(*program), table, subject));
}

// The engine itself fills frames with poison and limits the number of events.
InstructionStops::InstructionStops(const TracedLaunch &launch,
                                   InstrumentedProgram itsProgram,
                                   const UnitTable &table,
                                   const InstructionSubject &subject)
    : program(std::move(itsProgram)), pid(launch.processId()), memory(pid),
      decoder(program, table, *subject.code, RecordingLimits(),
              launch.registers().value[RSP], *subject.observer),
      hooks(program, table, Poison::Stale, pid, memory, decoder) {
  ObservedThread first;
  first.number = nextNumber++;
  first.stackEnd = launch.registers().value[RSP];
  threads[static_cast<uint64_t>(pid)] = first;
}

bool InstructionStops::isOfInstructionsOnly(uint64_t address) const {
  const native::HookRecord *hook = hooks.find(address);
  return hook && (hook->flags & native::hookIsOfBlock) != 0;
}

void InstructionStops::leaveHook(TracedThread &thread) {
  const user_regs_struct *registers = thread.allRegisters();
  const native::HookRecord *hook =
      registers ? hooks.find(registers->rip) : nullptr;
  if (!hook)
    return;
  enter(thread);
  user_regs_struct copy = *registers;
  hooks.arrive(*hook, copy);
}

/// Makes the thread the present one. Finds its stack when it comes to its first
/// hook.
void InstructionStops::enter(TracedThread &thread) {
  auto [found, isNew] = threads.try_emplace(thread.number());
  ObservedThread &its = found->second;
  if (isNew)
    its.number = nextNumber++;
  if (its.stackEnd == 0) {
    constexpr uint64_t largestStack = uint64_t(8) << 20;
    its.stackEnd = thread.readRegister(RSP);
    its.descriptor = thread.readThreadPointer();
    for (const Mapping &mapping : readMappings(pid))
      if (mapping.begin <= its.stackEnd && its.stackEnd < mapping.end)
        its.stackBegin = std::max(
            mapping.begin, its.stackEnd - std::min(its.stackEnd, largestStack));
  }
  hooks.enterThread(its);
}

void InstructionStops::noteCreation(uint64_t creator, uint64_t created) {
  auto found = threads.find(creator);
  if (found == threads.end() || !threads.try_emplace(created).second)
    return;
  ObservedThread &its = threads[created];
  its.number = nextNumber++;
  hooks.enterThread(found->second);
  decoder.createThread(its.number);
}

void InstructionStops::noteEnd(uint64_t thread) {
  auto found = threads.find(thread);
  if (found == threads.end())
    return;
  // A thread that has come to no hook has done nothing that was recorded.
  if (found->second.stackEnd != 0) {
    hooks.enterThread(found->second);
    hooks.endThread();
  }
  threads.erase(found);
}
