// Defines what an engine can do with a process that it stops at hooks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is an address at which the engine takes control. Engines that stop the
// program at each hook differ in how they stop it: by LLDB, or by ptrace. The
// code that decides what happens at a stop is the same for all of them, and
// uses only the functions of a HookedProcess.

#ifndef PINSTRIPE_EXECUTION_HOOKEDPROCESS_H
#define PINSTRIPE_EXECUTION_HOOKEDPROCESS_H

#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Program/Registers.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace pinstripe {

/// A system call that a stop has interrupted, and that the thread has to make
/// again when it goes on.
struct InterruptedCall {
  uint64_t instruction = 0; ///< The address of the instruction `syscall`.
  uint64_t number = 0;
};

/// Says up to where a thread may pass hooks without asking the tool.
struct TurnLimits {
  /// How many statements the thread may still come to in its turn; nullopt if
  /// the turn has no end.
  std::optional<uint64_t> arrivals;
  /// The first event of the recorded run that another thread executes next. The
  /// thread must not execute a later event. nullopt if there is none.
  std::optional<EventIndex> nextOfOthers;
};

/// How far a thread has come since the tool last let it go on at a hook. The
/// thread has passed all hooks after that one without asking the tool.
struct TurnProgress {
  uint64_t arrivals = 0; ///< How many statements it has come to.
  bool hasMoved = false; ///< True if the thread has come to any hook.
};

struct HookPoint;

/// A hook that a thread has passed without asking the tool.
struct PassedHook {
  /// Says which statement or function the hook belongs to. Null if the hook is
  /// the one at libc's function `exit`.
  const HookPoint *point = nullptr;
  /// The stack pointer. It is set only at entries of functions, of which libc's
  /// `exit` is one.
  uint64_t sp = 0;
  uint64_t fp = 0; ///< The value of rbp; 0 if `point` is null.
};
using PassedHookListener = llvm::function_ref<void(const PassedHook &)>;

/// A process whose threads are all stopped when a function is called. A thread
/// is named by an id, which is never 0. Table addresses are addresses in a
/// module's file plus a constant for each module (see UnitTable).
class HookedProcess {
public:
  virtual ~HookedProcess() = default;

  /// Returns the process id as seen outside of the sandbox.
  virtual pid_t id() const = 0;
  virtual const ProcessMemory &memory() const = 0;
  virtual uint64_t runTimeAddressOf(uint64_t tableAddress) const = 0;
  /// Returns the table address of the instruction at the run-time address `pc`.
  /// If the instruction is a copy that the engine has made, returns the table
  /// address of the original. For code in a module that is not traced, returns
  /// `pc` itself.
  virtual uint64_t originOf(uint64_t pc) const = 0;

  /// Returns the threads that have not ended, in order of creation.
  virtual std::vector<uint64_t> threads() = 0;
  /// Returns the content of a file in the thread's folder in /proc, for example
  /// of "syscall"; empty if the file can't be read.
  virtual std::string threadFile(uint64_t thread, llvm::StringRef name) = 0;
  /// Returns true if the thread has stopped at a breakpoint of the engine.
  virtual bool isAtBreakpoint(uint64_t thread) = 0;
  /// Says whether the thread stays stopped when the process goes on.
  virtual void suspend(uint64_t thread, bool isSuspended) = 0;

  virtual uint64_t readRegister(uint64_t thread, GeneralRegister number) = 0;
  virtual uint64_t readFlags(uint64_t thread) = 0;
  virtual uint64_t readPC(uint64_t thread) = 0;
  virtual llvm::Error writeRegister(uint64_t thread, GeneralRegister number,
                                    uint64_t value) = 0;
  virtual llvm::Error writeFlags(uint64_t thread, uint64_t value) = 0;
  /// Writes `half` to both halves of the register xmm0 or xmm1.
  virtual llvm::Error writeVectorRegister(uint64_t thread, unsigned number,
                                          uint64_t half) = 0;
  /// Makes the thread go on at a run-time address. Must be the last change of
  /// the thread's registers before the process goes on.
  virtual llvm::Error goTo(uint64_t thread, uint64_t address) = 0;
  /// Makes the thread go on at a table address, without stopping at a hook that
  /// may be there. Must be the last change of the thread's registers before the
  /// process goes on.
  virtual llvm::Error pass(uint64_t thread, uint64_t tableAddress) = 0;

  /// Returns true if code in the process itself passes hooks, as far as
  /// `limitTurn` permits it.
  virtual bool passesHooks() const { return false; }
  /// Called before `pass` if `passesHooks` is true. From there on, `thread` may
  /// pass hooks without asking the tool, up to `limits`, until the process
  /// stops the next time. If `limits` is nullopt, the tool is asked at each
  /// hook.
  virtual void limitTurn(uint64_t thread, std::optional<TurnLimits> limits) {}
  /// Returns what the thread that had limits has done since the last call. If
  /// the run is recorded, tells `listener` of each hook that the thread has
  /// passed. May be called after the process has ended.
  virtual TurnProgress takeProgress(PassedHookListener listener) { return {}; }

  /// Makes a suspended thread the metronome: when the process goes on, all
  /// running threads are stopped after `microseconds`, and the HookListener is
  /// told of it. Meanwhile the thread itself executes nothing of the program.
  /// `call` is the system call that the thread has to make again when it is no
  /// longer the metronome; null if there is none. Only one thread at a time can
  /// be the metronome. Returns false if the thread can't be the metronome.
  virtual bool beginMetronome(uint64_t thread, const InterruptedCall *call,
                              uint64_t microseconds) = 0;
  /// Sets the time after which the metronome stops the process again.
  virtual bool continueMetronome(uint64_t microseconds) = 0;
  /// Makes the metronome a suspended thread again. Returns false if its
  /// registers can't be restored.
  virtual bool endMetronome() = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_HOOKEDPROCESS_H
