// Lets a process that crashed under LLDB write out the buffers of libc.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/LLDBFlush.h"
#include "LLDB/LLDBRegisters.h"

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

bool pinstripe::prepareFlush(LLDBProcess &debuggee, uint64_t fflush) {
  lldb::SBFrame frame = debuggee.mainThread().GetFrameAtIndex(0);
  uint64_t sp = stackForCall(debuggee.id(), frame.GetSP());
  llvm::ArrayRef<uint8_t> word(reinterpret_cast<const uint8_t *>(&nowhere),
                               sizeof(nowhere));
  if (!debuggee.memory().write(sp, word))
    return false;
  for (auto [name, value] : {std::pair("rdi", uint64_t(0)), {"rsp", sp}})
    if (llvm::Error error = writeRegister(frame, name, value)) {
      // The reason of the error is dropped: callers only need to know that
      // fflush can't be called.
      llvm::consumeError(std::move(error));
      return false;
    }
  // The program counter is set last, since LLDB's object `frame` is not valid
  // after that.
  return frame.SetPC(fflush);
}

bool pinstripe::hasFlushed(LLDBProcess &debuggee) {
  return debuggee.mainThread().GetFrameAtIndex(0).GetPC() == nowhere;
}
