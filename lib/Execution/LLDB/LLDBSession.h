// Controls the program under LLDB: breakpoints, and what each stop means.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLDBProcess starts and ends the process. A HookHandler decides what happens
// at a hook, an address at which the engine takes control.

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_LLDBSESSION_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_LLDBSESSION_H

#include "LLDB/DisplacedCode.h"
#include "LLDB/LLDBProcess.h"
#include "LLDB/ThreadBreakpoints.h"
#include "lldb/API/LLDB.h"
#include "pinstripe/Execution/CrashReader.h"
#include "pinstripe/Execution/LoadedModules.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>

namespace pinstripe {

/// Why the process has stopped or ended.
struct LLDBStop {
  enum class Kind : uint8_t {
    Exited, ///< The process has ended; `value` is its exit status.
    /// The process has reached libc's _exit with status `value`.
    Ending,
    Signalled, ///< The fatal signal `value` has stopped or ended the process.
    /// The LLDBHookListener has asked to stop the process.
    Requested,
  };
  Kind kind = Kind::Exited;
  int value = 0;
  /// LLDB's id of the thread that a signal stopped; 0 if the process is gone.
  uint64_t thread = 0;
};

/// Called when breakpoints are hit, in the thread that has called `resume`.
class LLDBHookListener {
public:
  virtual ~LLDBHookListener() = default;
  /// Called at a hook, with the hook's table address. Returns whether the run
  /// is to be ended. A hook is an address at which the engine takes control. A
  /// table address is the address in the module's file plus a constant for each
  /// module (see UnitTable).
  virtual bool onHook(uint64_t address, lldb::SBThread &thread) = 0;
  /// Called when the metronome, the thread that wakes up the tool from time to
  /// time, has stopped the process (see ThreadTurns.h). Returns whether the run
  /// is to be ended.
  virtual bool onTick(lldb::SBThread &thread) = 0;
  /// Called when a thread is about to sleep for `microseconds`, or to let other
  /// threads run. Returns whether the run is to be ended. Only called if the
  /// program has several threads, after a first call of
  /// LLDBSession::startMetronome.
  virtual bool onPause(lldb::SBThread &thread, uint64_t microseconds) = 0;
  /// Called when a thread calls libc's pthread_exit. Returns whether the run is
  /// to be ended. Only called if the program has several threads, after a first
  /// call of LLDBSession::startMetronome.
  virtual bool onLeave(lldb::SBThread &thread) = 0;
  /// Called when the program calls libc's exit function.
  virtual void onExitFunction(lldb::SBThread &thread) = 0;
  /// Called when the program calls libc's _exit, after which it writes nothing
  /// more. Only sessions in a user's debugger call this function.
  virtual void onEnd() {}
};

/// A debugger with one target, used for all runs of the program.
class LLDBSession {
public:
  /// Creates a session for the program of `table`, which must outlive it.
  static llvm::Expected<std::unique_ptr<LLDBSession>>
  create(const UnitTable &table);
  /// Creates a session in a debugger that a user works with. The session makes
  /// a target there and selects it. `launch` must be called while the debugger
  /// is synchronous (see SBDebugger::SetAsync). The user's commands continue
  /// the process, so `resume` must not be called; `listen` says who is told of
  /// hooks.
  static llvm::Expected<std::unique_ptr<LLDBSession>>
  createIn(lldb::SBDebugger debugger, const UnitTable &table);
  ~LLDBSession();
  LLDBSession(const LLDBSession &) = delete;
  LLDBSession &operator=(const LLDBSession &) = delete;

  /// Copies the instructions at the hooks `addresses`, for later launches. A
  /// hook is an address at which the engine takes control, by a breakpoint. A
  /// thread that goes on from a hook executes the copy. Without a copy, LLDB
  /// would have to step over the breakpoint, which takes long. See
  /// DisplacedCode.h.
  llvm::Error displace(llvm::ArrayRef<uint64_t> addresses);
  /// Sets breakpoints at the hooks `addresses`, and at no other hooks. Each
  /// breakpoint costs 60 us at every launch. So callers should leave out hooks
  /// that the recorded run has never reached. The addresses are table
  /// addresses: each is the address in its module's file plus a constant for
  /// this module (see UnitTable).
  llvm::Error setHooks(llvm::ArrayRef<uint64_t> addresses);
  /// Sets whether `resume` stops when the program calls libc's _exit. The
  /// process is then still alive, so that it can be rewound to its start.
  void stopAtEnd(bool enable);

  /// Starts the program and stops it at its entry point: after the dynamic
  /// loader, before static constructors.
  llvm::Error launch(const LaunchSpec &spec, const OutputFiles &outputs);
  /// Continues the process until it ends, or until the listener stops it. The
  /// caller kills the program after the time `wallLimit`. This function then
  /// waits a little longer, until lldb-server has reported the end of the
  /// program.
  LLDBStop resume(LLDBHookListener &listener,
                  std::chrono::duration<double> wallLimit);
  /// From now on, `hookListener` is called at hooks, where the engine takes
  /// control. If `hookListener` is null, nobody is called. The process stops
  /// whenever the listener asks for a stop.
  void listen(LLDBHookListener *hookListener) { listener = hookListener; }
  /// Describes the crash of a process that a fatal signal has stopped.
  Crashed readCrash(const LLDBStop &stop, CrashReader &reader, Poison poison,
                    std::optional<EventUnderWay> underWay);
  /// Calls libc's fflush(NULL) in a process that a fatal signal has stopped.
  /// Returns the last signal that has stopped the process; 0 if the process has
  /// ended.
  int flushOutput(int signal);
  /// Ends the process and everything it has started.
  void kill();

