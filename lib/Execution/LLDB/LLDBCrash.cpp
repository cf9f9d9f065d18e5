// Describes a thread that crashed under LLDB, and makes it write its output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/LLDBCrash.h"
#include "LLDB/LLDBRegisters.h"
#include "pinstripe/Program/Registers.h"
#include <mutex>

using namespace pinstripe;

/// Returns up to `size` bytes of memory from `address` on; fewer if a page
/// can't be read.
static std::vector<uint8_t> readPages(const ProcessMemory &memory,
                                      uint64_t address, size_t size) {
  constexpr uint64_t pageSize = 4096;
  std::vector<uint8_t> bytes(size);
  size_t done = 0;
  while (done < size) {
    size_t part = std::min(size - done, pageSize - (address + done) % pageSize);
    if (!memory.read(address + done,
                     llvm::MutableArrayRef(bytes).slice(done, part)))
      break;
    done += part;
  }
  bytes.resize(done);
  return bytes;
}

/// Reads si_code and si_addr of the signal that stopped the thread.
static void readSignal(lldb::SBThread &thread, CrashedThread &crashed) {
  // LLDB describes siginfo_t by a type that all of its debuggers share. LLDB
  // makes the type again at each call, and takes no lock.
  static std::mutex describing;
  std::lock_guard lock(describing);
  lldb::SBValue info = thread.GetSiginfo();
  crashed.code = static_cast<int>(
      info.GetChildMemberWithName("si_code").GetValueAsSigned());
  crashed.faultAddress =
      info.GetValueForExpressionPath("._sifields._sigfault.si_addr")
          .GetValueAsUnsigned();
}

CrashedThread pinstripe::readCrashedThread(lldb::SBThread &thread, int signal,
                                           const ProcessMemory &memory) {
  CrashedThread state;
  state.signal = signal;
  readSignal(thread, state);
  lldb::SBFrame frame = thread.GetFrameAtIndex(0);
  for (uint8_t number = 0; number < state.registers.size(); ++number)
    state.registers[number] =
        readRegister(frame, registerName(dwarfNumber(number)));
  state.pc = frame.GetPC();
  state.stack = readPages(memory, state.registers[RSP], crashStackSize);
  return state;
}

/// When the process is made to call a function, the function gets this return
/// address. Nothing is mapped there, so the function's return faults, which
/// stops the process.
static constexpr uint64_t nowhere = 0x10;

/// Returns a stack pointer with which a crashed process can call a function.
/// Usually the returned address lies below the red zone. But if the stack has
/// overflowed, there is no room below. Then the address lies in the used part
/// of the stack, because the process does not need the data there any more.
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
      // The caller learns that fflush can't be called; the reason changes
      // nothing.
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
