// Defines the interface of engines, which record a run and execute parts of it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_EXECUTION_EXECUTIONENGINE_H
#define PINSTRIPE_EXECUTION_EXECUTIONENGINE_H

#include "pinstripe/Analysis/ExecutionObserver.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace pinstripe {

/// A recorded run: its trace, and its result.
struct Recording {
  Trace trace;
  RunResult result;
};

/// Properties of an engine that callers must know before they ask for runs.
struct EngineTraits {
  llvm::StringRef name; ///< Name of the engine for the option `--engine`.
  /// How `recordInstructions` learns what each instruction does.
  enum class InstructionRecording : uint8_t {
    None,
    /// The program records itself, by code that the engine has put into it.
    /// This takes 100 ns for each event.
    ByHooks,
    /// The program is run in single steps, which takes 100 us for each event.
    /// Such a recording can't be interrupted.
    ByStepping,
  } instructions = InstructionRecording::None;
  /// How many microseconds a stop takes, if the program stops at each executed
  /// statement; 0 if it does not stop. Such an engine lets threads take turns.
  unsigned stopMicroseconds = 0;
  bool stopsAtEachEvent() const { return stopMicroseconds != 0; }
  /// True if the engine is a debugger, which keeps one and a half processors
  /// busy and needs much memory. So only few of them should run at once.
  bool isDebugger = false;
  /// True if the engine supports LaunchSpec::privateView, a folder that the
  /// program sees in place of its working directory. This works only if the
  /// system permits private mounts.
  bool honoursPrivateView = false;
  /// True if live runs (runs in which the program decides by itself where
  /// control goes, except for some changes) can use recompiled functions in
  /// place of the program's own. See LaunchSpec::recompiled.
  bool exchangesFunctions = false;
};

/// A recompiled function that can't be linked against the running program.
struct UnlinkedFunction {
  /// The function's object file, as an index into RecompiledCode::units.
  size_t unit = 0;
  /// The function, as an index into RecompiledUnit::functions.
  size_t function = 0;
  std::string reason;
};

/// The part of an engine that runs the program in live flow: the program itself
/// decides where control goes, except for up to `maxLiveChanges` changes.
class LiveFlowEngine {
public:
  virtual ~LiveFlowEngine() = default;
  /// Runs the program in live flow: the program decides by itself where control
  /// goes, except for `changes`. The engine ignores `spec.flow`.
  virtual llvm::Expected<RunResult>
  executeLive(const LaunchSpec &spec, llvm::ArrayRef<LiveChange> changes) = 0;
  /// Runs the program as `executeLive` does, with `changes`, and records every
  /// event. This is much slower than `executeLive`.
  ///
  /// If a change omits an event, the trace does not have this event. In its
  /// place, it has the event with which the program goes on. There is one
  /// exception: if the change sends control to the end of the function, the
  /// trace has the omitted event.
  virtual llvm::Expected<Recording>
  recordLive(const LaunchSpec &spec, llvm::ArrayRef<LiveChange> changes) = 0;
  /// Announces live runs (see `executeLive`) that are all alike up to the event
  /// `event`, so that the engine can execute their common part only once. The
  /// engine is free to ignore this hint.
  ///
  /// All of these runs make the changes `changes`, and no other changes before
  /// `event`. Each of the changes is for one event. For runs with a mutation
  /// (LiveChange::Kind::Mutate), the caller must know that control first enters
  /// the mutated function after `event`.
  virtual void focusLive(llvm::ArrayRef<LiveChange> changes, EventIndex event) {
  }
  /// Links the functions of `spec.recompiled` against the running program.
  /// Afterwards live runs (see `executeLive`) with this `spec` can use these
  /// functions in place of the original ones. Returns the functions that can't
  /// be linked. No run may be made with a mutation of such a function. Returns
  /// an EngineError if the engine can't exchange functions.
  virtual llvm::Expected<std::vector<UnlinkedFunction>>
  linkRecompiled(const LaunchSpec &spec);
};

/// Runs the program under test: as a whole, in part, or with changes. Callers
/// call `record` once, and then execute whatever parts they want to try.
///
/// An Error means that the engine failed; what the program did is in the
/// RunResult. After an EngineError, callers may repeat the call, since the
/// engine then starts from scratch. An engine is created, used and destroyed by
/// one thread; several engines may exist at once.
class ExecutionEngine {
public:
  virtual ~ExecutionEngine() = default;
  virtual EngineTraits traits() const = 0;
  llvm::StringRef name() const { return traits().name; }

  /// Runs the whole program and records every executed statement. Memory to
  /// which the program has not written yet is filled with a pattern, the
  /// poison.
  virtual llvm::Expected<Recording> record(const LaunchSpec &spec) = 0;
  /// Records the whole run, and reports the executed instructions to
  /// `observer`. The reports come on a thread of the engine. `code` must
  /// describe the machine code of the engine's program. If the observer is
  /// slow, the program waits for it, and the run reaches its time limits
  /// earlier. Returns an EngineError if `traits().instructions` is None.
  virtual llvm::Expected<Recording>
  recordInstructions(const LaunchSpec &spec, const DataCode &code,
                     ExecutionObserver &observer);
  /// Sets a function that recordings call now and then, on any thread, with the
  /// number of events recorded so far. Engines may ignore the function. Null
  /// means no function.
  virtual void setRecordingProgress(std::function<void(uint64_t)> progress) {}

  /// Runs the program and executes exactly those events of `trace` that are in
  /// `included`, a set over all events of `trace`. The set must be feasible: if
  /// it contains an event in a called function, it must also contain the event
  /// that made the call (see Trace::feasible).
  virtual llvm::Expected<RunResult> execute(const LaunchSpec &spec,
                                            const Trace &trace,
                                            const EventSet &included) = 0;
  /// Announces runs that begin alike, so that the engine can execute their
  /// common beginning only once. Most of these runs execute the first events of
  /// the set `configuration`, and then leave out some of its later events. The
  /// engine may ignore this hint.
  virtual void focus(const EventSet &configuration) {}
  /// Ends the run or the recording that the engine is making. Has no effect if
  /// the engine is not running the program, or if it records instructions in
  /// single steps. The result of the ended run is useless. This is the only
  /// function of an engine that may be called on another thread.
  virtual void cancel() {}

  /// Returns the part of the engine that makes live runs, in which the program
  /// decides by itself where control goes, except for some changes. Returns
  /// null if the engine has no such part.
  virtual LiveFlowEngine *liveFlow() { return nullptr; }
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_EXECUTIONENGINE_H