  /// Returns whether the process has become another program by exec. If so, a
  /// new session is needed, because LLDB has added the other program to this
  /// session.
  bool isSpoilt() const { return spoilt; }
  bool isStatic() const { return staticProgram; }
  LLDBProcess &process() { return debuggee; }
  lldb::SBTarget lldbTarget() const { return target; }
  /// The name that all breakpoints of this session have. It distinguishes them
  /// from the user's breakpoints.
  static constexpr const char *breakpointName = "pinstripe";
  /// Returns how many breakpoints have the name `breakpointName`.
  uint32_t breakpoints() const { return namedBreakpoints; }
  uint64_t runTimeAddressOf(uint64_t tableAddress) const {
    return loaded.toRunTime(tableAddress);
  }
  /// Converts a run-time address into a table address (the address in the
  /// module's file plus a constant for each module). Returns nullopt if no
  /// traced module is loaded there.
  std::optional<uint64_t> tableAddressOf(uint64_t runTimeAddress) const {
    return loaded.toTable(runTimeAddress);
  }
  /// Returns the run-time address to which a thread is sent to pass the hook at
  /// `address` without hitting it. If the instruction at the hook has a copy,
  /// this is the address of the copy. `address` is a table address: the address
  /// in the module's file plus a constant for each module (see UnitTable).
  uint64_t landingOf(uint64_t address) const;
  /// Makes a stopped thread the metronome, the thread that wakes up the tool:
  /// it waits in the kernel for `microseconds`, and then the listener's
  /// `onTick` is called. Only one thread at a time can be the metronome.
  /// Returns false if the thread can't be made to wait.
  bool startMetronome(lldb::SBThread &thread, uint64_t microseconds);

  /// Creates a breakpoint with the name `breakpointName` at a run-time address.
  /// `callback` is called with `baton`, and says whether the process stops.
  lldb::SBBreakpoint createAt(uint64_t address,
                              lldb::SBBreakpointHitCallback callback,
                              void *baton);
  /// Creates a breakpoint at a function of libc. libc must have been loaded.
  lldb::SBBreakpoint createAtFunction(const char *function,
                                      lldb::SBBreakpointHitCallback callback,
                                      void *baton);
  /// Calls `handle` with the listener, if there is one. If `handle` returns
  /// true, the process stops, and this function returns true, too.
  bool tell(llvm::function_ref<bool(LLDBHookListener &)> handle);

private:
  explicit LLDBSession(const UnitTable &table) : table(table) {}
  llvm::Error createDebugger();
  llvm::Error openTarget();
  llvm::Error adoptDebugger(lldb::SBDebugger users);
  llvm::Error applySetting(const std::string &setting);
  void hideBreakpoint(lldb::SBBreakpoint &breakpoint);
  llvm::Error addModules();
  llvm::Error placeModules();
  lldb::SBAddress placeOf(uint64_t address);
  llvm::Error prepare(const LaunchSpec &spec);
  void createEndBreakpoints();
  void createUsersEndBreakpoints();
  std::optional<LLDBStop> classify();
  LLDBStop finalStop();
  bool wasEndedBySignal();
  uint64_t originOf(uint64_t pc) const;

  static bool onBreakpoint(void *session, lldb::SBProcess &process,
                           lldb::SBThread &thread,
                           lldb::SBBreakpointLocation &location);
  static bool onExitBreakpoint(void *session, lldb::SBProcess &process,
                               lldb::SBThread &thread,
                               lldb::SBBreakpointLocation &location);
  static bool onEndBreakpoint(void *session, lldb::SBProcess &process,
                              lldb::SBThread &thread,
                              lldb::SBBreakpointLocation &location);

  const UnitTable &table;
  lldb::SBDebugger debugger;
  /// True if the debugger is a user's, so that this object must not destroy it.
  bool isUsers = false;
  uint32_t namedBreakpoints = 0;
  lldb::SBTarget target;
  /// LLDB's objects for the modules, indexed by ModuleId.
  std::vector<lldb::SBModule> modules;
  lldb::SBBreakpoint entryBreakpoint;
  lldb::SBBreakpoint exitBreakpoint; ///< The breakpoint at libc's exit.
  /// A breakpoint on fflush. It is never enabled, and only serves to find the
  /// address of fflush.
  lldb::SBBreakpoint flushBreakpoint;
  lldb::SBBreakpoint endBreakpoint; ///< The breakpoint at libc's _exit.
  ThreadBreakpoints threadBreakpoints{*this};
  llvm::DenseMap<uint64_t, lldb::SBBreakpoint> hooks;
  LLDBProcess debuggee;
  LLDBHookListener *listener = nullptr;
  bool stopRequested = false;
  bool spoilt = false;
  bool staticProgram = false;
  LoadedModules loaded;
  DisplacedCode displaced;
  /// Address of the copies of instructions (DisplacedCode.h); 0 if there are
  /// none.
  uint64_t displacedBase = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_LLDBSESSION_H
