// Controls the threads of a process by ptrace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// There is an int3 instruction at each hook, an address at which the engine
// takes control. When a thread comes to a hook, all threads of the process are
// stopped, and the engine decides how they go on.

#ifndef PINSTRIPE_LIB_NATIVE_TRACED_TRACEDPROCESS_H
#define PINSTRIPE_LIB_NATIVE_TRACED_TRACEDPROCESS_H

#include "Linking/LoadedSymbols.h"
#include "Server/TracedLaunch.h"
#include "Stepping/Breakpoints.h"
#include "Traced/InnerHooks.h"
#include "Traced/InstructionStops.h"
#include "Traced/Ticker.h"
#include "Traced/TracedThread.h"
#include "pinstripe/Execution/DisplacedCode.h"
#include "pinstripe/Execution/HookedProgram.h"
#include "pinstripe/Execution/LoadedModules.h"
#include <list>
#include <set>

namespace pinstripe {

/// The run-time addresses of those functions of libc at which the process
/// stops, or which it is made to call; 0 for a function that it does not have.
struct TracedFunctions {
  uint64_t exit = 0, sleep = 0, yield = 0, leave = 0, flush = 0;
};

/// The objects that a TracedProcess works with. All of them must exist as long
/// as the process does.
struct TracedTools {
  const UnitTable &table;
  SymbolCache &symbols;
  Ticker &ticker;
  /// The copies of the instructions at hooks. If it is null, the process makes
  /// them, since all processes of a program with the same hooks have the same.
  std::optional<DisplacedCode> &displaced;
  /// The hooks that the process itself passes; null if the tool passes them.
  InnerHooks *inner = nullptr;
  /// Records the instructions; null if they are not recorded.
  InstructionStops *instructions = nullptr;
};

/// One process, from its entry point to its end.
class TracedProcess : public HookedProcess {
public:
  /// Takes control of a program at its entry point.
  static llvm::Expected<std::unique_ptr<TracedProcess>>
  create(std::unique_ptr<TracedLaunch> launch, const TracedTools &tools);
  /// Ends the process and everything it has started.
  ~TracedProcess() override;

  /// Sets a breakpoint at each hook; `addresses` are table addresses: the
  /// address in the module's file plus a constant for each module (see
  /// UnitTable).
  llvm::Error setHooks(llvm::ArrayRef<uint64_t> addresses);
  /// See HookedProgram::resume.
  HookedStop resume(HookListener &listener);
  /// See HookedProgram::flushOutput.
  int flushOutput(const HookedStop &stop);
  SignalDetails signalDetails(uint64_t thread) const;
  bool isLive() const { return !end; }

  pid_t id() const override { return pid; }
  const ProcessMemory &memory() const override { return processMemory; }
  uint64_t runTimeAddressOf(uint64_t tableAddress) const override {
    return loaded.toRunTime(tableAddress);
  }
  uint64_t originOf(uint64_t pc) const override;
  std::vector<uint64_t> threads() override;
  std::string threadFile(uint64_t thread, llvm::StringRef name) override;
  bool isAtBreakpoint(uint64_t thread) override;
  void suspend(uint64_t thread, bool isSuspended) override;
  uint64_t readRegister(uint64_t thread, GeneralRegister number) override;
  uint64_t readFlags(uint64_t thread) override;
  uint64_t readPC(uint64_t thread) override;
  llvm::Error writeRegister(uint64_t thread, GeneralRegister number,
                            uint64_t value) override;
  llvm::Error writeFlags(uint64_t thread, uint64_t value) override;
  llvm::Error writeVectorRegister(uint64_t thread, unsigned number,
                                  uint64_t half) override;
  llvm::Error goTo(uint64_t thread, uint64_t address) override;
  llvm::Error pass(uint64_t thread, uint64_t tableAddress) override;
  bool passesHooks() const override { return inner; }
  void limitTurn(uint64_t, std::optional<TurnLimits> itsLimits) override {
    limits = std::move(itsLimits);
  }
  TurnProgress takeProgress(PassedHookListener listener) override;
  /// The metronome stays stopped: this object itself looks at the clock.
  bool beginMetronome(uint64_t thread, const InterruptedCall *call,
                      uint64_t microseconds) override;
  bool continueMetronome(uint64_t microseconds) override;
  bool endMetronome() override;

private:
  TracedProcess(std::unique_ptr<TracedLaunch> launch, const TracedTools &tools)
      : launch(std::move(launch)), pid(this->launch->processId()),
        processMemory(pid), breakpoints(processMemory),
        displaced(tools.displaced), inner(tools.inner),
        instructions(tools.instructions), ticker(tools.ticker) {}
  llvm::Error takeControl(const UnitTable &table, SymbolCache &symbols);
  std::vector<uint64_t> hookAddresses(const UnitTable &table) const;
  llvm::Error displace(const UnitTable &table);
  llvm::Error enterRuntime();
  llvm::Error passInside(TracedThread &thread, uint64_t target);
  llvm::Error passStop(TracedThread &thread, uint64_t tableAddress);

  TracedThread *find(uint64_t id);
  void goOn();
  void stepOver(TracedThread &thread);
  bool stepOnce(TracedThread &thread, bool isAtTrap);
  void stepOutside(TracedThread &thread);
  void limitOwner();
  bool awaitStop();
  bool await();
  void endChildren();
  void handle(pid_t id, int status);
  void handleChild(pid_t child, int status);
  void forget(pid_t id);
  void handle(TracedThread &thread, int status);
  void handleEvent(TracedThread &thread, int event);
  void replace(TracedThread &thread);
  void handleSignal(TracedThread &thread, int signal);
  void noteSignal(TracedThread &thread, int signal);
  void handleEnd(TracedThread &thread, int status);
  void addNew(pid_t id);
  void stopAll();
  std::optional<HookedStop> deal(HookListener &listener);
  bool tell(HookListener &listener, TracedThread &thread);
  void setThreadBreakpoints();

  std::unique_ptr<TracedLaunch> launch;
  pid_t pid;
  ProcessMemory processMemory;
  LoadedModules loaded;
  Breakpoints breakpoints;
  std::optional<DisplacedCode> &displaced;
  bool hasCopies = false; ///< True if the copies are in the process.
  /// The hooks that the process itself passes; null if the tool passes them.
  InnerHooks *inner;
  InstructionStops *instructions; ///< Null if they are not recorded.
  /// The limits of the thread that passes its hook next.
  std::optional<TurnLimits> limits;
  TracedFunctions functions;
  /// The threads that have not ended, in order of creation.
  std::list<TracedThread> all;
  /// Child processes of the program, which run their original code.
  std::set<pid_t> children;
  /// True once the process has had a metronome. From then on it stops when a
  /// thread sleeps, yields or leaves.
  bool hasTurns = false;
  uint64_t metronome = 0; ///< 0 if there is none.
  Ticker &ticker;         ///< Stops the process when the time is over.
  /// True while all threads are being stopped. A thread that stops then does
  /// not go on.
  bool isStopping = false;
  /// True if exec has replaced the program by another one, which has no hooks.
  bool isReplaced = false;
  std::optional<HookedStop> end; ///< Set when the process has ended.
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TRACED_TRACEDPROCESS_H
