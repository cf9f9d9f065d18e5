// Makes a process that LLDB has started look like one that a shell has started.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/LLDBPreparation.h"
#include "LLDB/LLDBRegisters.h"
#include "pinstripe/Execution/LaunchRandomness.h"
#include "pinstripe/Execution/LimitMonitor.h"
#include <csignal>
#include <sys/mman.h>
#include <sys/syscall.h>

using namespace pinstripe;

/// Makes signals that end a process by default stop the process first, since
/// LLDB can't tell "signal 11" from "exit status 11" after the process has
/// ended. All signals are passed on to the process.
static void configureSignals(LLDBProcess &process) {
  lldb::SBUnixSignals signals = process.lldb().GetUnixSignals();
  for (int32_t i = 0; i < signals.GetNumSignals(); ++i) {
    int32_t signal = signals.GetSignalAtIndex(i);
    if (signal == SIGTRAP || signal > SIGRTMAX)
      continue;
    signals.SetShouldSuppress(signal, false);
    signals.SetShouldStop(signal, endsByDefault(signal));
    signals.SetShouldNotify(signal, endsByDefault(signal));
  }
}

/// Overwrites argv[0] with `spec.argument0`. LLDB has set argv[0] to the
/// absolute path of the program. If `spec.argument0` is longer than the path,
/// argv[0] stays the path.
static void writeInvocationName(LLDBProcess &process, const LaunchSpec &spec) {
  const std::string &name = spec.argument0;
  if (name.empty() || name.size() > spec.program.size())
    return;
  lldb::SBFrame frame = process.mainThread().GetFrameAtIndex(0);
  // At the entry point, the stack holds argc, followed by the pointers of argv.
  std::optional<uint64_t> text = process.memory().readWord(frame.GetSP() + 8);
  if (!text)
    return;
  std::vector<uint8_t> bytes(spec.program.size() + 1, 0);
  llvm::copy(name, bytes.begin());
  if (!process.memory().write(*text, bytes))
    return;
  // glibc's program_invocation_short_name still points into the old path, but
  // has to point to the last component of the new name.
  size_t slash = name.rfind('/');
  uint64_t last = *text + (slash == std::string::npos ? 0 : slash + 1);
  lldb::SBTarget target = process.lldb().GetTarget();
  lldb::SBModule libc =
      target.FindModule(lldb::SBFileSpec("libc.so.6", /*resolve=*/false));
  lldb::SBSymbol symbol =
      libc.FindSymbol("program_invocation_short_name", lldb::eSymbolTypeAny);
  if (!symbol.IsValid())
    return;
  uint64_t variable = symbol.GetStartAddress().GetLoadAddress(target);
  process.memory().write(variable, {reinterpret_cast<uint8_t *>(&last), 8});
}

static llvm::Error restoreSignalActions(LLDBProcess &process,
                                        SyscallInjector &injector) {
  std::optional<ProcessStatus> status = readStatus(process.id());
  if (!status || !status->ignores(SIGPIPE))
    return llvm::Error::success();
  // A sigaction structure of zeros stands for SIG_DFL. It is written below the
  // red zone of the stack, where nothing is in use.
  uint64_t stack = process.mainThread().GetFrameAtIndex(0).GetSP();
  uint64_t action = (stack - 256) & ~uint64_t(15);
  std::array<uint8_t, 32> zeros{};
  if (!process.memory().write(action, zeros))
    return llvm::make_error<EngineError>("can't write to the stack");
  return injector.call(SYS_rt_sigaction, {SIGPIPE, action, 0, 8}).takeError();
}

/// Maps the copies of instructions that make breakpoints cheaper (see
/// DisplacedCode.h) into the process. Returns the base address of the copies; 0
/// if there are no copies, or if they can't be mapped. Without copies, a run is
/// slower, but has the same result.
static llvm::Expected<uint64_t> mapDisplacedCode(LLDBProcess &process,
                                                 const DisplacedCode &displaced,
                                                 const LoadedModules &loaded,
                                                 SyscallInjector &injector) {
  if (displaced.isEmpty())
    return 0;
  llvm::Expected<int64_t> place = injector.call(
      SYS_mmap, {DisplacedCode::place, displaced.size(), PROT_READ | PROT_EXEC,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE,
                 static_cast<uint64_t>(-1), 0});
  if (!place)
    return place.takeError();
  bool isThere = static_cast<uint64_t>(*place) == DisplacedCode::place &&
                 process.memory().write(DisplacedCode::place,
                                        displaced.image([&](uint64_t address) {
                                          return loaded.toRunTime(address);
                                        }));
  return isThere ? DisplacedCode::place : 0;
}

llvm::Expected<uint64_t>
pinstripe::prepareProcess(LLDBProcess &process, const LaunchSpec &spec,
                          const DisplacedCode &displaced,
                          const LoadedModules &loaded) {
  // In a user's debugger, the user chooses for which signals the process stops.
  if (!process.isInUsersDebugger())
    configureSignals(process);
  limitFiles(process.id(), spec);
  lldb::SBThread thread = process.mainThread();
  uint64_t stackPointer = thread.GetFrameAtIndex(0).GetSP();
  if (!clearUnusedStack(process.id(), process.memory(), stackPointer))
    return llvm::make_error<EngineError>("can't write to the stack");
  writeInvocationName(process, spec);
  uint64_t instruction =
      SyscallInjector::findInstruction(process.memory(), process.id());
  if (instruction == 0)
    return llvm::make_error<EngineError>(
        "no system call instruction found in the vDSO");
  RegisterState registers = RegisterState::of(thread);
  SyscallInjector injector(thread, instruction);
  if (llvm::Error error = restoreSignalActions(process, injector))
    return error;
  llvm::Expected<uint64_t> base =
      mapDisplacedCode(process, displaced, loaded, injector);
  if (!base)
    return base;
  if (llvm::Error error = registers.restore(thread))
    return error;
  return base;
}
