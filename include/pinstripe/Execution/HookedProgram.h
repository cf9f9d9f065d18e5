// Defines how an engine starts, continues and ends a program with hooks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is an address at which the engine takes control. A StoppingEngine
// makes runs of a HookedProgram: it decides at each stop how the program goes
// on.

#ifndef PINSTRIPE_EXECUTION_HOOKEDPROGRAM_H
#define PINSTRIPE_EXECUTION_HOOKEDPROGRAM_H

#include "pinstripe/Execution/CrashReader.h"
#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Execution/HookedProcess.h"
#include "pinstripe/Execution/InstructionRecorder.h"
#include "pinstripe/Execution/RunOutput.h"
#include <chrono>
#include <memory>

namespace pinstripe {

/// Why a process has stopped or ended.
struct HookedStop {
  enum class Kind : uint8_t {
    Exited, ///< The process has ended; `value` is its exit status.
    /// The process has reached libc's _exit with status `value`.
    Ending,
    Signalled, ///< The fatal signal `value` has stopped or ended the process.
    Requested, ///< The HookListener has asked to stop the process.
  };
  Kind kind = Kind::Exited;
  int value = 0;
  /// The thread that a signal stopped; 0 if the process is gone.
  uint64_t thread = 0;
};

/// Is told of the stops of a process, in the thread that has made the process
/// go on. All threads of the process are stopped then.
class HookListener {
public:
  virtual ~HookListener() = default;
  /// Called when `thread` has come to a hook. `address` is the hook's table
  /// address: the address in the module's file plus a constant for each module
  /// (see UnitTable). Returns whether the run is to be ended.
  virtual bool onHook(uint64_t address, uint64_t thread) = 0;
  /// Called when the time of the metronome is over (see
  /// HookedProcess::beginMetronome). Returns whether the run is to be ended.
  virtual bool onTick(uint64_t thread) = 0;
  /// Called when a thread calls libc's clock_nanosleep, to which all functions
  /// lead that sleep. Returns whether the run is to be ended. Only called after
  /// the process has had a metronome.
  virtual bool onSleep(uint64_t thread) = 0;
  /// Called when a thread calls libc's sched_yield, to let other threads run.
  /// Returns whether the run is to be ended. Only called after the process has
  /// had a metronome.
  virtual bool onYield(uint64_t thread) = 0;
  /// Called when a thread calls libc's pthread_exit. Returns whether the run is
  /// to be ended. Only called after the process has had a metronome.
  virtual bool onLeave(uint64_t thread) = 0;
  /// Called when the program calls libc's exit function.
  virtual void onExitFunction(uint64_t thread) = 0;
  /// Called when the program calls libc's _exit, after which it writes nothing
  /// more. Only sessions in a user's debugger call this function.
  virtual void onEnd() {}
};

/// Holds what the kernel tells about a signal that has stopped a thread.
struct SignalDetails {
  int code = 0;              ///< The signal's si_code.
  uint64_t faultAddress = 0; ///< The signal's si_addr.
};

/// Follows a partial execution in which the tool's code in the process decides
/// at hooks what is executed (see HookedProcess::passesHooks). All threads must
/// be stopped when a function is called. Functions that HookHandler has as well
/// mean the same here.
class InnerDispatch {
public:
  virtual ~InnerDispatch() = default;
  virtual void noteStart(uint64_t thread, uint64_t starter) = 0;
  virtual std::optional<EventIndex> nextEvent(uint64_t thread) const = 0;
  virtual uint64_t eventsExecuted() const = 0;
  virtual std::optional<EventIndex> currentEvent() const = 0;
  virtual std::optional<EventUnderWay> eventUnderWay() const = 0;
  /// Returns how the code in the process has ended the run; nullopt if it has
  /// not.
  virtual std::optional<Ending> ending() const = 0;
  /// The values that the run was asked to read, see LaunchSpec::watches.
  virtual std::vector<WatchedValue> values() const = 0;
};

/// A program that can be run with hooks: at most one process at a time. All
/// functions are called by the same thread.
class HookedProgram {
public:
  virtual ~HookedProgram() = default;
  /// The properties of an engine for this program. An InstructionRecorder may
  /// change how it records instructions.
  virtual EngineTraits traits() const = 0;
  /// Sets the hooks of all runs from now on, given by their table addresses
  /// (the address in the module's file plus a constant for each module).
  virtual llvm::Error setHooks(llvm::ArrayRef<uint64_t> addresses) = 0;
  /// Prepares a partial execution of `trace`, which executes the events
  /// `included`, by code in the process. It is the next run, and needs no hooks
  /// of `setHooks`. The result is valid to the end of that run. Returns null if
  /// the program can't make such runs; then the tool decides at each hook.
  virtual llvm::Expected<InnerDispatch *>
  dispatchInside(const LaunchSpec &spec, const OutputFiles &outputs,
                 const Trace &trace, const EventSet &included) {
    return nullptr;
  }
  /// Prepares a recording, in which code in the process notes the hooks that a
  /// thread passes. It is the next run, and needs no hooks of `setHooks`. It
  /// can also be a run in live flow that changes nothing inside of statements.
  /// If `mutation` is not 0, the run executes recompiled functions of this
  /// mutation in place of the program's own. Returns false if the program can't
  /// make such runs; then the tool records each hook.
  virtual llvm::Expected<bool> recordInside(const LaunchSpec &spec,
                                            const OutputFiles &outputs,
                                            uint32_t mutation) {
    return false;
  }
  /// Called after a run that one of the two functions above has prepared.
  /// Returns true if the code in the process could not make it, so that the
  /// tool must make it.
  virtual bool hasRefusedInside() { return false; }
  /// See LiveFlowEngine::linkRecompiled. Is called only if `traits` says that
  /// the program exchanges functions.
  virtual llvm::Expected<std::vector<UnlinkedFunction>>
  linkRecompiled(const LaunchSpec &spec, const OutputFiles &outputs) {
    return std::vector<UnlinkedFunction>();
  }
  /// Makes the next run, a recording by the hooks of `setHooks`, report its
  /// instructions to `observer`. Is called only if `traits` says that the
  /// program records instructions.
  virtual void observeInstructions(const DataCode &code,
                                   ExecutionObserver &observer) {}
  /// Called before each run. `hasFailed` is true if the last run has failed;
  /// the program then prepares for more runs. Returns true if the hooks were
  /// lost by that, so that the caller must set them again.
  virtual llvm::Expected<bool> recover(bool hasFailed) = 0;

