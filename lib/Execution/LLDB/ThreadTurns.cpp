// Decides which thread of the program may pass a hook.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is an address at which the engine takes control.

#include "LLDB/ThreadTurns.h"
#include "LLDB/LLDBRegisters.h"
#include <array>

using namespace pinstripe;

/// Returns whether `result` means that a stop has interrupted a system call
/// that will go on waiting. In that case the kernel leaves -ERESTARTSYS,
/// -ERESTARTNOINTR, -ERESTARTNOHAND or -ERESTART_RESTARTBLOCK in rax. Programs
/// never see these values.
static bool isInterrupted(int64_t result) {
  return result == -512 || result == -513 || result == -514 || result == -516;
}

/// Returns whether a stopped thread waits in a system call.
static bool isWaiting(lldb::SBThread thread, const ProcessMemory &memory) {
  lldb::SBFrame frame = thread.GetFrameAtIndex(0);
  if (!isInterrupted(static_cast<int64_t>(readRegister(frame, "rax"))))
    return false;
  constexpr std::array<uint8_t, 2> syscallInstruction = {0x0f, 0x05};
  std::array<uint8_t, 2> code = {};
  return memory.read(frame.GetPC() - code.size(), code) &&
         code == syscallInstruction;
}

Turn ThreadTurns::arrive(lldb::SBThread &thread, LLDBProcess &process) {
  uint64_t id = thread.GetThreadID();
  if (current != 0 && id != current) {
    if (nextInLine != 0 && id != nextInLine)
      return Turn::Parallel;
    nextInLine = id;
    lldb::SBProcess &all = process.lldb();
    for (uint32_t i = 0; i < all.GetNumThreads(); ++i) {
      lldb::SBThread other = all.GetThreadAtIndex(i);
      if (other.GetThreadID() != id && !isWaiting(other, process.memory()))
        return Turn::Wait;
    }
  }
  current = id;
  if (nextInLine == id)
    nextInLine = 0;
  return Turn::Pass;
}

std::vector<uint64_t> ThreadTurns::takeNew(lldb::SBProcess &process) {
  std::vector<uint64_t> found;
  uint32_t count = process.GetNumThreads();
  if (count == 1 && !known.empty())
    return found;
  for (uint32_t i = 0; i < count; ++i) {
    uint64_t id = process.GetThreadAtIndex(i).GetThreadID();
    if (known.insert(id).second)
      found.push_back(id);
  }
  return found;
}
