// Controls a process whose threads pass hooks by themselves, in turns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Traced/InnerHooks.h"
#include "Server/RuntimeImage.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <csignal>

using namespace pinstripe;

InnerHooks::InnerHooks(TargetSession &session) : session(session) {
  for (auto [index, hook] : llvm::enumerate(session.program().hooks))
    hooks[hook.start] = static_cast<uint32_t>(index);
}

/// Finds the memory in which the runtime keeps the state of a run.
llvm::Error InnerHooks::open() {
  auto slots = memory().view(native::serverSlotsAddress);
  if (!slots)
    return slots.takeError();
  control = reinterpret_cast<native::ServerControl *>(slots->data());
  run = reinterpret_cast<native::RunState *>(slots->data() + native::pageSize);
  return llvm::Error::success();
}

llvm::Error InnerHooks::begin(pid_t pid) {
  process.emplace(pid);
  return NativeServer::failureOfStart(*control);
}

// Places in the code of the process

const native::HookRecord *InnerHooks::hookAt(uint64_t address) const {
  auto found = hooks.find(address);
  return found == hooks.end() ? nullptr : &program().hooks[found->second];
}

bool InnerHooks::recover(TracedThread &thread, int signal) const {
  const native::ImageHeader &image = runtimeHeader();
  uint64_t pc = thread.readPC();
  if (signal == SIGTRAP) {
    const auto &traps = program().traps;
    auto found = std::ranges::lower_bound(traps, pc - 1, {},
                                          &native::TrapRecord::address);
    return found != traps.end() && found->address == pc - 1 &&
           thread.goTo(found->trampoline);
  }
  // A fault here is not an error: the program may have unmapped the memory.
  return (signal == SIGSEGV || signal == SIGBUS) && pc >= image.poisonBegin &&
         pc < image.poisonEnd && thread.goTo(image.poisonRecovery);
}

bool InnerHooks::stopAtHook(TracedThread &thread) const {
  if (thread.readPC() != runtimeHeader().turnStop)
    return false;
  uint64_t index = thread.readRegister(R11);
  return index < program().hooks.size() &&
         thread.goTo(program().hooks[index].start);
}

bool InnerHooks::isAtExitFunction(TracedThread &thread) const {
  const native::HookRecord *hook = hookAt(thread.readPC());
  return hook && (hook->flags & native::hookIsExitFunction) != 0;
}

bool InnerHooks::isInside(TracedThread &thread) const {
  const native::ImageHeader &image = runtimeHeader();
  uint64_t pc = thread.readPC();
  if (pc >= native::runtimeBase && pc < image.end)
    return pc < image.turn || pc >= image.turnStop;
  if (hooks.contains(pc))
    // If the thread has been let pass this hook, it is not to ask again.
    return pc == enteredAt &&
           process->readWord(PROCESS_ADDRESS(pass)).value_or(0) != 0;
  for (const PlacedModule &module : program().modules) {
    uint64_t offset = pc - module.trampolines;
    if (module.trampolines == 0 || offset >= module.patched.trampolines.size())
      continue;
    // The first byte of a moved instruction of the program is outside of hooks.
    return !module.patched.originals.contains(pc - module.bias);
  }
  return false;
}

void InnerHooks::removeFrom(const ProcessMemory &child) {
  // A hook calls the runtime if the frame is not the one for which it may do
  // something by itself, and if the log has no room. If `isLive` is 0, the
  // runtime does nothing.
  if (process->readWord(PROCESS_ADDRESS(isLive)).value_or(0) != 0) {
    savedFrame = process->readWord(PROCESS_ADDRESS(frame)).value_or(0);
    savedChunkEnd = process->readWord(PROCESS_ADDRESS(chunkEnd)).value_or(0);
  }
  for (const PlacedModule &module : program().modules)
    for (const Patch &patch : module.patched.patches)
      if (patch.kind == Patch::Kind::Trap)
        child.write(patch.address + module.bias, patch.original);
  uint64_t zero = 0;
  for (uint64_t field : {PROCESS_ADDRESS(isLive), PROCESS_ADDRESS(frame),
                         PROCESS_ADDRESS(chunkEnd)})
    child.write(field, {reinterpret_cast<const uint8_t *>(&zero), sizeof zero});
}

void InnerHooks::putBack() const {
  for (const PlacedModule &module : program().modules)
    for (const Patch &patch : module.patched.patches)
      if (patch.kind == Patch::Kind::Trap)
        process->write(patch.address + module.bias, patch.replacement);
  poke(PROCESS_ADDRESS(frame), savedFrame);
  poke(PROCESS_ADDRESS(chunkEnd), savedChunkEnd);
  poke(PROCESS_ADDRESS(isLive), uint64_t(1));
}

// Turns

bool InnerHooks::own(TracedThread &thread, bool isForOneHook) {
  owner = thread.number();
  hasOwner = !isForOneHook;
  enteredAt = thread.readPC();
  return poke(PROCESS_ADDRESS(threadPointer), thread.readThreadPointer());
}

void InnerHooks::leave() {
  if (hasOwner)
    poke(PROCESS_ADDRESS(threadPointer), uint64_t(0));
  hasOwner = false;
}
