// Launches a program and stops it at its entry point.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Server/TracedLaunch.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Execution/LaunchRandomness.h"
#include "pinstripe/Native/NativeRefusal.h"
#include "pinstripe/Support/AuxiliaryVector.h"
#include "pinstripe/Support/ChildProcess.h"
#include "pinstripe/Support/ProcessState.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

using namespace pinstripe;

/// The number of seconds after which the dynamic loader is assumed to hang.
static constexpr std::chrono::duration<double> loadLimit{20};
/// The segment selector that 64-bit programs have in their cs register. A
/// program with another segment selector has 32 bits and is refused.
static constexpr uint64_t longModeSegment = 0x33;

static SubprocessSpec subprocess(const LaunchSpec &spec,
                                 const OutputFiles &outputs) {
  SubprocessSpec process;
  process.program = spec.program;
  process.argument0 = spec.argument0;
  process.arguments = spec.arguments;
  process.environment = spec.environment;
  process.standardInput = outputs.standardInput();
  process.standardOutput = outputs.standardOutput;
  process.standardError = outputs.standardError;
  process.workingDirectory = spec.workingDirectory;
  if (spec.sandbox)
    process.sandbox = &spec.sandbox->entry();
  // A server (a process that forks runs) must not have a limit on the size of
  // files, since its runs would inherit the limit and could not raise it.
  process.outputLimitBytes = RLIM_INFINITY;
  return process;
}

