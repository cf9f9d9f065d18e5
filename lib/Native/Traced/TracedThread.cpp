// Reads and writes the registers of a thread by ptrace, and continues it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Traced/TracedThread.h"
#include <csignal>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace pinstripe;

// Registers

/// Returns the registers of the stopped thread; null if they can't be read,
/// since the process is being killed.
user_regs_struct *TracedThread::read() {
  if (!registers) {
    user_regs_struct present{};
    if (::ptrace(PTRACE_GETREGS, threadId, nullptr, &present) != 0)
      return nullptr;
    registers = present;
  }
  return &*registers;
}

/// Returns the registers, as `read` does, for a change: they are written before
/// the thread goes on.
user_regs_struct *TracedThread::change() {
  user_regs_struct *all = read();
  isChanged |= all != nullptr;
  return all;
}

/// Writes the registers, if they were changed, and forgets them, since the
/// thread is about to go on.
void TracedThread::writeBack() {
  if (isChanged)
    ::ptrace(PTRACE_SETREGS, threadId, nullptr, &*registers);
  isChanged = isAtBreakpoint = false;
  registers.reset();
}

/// Returns the place of a general register in the registers of ptrace.
static unsigned long long &place(user_regs_struct &registers,
                                 GeneralRegister number) {
  unsigned long long *const places[] = {
      &registers.rax, &registers.rcx, &registers.rdx, &registers.rbx,
      &registers.rsp, &registers.rbp, &registers.rsi, &registers.rdi,
      &registers.r8,  &registers.r9,  &registers.r10, &registers.r11,
      &registers.r12, &registers.r13, &registers.r14, &registers.r15};
  return *places[number];
}

uint64_t TracedThread::readRegister(GeneralRegister number) {
  user_regs_struct *all = read();
  return all ? place(*all, number) : 0;
}

uint64_t TracedThread::readFlags() {
  user_regs_struct *all = read();
  return all ? all->eflags : 0;
}

uint64_t TracedThread::readPC() {
  user_regs_struct *all = read();
  return all ? all->rip : 0;
}

uint64_t TracedThread::readThreadPointer() {
  user_regs_struct *all = read();
  return all ? all->fs_base : 0;
}

bool TracedThread::writeRegister(GeneralRegister number, uint64_t value) {
  user_regs_struct *all = change();
  if (all)
    place(*all, number) = value;
  return all;
}

bool TracedThread::writeFlags(uint64_t value) {
  user_regs_struct *all = change();
  if (all)
    all->eflags = value;
  return all;
}

bool TracedThread::writeVectorRegister(unsigned number, uint64_t half) {
  user_fpregs_struct vectors{};
  if (::ptrace(PTRACE_GETFPREGS, threadId, nullptr, &vectors) != 0)
    return false;
  constexpr size_t wordsPerRegister = 4;
  for (size_t word = 0; word < wordsPerRegister; ++word)
    vectors.xmm_space[number * wordsPerRegister + word] =
        static_cast<uint32_t>(half >> (word % 2 * 32));
  return ::ptrace(PTRACE_SETFPREGS, threadId, nullptr, &vectors) == 0;
}

bool TracedThread::goTo(uint64_t address) {
  user_regs_struct *all = read();
  if (!all)
    return false;
  isAtBreakpoint = true;
  if (all->rip == address)
    return true;
  all->rip = address;
  // The kernel would restart an interrupted system call otherwise.
  all->orig_rax = ~uint64_t(0);
  isChanged = true;
  return true;
}

void TracedThread::showBefore() {
  if (user_regs_struct *all = read())
    --all->rip;
}

void TracedThread::noteBreakpoint() {
  if (user_regs_struct *all = change())
    --all->rip;
  isAtBreakpoint = isPending = true;
}

// How the thread goes on and stops

void TracedThread::goOn() {
  writeBack();
  ::ptrace(PTRACE_CONT, threadId, nullptr, signal);
  isStopped = false;
  signal = 0;
}

void TracedThread::step() {
  writeBack();
  ::ptrace(PTRACE_SINGLESTEP, threadId, nullptr, 0);
}

void TracedThread::send(pid_t process, int signal) const {
  ::syscall(SYS_tgkill, process, threadId, signal);
}

void TracedThread::stop(pid_t process) {
  if (isToStop)
    return;
  isToStop = true;
  send(process, SIGSTOP);
}

bool TracedThread::isOurStop(bool isByTicker) {
  if (isToStop) {
    isToStop = false;
    furtherStops += isByTicker;
    return true;
  }
  if (isByTicker)
    return true;
  if (furtherStops == 0)
    return false;
  --furtherStops;
  return true;
}

void TracedThread::noteEnd() {
  hasEnded = isStopped = isSuspended = true;
  isPending = false;
}

void TracedThread::restart() {
  *this = TracedThread(threadId);
  isStopped = true;
  // TracedProcess and the Ticker may both have sent a SIGSTOP to the thread
  // while it had its former id.
  furtherStops = 2;
}
