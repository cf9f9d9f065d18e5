// Saves and restores the x87 and vector registers of a process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/LLDBExtendedState.h"
#include "LLDB/LLDBRegisters.h"
#include <cpuid.h>

using namespace pinstripe;

using StateInstruction = std::array<uint8_t, 4>;
static constexpr StateInstruction saveAtRDI = {0x48, 0x0f, 0xae, 0x27};
static constexpr StateInstruction restoreAtRDI = {0x48, 0x0f, 0xae, 0x2f};

/// Returns the number of bytes that XSAVE stores, with all components that the
/// system has enabled; 0 if the processor has no XSAVE.
static size_t extendedStateSize() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned enabledBySystem = 1u << 27;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & enabledBySystem) == 0)
    return 0;
  return __get_cpuid_count(0xd, 0, &a, &b, &c, &d) == 0 ? 0 : b;
}

/// Writes `instruction` over the code at `address`, makes the process execute
/// it, and restores the code.
static llvm::Error executeOnce(LLDBProcess &process, uint64_t address,
                               const StateInstruction &instruction,
                               uint64_t area) {
  StateInstruction before;
  if (!process.memory().read(address, before) ||
      !process.memory().write(address, instruction))
    return llvm::make_error<EngineError>("can't write code to the process");
  lldb::SBThread thread = process.mainThread();
  constexpr uint64_t everything = UINT32_MAX;
  if (llvm::Error error =
          executeAt(thread, address, instruction.size(),
                    {{"rax", everything}, {"rdx", everything}, {"rdi", area}}))
    return error;
  if (!process.memory().write(address, before))
    return llvm::make_error<EngineError>("can't write code to the process");
  return llvm::Error::success();
}

llvm::Expected<std::optional<ExtendedState>>
ExtendedState::of(LLDBProcess &process, uint64_t instruction, uint64_t stack) {
  size_t size = extendedStateSize();
  if (size == 0)
    return std::nullopt;
  constexpr uint64_t redZone = 128, alignment = 64;
  uint64_t area = (stack - redZone - size) / alignment * alignment;
  ExtendedState state(instruction, area, size);
  std::vector<uint8_t> before(size);
  // The memory to which XSAVE writes must be zero at first: XSAVE does not
  // write the reserved bytes, and XRSTOR requires that they are zero.
  if (!process.memory().read(area, before) ||
      !process.memory().write(area, state.image))
    return std::nullopt;
  if (llvm::Error error = executeOnce(process, instruction, saveAtRDI, area))
    return error;
  if (!process.memory().read(area, state.image) ||
      !process.memory().write(area, before))
    return llvm::make_error<EngineError>("can't read the stack");
  return state;
}

llvm::Error ExtendedState::restore(LLDBProcess &process) const {
  if (!process.memory().write(area, image))
    return llvm::make_error<EngineError>("can't write to the stack");
  return executeOnce(process, instruction, restoreAtRDI, area);
}