static FileDescriptor openForReading(int file) {
  std::string path = "/proc/self/fd/" + std::to_string(file);
  return FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

llvm::Expected<std::unique_ptr<TracedLaunch>>
TracedLaunch::start(const LaunchSpec &spec, const OutputFiles &outputs,
                    std::optional<int> memoryFile, KillTimer &killTimer,
                    bool isServer) {
  SubprocessSpec process = subprocess(spec, outputs);
  auto streams = openStreams(process);
  if (!streams)
    return streams.takeError();
  ChildExtras extras;
  extras.isTraced = true;
  FileDescriptor readOnly;
  if (memoryFile) {
    readOnly = openForReading(*memoryFile);
    if (!readOnly.isOpen())
      return llvm::make_error<EngineError>(
          llvm::Twine("can't open the shared memory a second time: ") +
          llvm::sys::StrError());
    if (isServer)
      extras.passedFiles = outputs.passedFrom(standardFilesNumber);
    extras.passedFiles.push_back({*memoryFile, memoryFileNumber});
    extras.passedFiles.push_back({readOnly.get(), readOnlyFileNumber});
    extras.isServer = isServer;
  }
  extras.privateView = spec.privateView;
  if (spec.sandbox && !extras.isServer)
    spec.sandbox->nameNextProcess(Sandbox::NextProcess::Run);
  llvm::Expected<pid_t> child = startChild(process, *streams, extras);
  if (!child)
    return child.takeError();
  std::unique_ptr<TracedLaunch> launch(new TracedLaunch(spec, outputs, *child));
  launch->isPatched = memoryFile.has_value();
  launch->isServer = extras.isServer;
  if (llvm::Error error = launch->explain(launch->runToEntryPoint(killTimer)))
    return error;
  return launch;
}

llvm::Error TracedLaunch::explain(llvm::Error failure) const {
  siginfo_t end{};
  if (!failure || !wasKilledAtStop(pid) ||
      ::waitid(P_PID, static_cast<id_t>(pid), &end,
               WEXITED | WNOHANG | WNOWAIT | __WALL) != 0 ||
      end.si_pid != pid || end.si_code != CLD_KILLED ||
      end.si_status != SIGKILL)
    return failure;
  llvm::consumeError(std::move(failure));
  return endedEarly(end.si_status);
}

TracedLaunch::~TracedLaunch() {
  if (pid == 0)
    return;
  ::kill(pid, SIGKILL);
  while (::waitpid(pid, nullptr, __WALL) < 0 && errno == EINTR)
    ;
}

llvm::Error TracedLaunch::fail(const char *what) const {
  return llvm::make_error<EngineError>(spec.program + ": can't " + what + ": " +
                                       llvm::sys::StrError());
}

/// Waits until the program stops, and returns the signal that stopped it.
/// Returns an error if the program has ended.
llvm::Expected<int> TracedLaunch::waitForStop() {
  int status = 0;
  while (::waitpid(pid, &status, __WALL) < 0)
    if (errno != EINTR)
      return fail("wait for it");
  if (WIFSTOPPED(status))
    return WSTOPSIG(status);
  return endedEarly(status);
}

llvm::Error TracedLaunch::endedEarly(int status) const {
  // A program does not send SIGKILL to itself while it starts. Another process
  // or the kernel has sent the signal, for example because memory ran out. The
  // program is not to blame.
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    return llvm::make_error<EngineError>(
        spec.program + " was killed before its entry point was reached; is "
                       "there enough memory?");
  auto text = llvm::MemoryBuffer::getFile(outputs.standardError);
  llvm::StringRef said = text ? (*text)->getBuffer().trim() : "";
  std::string how =
      WIFSIGNALED(status)
          ? std::string("signal ") + std::to_string(WTERMSIG(status))
          : "exit status " + std::to_string(WEXITSTATUS(status));
  return llvm::make_error<TargetError>(
      spec.program + " ended before its entry point was reached (" + how +
      (said.empty() ? llvm::Twine("); does it start without Pinstripe?")
                    : "): " + said.split('\n').first));
}

llvm::Error TracedLaunch::runToEntryPoint(KillTimer &killTimer) {
  killTimer.arm(pid, loadLimit);
  bool isArmed = true;
  auto disarm = llvm::make_scope_exit([&] {
    if (isArmed)
      (void)killTimer.disarm();
  });
  llvm::Expected<int> signal = waitForStop(); // after exec
  if (!signal)
    return signal.takeError();
  // With PTRACE_O_EXITKILL the program is killed if the tool ends. Without it
  // the program would stay stopped for ever.
  if (::ptrace(PTRACE_SETOPTIONS, pid, nullptr,
               PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD) != 0)
    return fail("trace it");
  if (llvm::Error error = readEntryPoint())
    return error;
  if (!fixKernelRandomness(pid, memory))
    return fail("write random bytes");
  uint8_t original = 0;
  const uint8_t breakpoint = 0xcc;
  if (!memory.read(entry, original) || !memory.write(entry, breakpoint))
    return fail("write to its entry point");
  for (int passedOn = 0;;) {
    if (::ptrace(PTRACE_SYSCALL, pid, nullptr, passedOn) != 0 ||
        !(signal = waitForStop())) {
      isArmed = false;
      llvm::Error error = signal ? fail("continue it") : signal.takeError();
      if (!killTimer.disarm())
        return error;
      // The kill timer has killed the program, since it took too long. `error`
      // says only that the program has ended, so it is replaced.
      llvm::consumeError(std::move(error));
      return llvm::make_error<TargetError>(
          spec.program + ": its dynamic loader does not finish; does the "
                         "program start without Pinstripe?");
    }
    if (::ptrace(PTRACE_GETREGS, pid, nullptr, &atEntry) != 0)
      return fail("read its registers");
    if (*signal == SIGTRAP && atEntry.rip == entry + 1)
      break;
    constexpr int atSystemCall = SIGTRAP | 0x80;
    passedOn = *signal == atSystemCall ? 0 : *signal;
    if (*signal == atSystemCall)
      if (llvm::Error error = fixRandomness(atEntry))
        return error;
  }
  if (!memory.write(entry, original))
    return fail("write to its entry point");
  if (!clearUnusedStack(pid, memory, atEntry.rsp))
    return fail("write to its stack");
  atEntry.rip = entry;
  // If orig_rax is -1, the kernel does not restart a system call when the
  // program continues.
  atEntry.orig_rax = ~uint64_t(0);
  return isPatched ? checkIsFresh() : llvm::Error::success();
}

/// Reads from the auxiliary vector where the program's entry point is. The
/// program is stopped before the first instruction of the loader.
llvm::Error TracedLaunch::readEntryPoint() {
  user_regs_struct registers{};
  if (::ptrace(PTRACE_GETREGS, pid, nullptr, &registers) != 0)
    return fail("read its registers");
  if (registers.cs != longModeSegment)
    return llvm::make_error<NativeRefusal>(spec.program +
                                           ": not a 64-bit program");
  if (auxiliaryValue(pid, AT_SECURE) != 0)
    return llvm::make_error<NativeRefusal>(
        spec.program + ": it runs with rights of its own (set-user-ID, "
                       "set-group-ID or capabilities); use a copy without");
  entry = auxiliaryValue(pid, AT_ENTRY);
  if (entry == 0)
    return llvm::make_error<NativeRefusal>(spec.program +
                                           ": the kernel names no entry point");
  return llvm::Error::success();
}

/// Called at the beginning and at the end of each system call. At the end of
/// getrandom(), replaces the random bytes by fixed ones, so that malloc marks
/// free blocks with the same number in each run. At the beginning of a call,
/// the result register holds an error, and nothing is done.
llvm::Error TracedLaunch::fixRandomness(const user_regs_struct &registers) {
  auto result = static_cast<int64_t>(registers.rax);
  if (registers.orig_rax != SYS_getrandom || result <= 0)
    return llvm::Error::success();
  if (!fixRandomBytes(memory, registers.rdi, static_cast<uint64_t>(result)))
    return fail("write random bytes");
  return llvm::Error::success();
}

/// Returns an error if a library of the program has started a thread, opened a
/// file or printed before the entry point was reached. Also returns an error if
/// the program has a shadow stack. Later forks of such a process would not have
/// the same state, or would not run correctly.
llvm::Error TracedLaunch::checkIsFresh() const {
  auto refuse = [&](const llvm::Twine &what) {
    return llvm::make_error<NativeRefusal>(
        spec.program + ": a library that it uses " + what +
        " before the program's entry point is reached");
  };
  std::optional<ProcessStatus> status = readStatus(pid);
  if (!status)
    return fail("read its status");
  if (status->threads != 1)
    return refuse("starts threads");
  if (llvm::StringRef(readProcessFile(pid, "status")).contains("shstk"))
    return llvm::make_error<NativeRefusal>(
        spec.program + ": it runs with a shadow stack, which hooks do not "
                       "maintain; set GLIBC_TUNABLES=glibc.cpu.x86_shstk=off");
  if (!isServer)
    return llvm::Error::success();
  for (const auto &[number, name] : readDescriptors(pid))
    if (number > 2 && number < readOnlyFileNumber)
      return refuse("opens " + name);
  for (const std::string &path :
       {outputs.standardOutput, outputs.standardError}) {
    uint64_t size = 0;
    if (!llvm::sys::fs::file_size(path, size) && size != 0)
      return refuse("prints");
  }
  return llvm::Error::success();
}

native::GeneralRegisters
pinstripe::generalRegisters(const user_regs_struct &from) {
  return {{from.rax, from.rcx, from.rdx, from.rbx, from.rsp, from.rbp, from.rsi,
           from.rdi, from.r8, from.r9, from.r10, from.r11, from.r12, from.r13,
           from.r14, from.r15},
          from.rip};
}

llvm::Expected<int64_t>
TracedLaunch::systemCall(long number,
                         const std::array<uint64_t, 6> &arguments) {
  // The process needs a syscall instruction to execute. It is written over the
  // code at the entry point until the system call is over. The syscall
  // instruction in the vDSO is not used, since a process may have no vDSO.
  constexpr std::array<uint8_t, 2> instruction = {0x0f, 0x05};
  std::array<uint8_t, 2> original{};
  if (!memory.read(entry, original) || !memory.write(entry, instruction))
    return fail("write to its entry point");
  user_regs_struct registers = atEntry;
  registers.rax = static_cast<uint64_t>(number);
  registers.rdi = arguments[0];
  registers.rsi = arguments[1];
  registers.rdx = arguments[2];
  registers.r10 = arguments[3];
  registers.r8 = arguments[4];
  registers.r9 = arguments[5];
  if (::ptrace(PTRACE_SETREGS, pid, nullptr, &registers) != 0)
    return fail("write its registers");
  for (int passedOn = 0;;) {
    if (::ptrace(PTRACE_SINGLESTEP, pid, nullptr, passedOn) != 0)
      return fail("step it");
    llvm::Expected<int> signal = waitForStop();
    if (!signal)
      return signal.takeError();
    if (*signal == SIGTRAP)
      break;
    passedOn = *signal;
  }
  if (::ptrace(PTRACE_GETREGS, pid, nullptr, &registers) != 0)
    return fail("read its registers");
  if (!memory.write(entry, original))
    return fail("write to its entry point");
  return static_cast<int64_t>(registers.rax);
}

llvm::Expected<uint64_t> TracedLaunch::threadIdAddress() {
  uint64_t place = (atEntry.rsp - 512) & ~uint64_t(15);
  std::optional<uint64_t> before = memory.readWord(place);
  if (!before)
    return 0;
  llvm::Expected<int64_t> result =
      systemCall(SYS_prctl, {PR_GET_TID_ADDRESS, place, 0, 0, 0, 0});
  if (!result)
    return result.takeError();
  std::optional<uint64_t> address = memory.readWord(place);
  uint64_t former = *before;
  if (!memory.write(place, {reinterpret_cast<uint8_t *>(&former), 8}))
    return fail("write to its stack");
  // prctl fails if the kernel is built without PR_GET_TID_ADDRESS. Then the
  // address is unknown.
  return *result == 0 && address ? *address : 0;
}

llvm::Error TracedLaunch::handOver(uintptr_t traceOptions) {
  if (::ptrace(PTRACE_SETREGS, pid, nullptr, &atEntry) != 0)
    return fail("write its registers");
  if (::ptrace(PTRACE_SETOPTIONS, pid, nullptr, traceOptions) != 0)
    return fail("trace it");
  return llvm::Error::success();
}

llvm::Expected<pid_t> TracedLaunch::detachAt(uint64_t pc) {
  user_regs_struct registers = atEntry;
  registers.rip = pc;
  if (::ptrace(PTRACE_SETREGS, pid, nullptr, &registers) != 0)
    return fail("write its registers");
  if (::ptrace(PTRACE_DETACH, pid, nullptr, nullptr) != 0)
    return fail("let go of it");
  return std::exchange(pid, 0);
}
