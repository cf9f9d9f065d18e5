// Reads and writes registers of a process and makes it execute system calls, so
// that the LLDB engine can redirect control and rewind the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/LLDBRegisters.h"
#include "LLDB/LLDBError.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Program/Registers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

/// LLDB's names of the general registers, in the order of GeneralRegister.
static constexpr std::array<llvm::StringLiteral, 16> generalNames = {
    "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
    "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};

llvm::StringRef pinstripe::registerName(uint8_t dwarfRegister) {
  uint8_t number = machineNumber(dwarfRegister);
  return number < generalNames.size() ? generalNames[number]
                                      : llvm::StringLiteral("");
}

uint64_t pinstripe::readRegister(lldb::SBFrame &frame, llvm::StringRef name) {
  return frame.FindRegister(name.str().c_str()).GetValueAsUnsigned();
}

llvm::Error pinstripe::writeRegister(lldb::SBFrame &frame, llvm::StringRef name,
                                     uint64_t value) {
  lldb::SBValue target = frame.FindRegister(name.str().c_str());
  lldb::SBError error;
  if (target.GetValueAsUnsigned(error) == value && error.Success())
    return llvm::Error::success();
  std::string text = "0x" + llvm::utohexstr(value);
  error.Clear();
  if (target.SetValueFromCString(text.c_str(), error))
    return llvm::Error::success();
  return toError(error, "can't write register " + name);
}

llvm::Error pinstripe::writeVectorRegister(lldb::SBFrame &frame,
                                           llvm::StringRef name,
                                           uint64_t half) {
  lldb::SBValue target = frame.FindRegister(name.str().c_str());
  // The value is written as text: SetData on a vector register reports success,
  // but does nothing.
  std::string text = "{";
  for (unsigned i = 0; i < 16; ++i)
    text += "0x" + llvm::utohexstr(half >> 8 * (i % 8) & 0xff) + " ";
  text.back() = '}';
  lldb::SBError error;
  if (target.SetValueFromCString(text.c_str(), error))
    return llvm::Error::success();
  return toError(error, "can't write register " + name);
}

RegisterState RegisterState::of(lldb::SBThread thread) {
  lldb::SBFrame frame = thread.GetFrameAtIndex(0);
  RegisterState state;
  for (llvm::StringRef name : generalNames)
    state.general.push_back(readRegister(frame, name));
  state.flags = readRegister(frame, "rflags");
  state.pc = frame.GetPC();
  return state;
}

uint64_t RegisterState::stackPointer() const { return general[RSP]; }

void RegisterState::repeatSystemCall(uint64_t address, uint64_t number) {
  general[RAX] = number;
  pc = address;
}

llvm::Error RegisterState::restore(lldb::SBThread thread) const {
  lldb::SBFrame frame = thread.GetFrameAtIndex(0);
  for (auto [name, value] : llvm::zip_equal(generalNames, general))
    if (llvm::Error error = writeRegister(frame, name, value))
      return error;
  if (llvm::Error error = writeRegister(frame, "rflags", flags))
    return error;
  // The program counter is set last, since LLDB's object `frame` is not valid
  // after that.
  if (frame.GetPC() != pc && !frame.SetPC(pc))
    return llvm::make_error<EngineError>("can't set the program counter");
  return llvm::Error::success();
}

llvm::Error pinstripe::executeAt(
    lldb::SBThread &thread, uint64_t address, size_t size,
    llvm::ArrayRef<std::pair<const char *, uint64_t>> registers) {
  lldb::SBFrame frame = thread.GetFrameAtIndex(0);
  for (auto [name, value] : registers)
    if (llvm::Error error = writeRegister(frame, name, value))
      return error;
  if (!frame.SetPC(address))
    return llvm::make_error<EngineError>("can't set the program counter");
  lldb::SBError error;
  thread.StepInstruction(/*step_over=*/false, error);
  if (error.Fail())
    return toError(error, "can't step over an instruction");
  if (thread.GetFrameAtIndex(0).GetPC() != address + size)
    return llvm::make_error<EngineError>(
        "an injected instruction did not complete");
  return llvm::Error::success();
}

llvm::Expected<int64_t>
SyscallInjector::call(long number, llvm::ArrayRef<uint64_t> arguments) {
  llvm::SmallVector<std::pair<const char *, uint64_t>, 7> registers = {
      {"rax", static_cast<uint64_t>(number)}};
  static constexpr std::array names = {"rdi", "rsi", "rdx", "r10", "r8", "r9"};
  for (auto [argument, name] : llvm::zip_first(arguments, names))
    registers.push_back({name, argument});
  if (llvm::Error error = executeAt(thread, instruction, 2, registers))
    return error;
  lldb::SBFrame frame = thread.GetFrameAtIndex(0);
  return static_cast<int64_t>(readRegister(frame, "rax"));
}

uint64_t SyscallInjector::findInstruction(const ProcessMemory &memory,
                                          pid_t pid) {
  for (const Mapping &mapping : readMappings(pid)) {
    if (mapping.name != "[vdso]")
      continue;
    std::vector<uint8_t> code(mapping.end - mapping.begin);
    if (!memory.read(mapping.begin, code))
      return 0;
    static constexpr uint8_t syscall[] = {0x0f, 0x05};
    auto found = std::search(code.begin(), code.end(), std::begin(syscall),
                             std::end(syscall));
    return found == code.end()
               ? 0
               : mapping.begin + static_cast<uint64_t>(found - code.begin());
  }
  return 0;
}
