// Controls the program under LLDB: breakpoints, and what each stop means.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLDBProcess starts and ends the process. A HookHandler decides what happens
// at a hook, an address at which the engine takes control.

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_LLDBSESSION_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_LLDBSESSION_H

#include "LLDB/LLDBProcess.h"
#include "LLDB/LLDBRegisters.h"
#include "LLDB/ThreadBreakpoints.h"
#include "LLDB/ThreadFiles.h"
#include "lldb/API/LLDB.h"
#include "pinstripe/Execution/DisplacedCode.h"
#include "pinstripe/Execution/HookedProgram.h"
#include "pinstripe/Execution/LoadedModules.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>

namespace pinstripe {

/// A debugger with one target, used for all runs of the program.
class LLDBSession : public HookedProcess {
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
  ~LLDBSession() override;
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
  HookedStop resume(HookListener &listener,
                    std::chrono::duration<double> wallLimit);
  /// From now on, `hookListener` is called at hooks, where the engine takes
  /// control. If `hookListener` is null, nobody is called. The process stops
  /// whenever the listener asks for a stop.
  void listen(HookListener *hookListener) { listener = hookListener; }
  /// Tells si_code and si_addr of the signal that has stopped the thread.
  SignalDetails signalDetails(uint64_t thread);
  /// Calls libc's fflush(NULL) in a process that a fatal signal has stopped.
  /// Returns the last signal that has stopped the process; 0 if the process has
  /// ended.
  int flushOutput(const HookedStop &stop);
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

  pid_t id() const override { return debuggee.id(); }
  const ProcessMemory &memory() const override { return debuggee.memory(); }
  uint64_t runTimeAddressOf(uint64_t tableAddress) const override {
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
  uint64_t originOf(uint64_t pc) const override;

  std::vector<uint64_t> threads() override;
  std::string threadFile(uint64_t thread, llvm::StringRef name) override {
    return readThreadFile(id(), thread, name);
  }
  bool isAtBreakpoint(uint64_t thread) override {
    return threadOf(thread).GetStopReason() == lldb::eStopReasonBreakpoint;
  }
  void suspend(uint64_t thread, bool isSuspended) override;
  uint64_t readRegister(uint64_t thread, GeneralRegister number) override;
  uint64_t readFlags(uint64_t thread) override;
  uint64_t readPC(uint64_t thread) override { return frameOf(thread).GetPC(); }
  llvm::Error writeRegister(uint64_t thread, GeneralRegister number,
                            uint64_t value) override;
  llvm::Error writeFlags(uint64_t thread, uint64_t value) override;
  llvm::Error writeVectorRegister(uint64_t thread, unsigned number,
                                  uint64_t half) override;
  llvm::Error goTo(uint64_t thread, uint64_t address) override;
  llvm::Error pass(uint64_t thread, uint64_t tableAddress) override {
    return goTo(thread, landingOf(tableAddress));
  }
  /// The thread waits in the kernel, by code that was mapped into the process,
  /// until the time is over, and then comes to a breakpoint.
  bool beginMetronome(uint64_t thread, const InterruptedCall *call,
                      uint64_t microseconds) override;
  bool continueMetronome(uint64_t microseconds) override;
  bool endMetronome() override;
  /// Returns LLDB's object for a thread of the process.
  lldb::SBThread threadOf(uint64_t id) {
    return debuggee.lldb().GetThreadByID(id);
  }

  /// Creates a breakpoint with the name `breakpointName` at a run-time address.
  /// `callback` is called with `baton`, and says whether the process stops.
  lldb::SBBreakpoint createAt(uint64_t address,
                              lldb::SBBreakpointHitCallback callback,
                              void *baton);
  /// Creates a breakpoint at a function of libc. libc must have been loaded.
  lldb::SBBreakpoint createAtFunction(const char *function,
                                      lldb::SBBreakpointHitCallback callback,
                                      void *baton);
  /// Tells the listener, if there is one, of a stop of `thread`: calls `handle`
  /// with the listener. If `handle` returns true, the process stops, and this
  /// function returns true, too. Stops of other processes in a user's debugger
  /// are left out.
  bool tell(lldb::SBThread &thread,
            llvm::function_ref<bool(HookListener &)> handle);

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
  std::optional<HookedStop> classify();
  HookedStop finalStop();
  bool wasEndedBySignal();
  lldb::SBFrame frameOf(uint64_t thread) {
    return threadOf(thread).GetFrameAtIndex(0);
  }

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
  HookListener *listener = nullptr;
  bool stopRequested = false;
  bool spoilt = false;
  bool staticProgram = false;
  LoadedModules loaded;
  DisplacedCode displaced;
  /// Address of the copies of instructions (DisplacedCode.h); 0 if there are
  /// none.
  uint64_t displacedBase = 0;
  /// The metronome, the thread that wakes up the tool; 0 if there is none. And
  /// the registers that it had before, which are restored later.
  uint64_t metronome = 0;
  RegisterState beforeMetronome;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_LLDBSESSION_H
