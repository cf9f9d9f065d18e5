// One thread of a process that is controlled by ptrace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_TRACED_TRACEDTHREAD_H
#define PINSTRIPE_LIB_NATIVE_TRACED_TRACEDTHREAD_H

#include "pinstripe/Execution/HookedProcess.h"
#include <optional>
#include <sys/types.h>
#include <sys/user.h>

namespace pinstripe {

/// A thread: its registers, how it goes on, and what has stopped it. Registers
/// can only be used while the thread is stopped. They are read from the thread
/// when they are first needed, and changes are written to it before it goes on.
///
/// If ptrace fails, somebody has killed the process. Functions that continue
/// the thread don't report that, since the next wait does.
class TracedThread {
public:
  explicit TracedThread(pid_t id) : threadId(id) {}

  pid_t id() const { return threadId; }
  /// Returns the id as engines know it (see HookedProcess::threads).
  uint64_t number() const { return static_cast<uint64_t>(threadId); }

  // The functions that read return 0, and those that write return false, if the
  // registers can't be accessed.
  uint64_t readRegister(GeneralRegister number);
  uint64_t readFlags();
  uint64_t readPC();
  /// Returns the address to which fs points: libc keeps what belongs to the
  /// thread there.
  uint64_t readThreadPointer();
  /// Returns all registers; null if they can't be accessed.
  const user_regs_struct *allRegisters() { return read(); }
  bool writeRegister(GeneralRegister number, uint64_t value);
  bool writeFlags(uint64_t value);
  bool writeVectorRegister(unsigned number, uint64_t half);
  /// Sends the thread to `address`. A breakpoint there is passed as if the
  /// thread had stopped at it.
  bool goTo(uint64_t address);
  /// Makes readPC return the address before the present one.
  void showBefore();
  /// Called when the thread has executed the int3 of a breakpoint: notes that,
  /// and puts the thread back to the address of the breakpoint.
  void noteBreakpoint();

  /// Continues the stopped thread, which gets its signal.
  void goOn();
  /// Makes the stopped thread execute one instruction. The caller has to wait
  /// for the end of the step.
  void step();
  /// Sends a signal to the thread, which belongs to the process `process`.
  void send(pid_t process, int signal) const;
  /// Stops the thread by SIGSTOP, unless such a signal is already on its way.
  void stop(pid_t process);
  /// Called when SIGSTOP has stopped the thread. Returns whether the tool has
  /// sent the signal; `isByTicker` says whether the Ticker has sent one.
  bool isOurStop(bool isByTicker);
  /// Notes that the thread has ended.
  void noteEnd();
  /// Called when the thread, or another one that gets its id, has called exec.
  void restart();

  bool isStopped = false;
  bool isSuspended = false;
  /// True until the kernel has stopped the new thread before its first
  /// instruction.
  bool isNew = false;
  /// True from the stop at a breakpoint until the thread goes on. The thread
  /// then executes the instruction there instead of the int3.
  bool isAtBreakpoint = false;
  /// True if the thread has stopped at a breakpoint, or `signal` is fatal, and
  /// the engine has not dealt with that yet.
  bool isPending = false;
  /// The signal that the thread gets when it goes on; 0 if there is none.
  int signal = 0;
  bool isFatal = false; ///< True if `signal` ends the process.
  bool hasEnded = false;

private:
  user_regs_struct *read();
  user_regs_struct *change();
  void writeBack();

  pid_t threadId;
  /// True while a SIGSTOP is on its way by which `stop` stops the thread.
  bool isToStop = false;
  /// How many more signals SIGSTOP may be on their way. If TracedProcess and
  /// the Ticker both send one, the thread may get one or two.
  unsigned furtherStops = 0;
  /// The registers, read when they are first needed; nullopt before.
  std::optional<user_regs_struct> registers;
  /// True if `registers` must be written before the thread goes on.
  bool isChanged = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TRACED_TRACEDTHREAD_H
