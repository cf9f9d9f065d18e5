// Reads and writes registers of a process and makes it execute system calls, so
// that the LLDB engine can redirect control and rewind the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_LLDBREGISTERS_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_LLDBREGISTERS_H

#include "lldb/API/LLDB.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace pinstripe {

class ProcessMemory;

/// Returns LLDB's name of a general register, given its DWARF number (0 to 15).
llvm::StringRef registerName(uint8_t dwarfRegister);

uint64_t readRegister(lldb::SBFrame &frame, llvm::StringRef name);
/// Writes a register, which takes one packet to the server (60 us). Does
/// nothing if the register already has this value.
llvm::Error writeRegister(lldb::SBFrame &frame, llvm::StringRef name,
                          uint64_t value);
/// Writes `half` to both halves of xmm0 or xmm1. The engine uses this function
/// to fill a return value with the poison pattern.
llvm::Error writeVectorRegister(lldb::SBFrame &frame, llvm::StringRef name,
                                uint64_t half);

/// Sets the given registers of a stopped thread to the given values. Then makes
/// the thread execute the one instruction at `address`, which has `size` bytes.
llvm::Error
executeAt(lldb::SBThread &thread, uint64_t address, size_t size,
          llvm::ArrayRef<std::pair<const char *, uint64_t>> registers);

/// The general registers, rflags and rip of a stopped thread.
class RegisterState {
public:
  static RegisterState of(lldb::SBThread thread);
  llvm::Error restore(lldb::SBThread thread) const;
  uint64_t stackPointer() const;
  /// Changes these registers, so that a thread that continues with them repeats
  /// the system call `number`. `address` is the address of the instruction that
  /// has made the call.
  void repeatSystemCall(uint64_t address, uint64_t number);

private:
  std::vector<uint64_t> general;
  uint64_t flags = 0, pc = 0;
};

/// Makes a stopped process execute system calls. System calls change the
/// registers of the process, so the caller has to save the registers before the
/// first call and to restore them after the last one.
class SyscallInjector {
public:
  /// `instruction` is the address of a syscall instruction in the process. For
  /// each system call, `thread` is made to execute this instruction.
  SyscallInjector(lldb::SBThread thread, uint64_t instruction)
      : thread(thread), instruction(instruction) {}
  /// Makes a system call. Returns the kernel's result; if the call failed, this
  /// is a negated errno value.
  llvm::Expected<int64_t> call(long number, llvm::ArrayRef<uint64_t> arguments);

  /// Returns the address of a syscall instruction in the vDSO; 0 if the vDSO
  /// has none.
  static uint64_t findInstruction(const ProcessMemory &memory, pid_t pid);

private:
  lldb::SBThread thread;
  uint64_t instruction;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_LLDBREGISTERS_H
