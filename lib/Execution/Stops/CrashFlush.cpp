// Lets a process that crashed write out the buffers of libc.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/CrashFlush.h"

using namespace pinstripe;

/// When the process is made to call a function, the function gets this return
/// address. Nothing is mapped there, so the function's return faults, which
/// stops the process.
static constexpr uint64_t nowhere = 0x10;

/// Returns a stack pointer with which a crashed process can call a function.
/// Usually this is an address below the part of the stack that is in use. If
/// the stack has overflowed, there is no room below. Then it is an address in
/// the part that was in use, because the process does not need those data any
/// more.
static uint64_t stackForCall(pid_t process, uint64_t sp) {
  constexpr uint64_t room = 128 << 10;
  for (const Mapping &mapping : readMappings(process)) {
    bool isHere = mapping.begin <= sp && sp < mapping.end;
    if (isHere && sp - mapping.begin >= room)
      break;
    bool isFull = isHere || mapping.name == "[stack]";
    if (isFull && mapping.end - mapping.begin > 2 * room)
      return mapping.begin + room - sizeof(uint64_t);
  }
  return (sp - 256) / 16 * 16 - sizeof(uint64_t);
}

bool pinstripe::prepareFlush(HookedProcess &process, uint64_t thread,
                             uint64_t fflush) {
  uint64_t sp = stackForCall(process.id(), process.readRegister(thread, RSP));
  llvm::ArrayRef<uint8_t> word(reinterpret_cast<const uint8_t *>(&nowhere),
                               sizeof(nowhere));
  if (!process.memory().write(sp, word))
    return false;
  llvm::Error error = process.writeRegister(thread, RDI, 0);
  if (!error)
    error = process.writeRegister(thread, RSP, sp);
  if (!error)
    error = process.goTo(thread, fflush);
  bool isPrepared = !error;
  // The reason of the error is dropped: callers only need to know that fflush
  // can't be called.
  llvm::consumeError(std::move(error));
  return isPrepared;
}

bool pinstripe::hasFlushed(HookedProcess &process, uint64_t thread) {
  return process.readPC(thread) == nowhere;
}
