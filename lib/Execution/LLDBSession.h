//===- LLDBSession.h - One LLDB debugger and target -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches, stops and steers the program under test. Knows breakpoints,
// registers and signals; what a stop means for a trace is decided elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_EXECUTION_LLDBSESSION_H
#define PINSTRIPE_LIB_EXECUTION_LLDBSESSION_H

#include "DisplacedCode.h"
#include "LLDBServer.h"
#include "lldb/API/LLDB.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/LoadedModules.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Execution/RunOutput.h"
#include "pinstripe/Execution/Watchdog.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ProcessState.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace pinstripe {

class StartRelay;
class SyscallInjector;

llvm::Error toError(const lldb::SBError &error, const llvm::Twine &what);

/// Why a run came to a halt.
struct LLDBStop {
  enum class Kind : uint8_t {
    Exited,    ///< the process is gone; `value` is its exit status
    Ending,    ///< stopped in libc's _exit; `value` is the exit status
    Signalled, ///< stopped by a fatal signal `value` at `address`
    Requested, ///< stopped since the listener asked for it
  };
  Kind kind = Kind::Exited;
  int value = 0;
  uint64_t address = 0;     ///< table address if inside a traced module
  std::string library = {}; ///< as of Crashed
};

/// Told about breakpoint hits, on the thread that called `resume`. Returning
/// true stops the run.
class LLDBHookListener {
public:
  virtual ~LLDBHookListener() = default;
  /// At a hook; `address` is the table address.
  virtual bool onHook(uint64_t address, lldb::SBThread &thread) = 0;
  /// At the entry of libc's exit function.
  virtual void onExitFunction(lldb::SBThread &thread) = 0;
};

/// A debugger with one target, reused for all runs of the program.
class LLDBSession {
public:
  /// `table` must outlive the session.
  static llvm::Expected<std::unique_ptr<LLDBSession>>
  create(const UnitTable &table);
  ~LLDBSession();
  LLDBSession(const LLDBSession &) = delete;
  LLDBSession &operator=(const LLDBSession &) = delete;

  /// From the next launch on, continuing from these addresses needs no step
  /// over a breakpoint, where their instructions allow it.
  llvm::Error displace(llvm::ArrayRef<uint64_t> addresses);
  /// Breakpoints at exactly these table addresses. Each costs 60 us at every
  /// launch, so ask only for those that the recording reached.
  llvm::Error setHooks(llvm::ArrayRef<uint64_t> addresses);
  /// Whether `resume` stops in libc's _exit.
  void stopAtEnd(bool enable);

  /// Starts the program and stops it at its entry point: after the dynamic
  /// loader, before static constructors.
  llvm::Error launch(const LaunchSpec &spec, const OutputFiles &outputs);
  /// `wallLimit`: after which the program is killed, by others.
  LLDBStop resume(LLDBHookListener &listener,
                  std::chrono::duration<double> wallLimit);
  /// In a process that this fatal signal has stopped: libc's fflush(NULL). The
  /// signal with which it stands then; 0: it is gone.
  int flushOutput(int signal);
  /// Ends the process and all that it has started.
  void kill();
  /// Where something has failed: whether somebody has killed the process.
  bool wasKilled() const { return wasKilledAtStop(pid); }
  /// The same failure, or that the process was killed before it was continued.
  llvm::Error explainStart(llvm::Error failure, const LaunchSpec &spec) const;
  /// Whether the process is the only one that came of the launch.
  bool isAlone() const;

  /// The last process executed another program: LLDB has loaded that into
  /// the target, so that this session is of no more use.
  bool isSpoilt() const { return spoilt; }
  bool isStatic() const { return staticProgram; }
  bool isLive() const { return pid != 0; }
  pid_t processId() const { return pid; }
  /// The same as LLDB knows it: in a sandbox it has another number.
  pid_t debuggedProcessId() const { return debuggedId; }
  ProcessMemory &memory() { return *processMemory; }
  uint64_t runTimeAddressOf(uint64_t tableAddress) const {
    return loaded.toRunTime(tableAddress);
  }
  /// Where control has to go for the program to go on at this table address
  /// without a report from the hook there.
  uint64_t landingOf(uint64_t address) const;
  uint64_t entryPoint() const { return entryAddress; } ///< table address
  lldb::SBProcess &lldbProcess() { return process; }
  lldb::SBThread mainThread() { return process.GetThreadAtIndex(0); }

  struct Disarm {
    void operator()(Watchdog *each) const { (void)each->disarm(); }
  };
  using ServerGuard = std::unique_ptr<Watchdog, Disarm>;
  /// As long as the result lives: lldb-server is to answer soon.
  ServerGuard expectAnswers();

private:
  explicit LLDBSession(const UnitTable &table) : table(table) {}
  llvm::Error openTarget();
  llvm::Error addModules();
  llvm::Error placeModules();
  lldb::SBAddress placeOf(uint64_t address);
  void createEndBreakpoints();
  llvm::Error startProcess(const LaunchSpec &spec, const OutputFiles &outputs);
  lldb::SBError startServerAndProgram(const LaunchSpec &spec,
                                      const OutputFiles &outputs);
  lldb::SBError startProgram(const LaunchSpec &spec, const OutputFiles &outputs,
                             lldb::SBListener &events, const StartRelay &relay);
  void awaitState(lldb::SBListener &events, lldb::StateType state);
  void endServer();
  ServerGuard guardServer(std::chrono::duration<double> limit);
  bool isServerLost();
  void configureSignals();
  std::optional<LLDBStop> classify();
  LLDBStop finalStop();
  bool wasEndedBySignal();
  bool callFlush(lldb::SBThread thread);
  uint64_t stackForCall(uint64_t sp) const;
  LLDBStop signalStop(lldb::SBThread &thread, int signal);
  uint64_t originOf(uint64_t pc) const;
  llvm::Error prepareProcess(const LaunchSpec &spec);
  void writeInvocationName(const LaunchSpec &spec);
  llvm::Error restoreSignalActions(SyscallInjector &injector);
  llvm::Error mapDisplacedCode(SyscallInjector &injector);

  static bool onBreakpoint(void *session, lldb::SBProcess &process,
                           lldb::SBThread &thread,
                           lldb::SBBreakpointLocation &location);
  static bool onExitBreakpoint(void *session, lldb::SBProcess &process,
                               lldb::SBThread &thread,
                               lldb::SBBreakpointLocation &location);

  const UnitTable &table;
  lldb::SBDebugger debugger;
  lldb::SBTarget target;
  std::vector<lldb::SBModule> modules; ///< by ModuleId
  lldb::SBBreakpoint entryBreakpoint;
  lldb::SBBreakpoint exitBreakpoint;  ///< libc's exit
  lldb::SBBreakpoint flushBreakpoint; ///< for its place; never enabled
  lldb::SBBreakpoint endBreakpoint;   ///< libc's _exit
  llvm::DenseMap<uint64_t, lldb::SBBreakpoint> hooks;
  lldb::SBProcess process;
  std::unique_ptr<LLDBServer> server; ///< of the process
  Watchdog serverWatchdog;            ///< ends it if it does not answer
  std::unique_ptr<ProcessMemory> processMemory;
  LLDBHookListener *listener = nullptr;
  bool stopRequested = false;
  bool spoilt = false;
  bool staticProgram = false;
  bool killedAtStart = false; ///< the program, by somebody else
  pid_t pid = 0;
  pid_t debuggedId = 0;
  LoadedModules loaded;
  uint64_t entryAddress = 0;
  DisplacedCode displaced;
  uint64_t displacedBase = 0; ///< 0: the process has no copies
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDBSESSION_H
