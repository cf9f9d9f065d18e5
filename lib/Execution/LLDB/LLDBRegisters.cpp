// Reads and writes registers, and makes a process execute system calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/LLDBRegisters.h"
#include "LLDB/LLDBError.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

llvm::StringRef pinstripe::registerName(uint8_t dwarfRegister) {
  static constexpr std::array<llvm::StringLiteral, 16> names = {
      "rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp",
      "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};
  return dwarfRegister < names.size() ? names[dwarfRegister]
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
  // For vector registers, SetData reports success and does nothing.
  std::string text = "{";
  for (unsigned i = 0; i < 16; ++i)
    text += "0x" + llvm::utohexstr(half >> 8 * (i % 8) & 0xff) + " ";
  text.back() = '}';
  lldb::SBError error;
  if (target.SetValueFromCString(text.c_str(), error))
    return llvm::Error::success();
  return toError(error, "can't write register " + name);
}

static constexpr std::array<llvm::StringLiteral, 17> generalNames = {
    "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp",   "r8",
    "r9",  "r10", "r11", "r12", "r13", "r14", "r15", "rflags"};

RegisterState RegisterState::of(lldb::SBThread thread) {
  lldb::SBFrame frame = thread.GetFrameAtIndex(0);
  RegisterState state;
  for (size_t i = 0; i < generalNames.size(); ++i)
    state.general[i] = readRegister(frame, generalNames[i]);
  state.pc = frame.GetPC();
  return state;
}

uint64_t RegisterState::stackPointer() const {
  return general[7]; // rsp in generalNames
}

llvm::Error RegisterState::restore(lldb::SBThread thread) const {
  lldb::SBFrame frame = thread.GetFrameAtIndex(0);
  for (size_t i = 0; i < generalNames.size(); ++i)
    if (llvm::Error error = writeRegister(frame, generalNames[i], general[i]))
      return error;
  // The program counter is set last, since that invalidates the cached frame.
  if (frame.GetPC() != pc && !frame.SetPC(pc))
    return llvm::make_error<EngineError>("can't set the program counter");
  return llvm::Error::success();
}

llvm::Expected<int64_t>
SyscallInjector::call(long number, llvm::ArrayRef<uint64_t> arguments) {
  static constexpr std::array<llvm::StringLiteral, 6> argumentNames = {
      "rdi", "rsi", "rdx", "r10", "r8", "r9"};
  lldb::SBFrame frame = thread.GetFrameAtIndex(0);
  if (llvm::Error error =
          writeRegister(frame, "rax", static_cast<uint64_t>(number)))
    return error;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (llvm::Error error =
            writeRegister(frame, argumentNames[i], arguments[i]))
      return error;
  if (!frame.SetPC(instruction))
    return llvm::make_error<EngineError>("can't set the program counter");
  lldb::SBError error;
  thread.StepInstruction(/*step_over=*/false, error);
  if (error.Fail())
    return toError(error, "can't step over a system call");
  frame = thread.GetFrameAtIndex(0);
  if (frame.GetPC() != instruction + 2)
    return llvm::make_error<EngineError>(
        "an injected system call did not complete");
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
