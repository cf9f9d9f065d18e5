//===- LLDBPreparation.cpp - A process just launched becomes ours ---------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that LLDB launches ignores SIGPIPE, and its argv[0] is always the
// absolute path. Both can be seen in the program's output, so that runs under
// LLDB would differ from plain runs; here they are put right. And the copies
// of displaced instructions get their place.
//
//===----------------------------------------------------------------------===//

#include "LLDBRegisters.h"
#include "LLDBSession.h"
#include "pinstripe/Execution/LaunchRandomness.h"
#include "pinstripe/Execution/RunWatch.h"
#include <csignal>
#include <sys/mman.h>
#include <sys/syscall.h>

using namespace pinstripe;

/// Out of the way of everything that the kernel or a program places.
static constexpr uint64_t displacedPlace = uint64_t(1) << 36;

llvm::Error LLDBSession::prepareProcess(const LaunchSpec &spec) {
  if (llvm::Error error = placeModules())
    return error;
  configureSignals();
  limitFiles(pid, spec);
  uint64_t stackPointer = mainThread().GetFrameAtIndex(0).GetSP();
  if (!clearUnusedStack(pid, *processMemory, stackPointer))
    return llvm::make_error<EngineError>("can't write to the stack");
  writeInvocationName(spec);
  uint64_t instruction = SyscallInjector::findInstruction(*processMemory, pid);
  if (instruction == 0)
    return llvm::make_error<EngineError>(
        "no system call instruction found in the vDSO");
  lldb::SBThread thread = mainThread();
  RegisterState registers = RegisterState::of(thread);
  SyscallInjector injector(thread, instruction);
  if (llvm::Error error = restoreSignalActions(injector))
    return error;
  if (llvm::Error error = mapDisplacedCode(injector))
    return error;
  return registers.restore(thread);
}

/// Overwrites argv[0] in place. The name can only get shorter; a longer one
/// keeps the absolute path.
void LLDBSession::writeInvocationName(const LaunchSpec &spec) {
  const std::string &name = spec.argument0;
  if (name.empty() || name.size() > spec.program.size())
    return;
  lldb::SBFrame frame = mainThread().GetFrameAtIndex(0);
  // At the entry point: argc, then the argv pointers.
  std::optional<uint64_t> text = processMemory->readWord(frame.GetSP() + 8);
  if (!text)
    return;
  std::vector<uint8_t> bytes(spec.program.size() + 1, 0);
  llvm::copy(name, bytes.begin());
  if (!processMemory->write(*text, bytes))
    return;
  // glibc has remembered where the last component starts.
  size_t slash = name.rfind('/');
  uint64_t last = *text + (slash == std::string::npos ? 0 : slash + 1);
  lldb::SBModule libc =
      target.FindModule(lldb::SBFileSpec("libc.so.6", /*resolve=*/false));
  lldb::SBSymbol symbol =
      libc.FindSymbol("program_invocation_short_name", lldb::eSymbolTypeAny);
  if (!symbol.IsValid())
    return;
  uint64_t variable = symbol.GetStartAddress().GetLoadAddress(target);
  processMemory->write(variable, {reinterpret_cast<uint8_t *>(&last), 8});
}

llvm::Error LLDBSession::restoreSignalActions(SyscallInjector &injector) {
  std::optional<ProcessStatus> status = readStatus(pid);
  if (!status || !status->ignores(SIGPIPE))
    return llvm::Error::success();
  // A sigaction structure of zeros means SIG_DFL; the stack below the red
  // zone is free.
  uint64_t stack = mainThread().GetFrameAtIndex(0).GetSP();
  uint64_t action = (stack - 256) & ~uint64_t(15);
  std::array<uint8_t, 32> zeros{};
  if (!processMemory->write(action, zeros))
    return llvm::make_error<EngineError>("can't write to the stack");
  return injector.call(SYS_rt_sigaction, {SIGPIPE, action, 0, 8}).takeError();
}

llvm::Error LLDBSession::mapDisplacedCode(SyscallInjector &injector) {
  if (displaced.isEmpty())
    return llvm::Error::success();
  llvm::Expected<int64_t> place = injector.call(
      SYS_mmap, {displacedPlace, displaced.size(), PROT_READ | PROT_EXEC,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE,
                 static_cast<uint64_t>(-1), 0});
  if (!place)
    return place.takeError();
  // Without the copies all is slower and nothing else.
  bool isThere = static_cast<uint64_t>(*place) == displacedPlace &&
                 processMemory->write(displacedPlace,
                                      displaced.image([this](uint64_t address) {
                                        return loaded.toRunTime(address);
                                      }));
  displacedBase = isThere ? displacedPlace : 0;
  return llvm::Error::success();
}