  /// Starts the program and stops it at its entry point: after the dynamic
  /// loader, before static constructors.
  virtual llvm::Error start(const LaunchSpec &spec,
                            const OutputFiles &outputs) = 0;
  /// Makes the process go on until it ends, a fatal signal stops it, or
  /// `listener` asks for a stop. The caller kills the program after the time
  /// `wallLimit`.
  virtual HookedStop resume(HookListener &listener,
                            std::chrono::duration<double> wallLimit) = 0;
  /// Makes a process that a fatal signal has stopped write what is still in the
  /// buffers of libc, by a call of fflush(NULL). Returns the last signal that
  /// has stopped the process; 0 if the process has ended.
  virtual int flushOutput(const HookedStop &stop) = 0;
  virtual SignalDetails signalDetails(uint64_t thread) = 0;
  /// Called at the end of a run. Ends the process, unless `isReusable` is true
  /// and a later call of `start` can make use of it. `lastSignal` is the fatal
  /// signal that has stopped the process, or 0.
  virtual void finish(bool isReusable, int lastSignal) = 0;

  /// The process of the run. It exists from `start` to the end of the run.
  virtual HookedProcess &process() = 0;
  /// Returns true if there is a process that has not ended.
  virtual bool isLive() const = 0;
  /// Returns true if somebody has killed the stopped process. Is asked when an
  /// operation on the process has failed.
  virtual bool wasKilled() const = 0;
  /// Returns how many processes of the tool itself run in the sandbox of the
  /// program.
  virtual unsigned ownProcesses() const = 0;
};

/// Creates an engine that stops `program` at the entries of functions, at the
/// beginnings of statements, and at the exits of functions. At each stop, the
/// engine looks up which statement the run is to execute next, and makes the
/// thread go on there. `instructions` records runs instruction by instruction;
/// if it is null, `program` does that if it can. `table` must outlive the
/// engine.
std::unique_ptr<ExecutionEngine>
createStoppingEngine(const UnitTable &table, OutputFiles outputs,
                     std::unique_ptr<HookedProgram> program,
                     std::shared_ptr<InstructionRecorder> instructions = {});

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_HOOKEDPROGRAM_H
