// Controls a process whose threads pass hooks by themselves, in turns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is an address at which the engine takes control. The runtime, which is
// the tool's code in the process, passes the hooks of the thread that has the
// turn. It has one state for the whole process: only one thread at a time may
// use it, which is called the owner here. At a hook, any other thread stops and
// asks the tool. The owner asks when its turn may end.

#ifndef PINSTRIPE_LIB_NATIVE_TRACED_INNERHOOKS_H
#define PINSTRIPE_LIB_NATIVE_TRACED_INNERHOOKS_H

#include "Sessions/TargetSession.h"
#include "Traced/TracedThread.h"
#include <map>

namespace pinstripe {

class InnerHooks {
public:
  virtual ~InnerHooks() = default;
  InnerHooks(const InnerHooks &) = delete;
  InnerHooks &operator=(const InnerHooks &) = delete;

  TargetMemory &memory() const { return session.memory(); }
  bool hasLayoutOf(const TracedLaunch &launch) const {
    return session.hasLayoutOf(launch);
  }
  /// Called when the process has executed the runtime's first code. Returns an
  /// error if that code could not prepare the process.
  llvm::Error begin(pid_t process);
  /// Returns true if the runtime could not go on with the run.
  virtual bool hasFailed() const { return false; }

  // Places in the code of the process

  /// If a SIGTRAP or a fault that has stopped the thread is from the code of
  /// the tool in the process, and the thread can go on, sends it to where it
  /// goes on, and returns true.
  bool recover(TracedThread &thread, int signal) const;
  /// If the thread has stopped to ask the tool at a hook, sends it to the begin
  /// of the hook, and returns true.
  bool stopAtHook(TracedThread &thread) const;
  /// Returns whether the hook at whose begin the thread is belongs to libc's
  /// function `exit`.
  bool isAtExitFunction(TracedThread &thread) const;
  /// Returns true if the thread may be using the state of the runtime. Then it
  /// must execute some instructions more before another thread may use it.
  bool isInside(TracedThread &thread) const;
  uint64_t originOf(uint64_t pc) const { return program().originOf(pc); }
  /// Removes what stops threads by an int3 from a child process whose memory is
  /// `child`, and makes hooks do nothing there. After vfork, this memory is
  /// that of the process itself; then `putBack` ends that.
  void removeFrom(const ProcessMemory &child);
  void putBack() const;

  // Turns

  /// Makes the thread, which has stopped at the begin of a hook, the owner: it
  /// passes this hook, and further ones up to `limits`. If `limits` is nullopt,
  /// the thread passes this hook only. No other thread may be inside. `target`
  /// is the run-time address at which the thread goes on: that of the hook's
  /// instruction, or of another one with a hook, which it passes, too.
  virtual llvm::Error enter(TracedThread &thread, uint64_t target,
                            const std::optional<TurnLimits> &limits) = 0;
  /// Called when a thread has ended.
  virtual void noteEnd(uint64_t thread) {}
  /// From now on, there is no owner: each thread asks the tool at its next
  /// hook.
  void leave();
  /// Returns the thread that was the owner last; 0 if there was none.
  uint64_t lastOwner() const { return owner; }
  /// See HookedProcess::takeProgress. If `isInside` is true, the owner is
  /// inside, where its arrivals can't always be counted.
  virtual TurnProgress takeProgress(bool isInside,
                                    PassedHookListener listener) = 0;

protected:
  explicit InnerHooks(TargetSession &session);
  llvm::Error open();
  const InstrumentedProgram &program() const { return session.program(); }
  const native::HookRecord *hookAt(uint64_t address) const;
  template <typename T> bool poke(uint64_t address, const T &value) const {
    return process->write(
        address, {reinterpret_cast<const uint8_t *>(&value), sizeof value});
  }
  /// Makes the thread the owner. If `isForOneHook` is true, it passes only the
  /// hook at which it is.
  bool own(TracedThread &thread, bool isForOneHook);

  std::optional<ProcessMemory> process;
  native::ServerControl *control = nullptr;
  native::RunState *run = nullptr;
  uint64_t owner = 0;
  bool hasOwner = false;  ///< True while a thread may pass several hooks.
  uint64_t enteredAt = 0; ///< Where the owner has passed a hook last.

private:
  TargetSession &session;
  /// The values that `removeFrom` has overwritten. `putBack` restores them
  /// after a child of vfork, which shares the memory of the process.
  uint64_t savedFrame = 0, savedChunkEnd = 0;
  /// The indices of hooks by the addresses at which they begin.
  std::map<uint64_t, uint32_t> hooks;
};

/// The address of a field of the runtime's ProcessState.
#define PROCESS_ADDRESS(field)                                                 \
  (native::processStateAddress + offsetof(native::ProcessState, field))

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TRACED_INNERHOOKS_H
