//===- LLDBUserView.cpp - Undo what launching under LLDB changes ----------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that LLDB launches ignores SIGPIPE, and its argv[0] is always the
// absolute path. Both can be seen in the program's output, so that runs under
// LLDB would differ from plain runs.
//
//===----------------------------------------------------------------------===//

#include "LLDBRegisters.h"
#include "LLDBSession.h"
#include <csignal>
#include <sys/syscall.h>

using namespace pinstripe;

llvm::Error LLDBSession::restoreUserView(const LaunchSpec &spec) {
  writeInvocationName(spec);
  return restoreSignalActions();
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

llvm::Error LLDBSession::restoreSignalActions() {
  std::optional<ProcessStatus> status = readStatus(pid);
  if (!status || !status->ignores(SIGPIPE))
    return llvm::Error::success();
  uint64_t instruction = SyscallInjector::findInstruction(*processMemory, pid);
  if (instruction == 0)
    return llvm::make_error<EngineError>(
        "no system call instruction found in the vDSO");
  lldb::SBThread thread = mainThread();
  // A sigaction structure of zeros means SIG_DFL; the stack below the
  // red zone is free.
  uint64_t action = (thread.GetFrameAtIndex(0).GetSP() - 256) & ~uint64_t(15);
  std::array<uint8_t, 32> zeros{};
  if (!processMemory->write(action, zeros))
    return llvm::make_error<EngineError>("can't write to the stack");
  RegisterState registers = RegisterState::of(thread);
  SyscallInjector injector(thread, instruction);
  llvm::Expected<int64_t> result =
      injector.call(SYS_rt_sigaction, {SIGPIPE, action, 0, 8});
  if (!result)
    return result.takeError();
  return registers.restore(thread);
}
