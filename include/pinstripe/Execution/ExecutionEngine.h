// The interface of engines: they record a run and execute parts of it.
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

/// The trace of a whole run, and the result of the run.
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
    /// By hooks in the program, which take 100 ns for each event.
    ByHooks,
    /// By single steps: 100 us for each event. Such a recording can't be
    /// interrupted.
    ByStepping,
  } instructions = InstructionRecording::None;
  /// Whether the program stops for a debugger at each event, which takes 0.5 ms
  /// and keeps one and a half processors busy for each engine.
  bool stopsAtEachEvent = false;
  /// Whether the program sees the folder LaunchSpec::privateView, if the system
  /// permits private mounts.
  bool honoursPrivateView = false;
};

/// The part of an engine that runs the program in live flow: the program
/// decides where control goes, except for up to `maxLiveChanges` changes.
class LiveFlowEngine {
public:
  virtual ~LiveFlowEngine() = default;
  /// Runs the program in live flow with `changes`. The value of `spec.flow` has
  /// no effect.
  virtual llvm::Expected<RunResult>
  executeLive(const LaunchSpec &spec, llvm::ArrayRef<LiveChange> changes) = 0;
  /// Runs the program in live flow with `changes` and records every event,
  /// which is much slower than `executeLive`. In place of an omitted event, the
  /// trace has the event to which control was sent instead. If control was sent
  /// to the end of the function, the trace has the omitted event itself.
  virtual llvm::Expected<Recording>
  recordLive(const LaunchSpec &spec, llvm::ArrayRef<LiveChange> changes) = 0;
  /// A hint that engines may ignore: all following live runs make `changes`,
  /// each of which changes one event, and no other change before `event`.
  virtual void focusLive(llvm::ArrayRef<LiveChange> changes, EventIndex event) {
  }
};

/// Runs the program under test: as a whole, in part, or with changes. Callers
/// `record` once and then execute whatever they want to try. An Error means
/// that the engine failed; whatever the program does is in the RunResult. After
/// an EngineError the engine starts from scratch, so the call may be repeated.
/// An engine is created, used and destroyed by one thread; several engines may
/// exist at once.
class ExecutionEngine {
public:
  virtual ~ExecutionEngine() = default;
  virtual EngineTraits traits() const = 0;
  llvm::StringRef name() const { return traits().name; }

  /// Runs the whole program, with poison in memory that nothing has set, and
  /// records every event.
  virtual llvm::Expected<Recording> record(const LaunchSpec &spec) = 0;
  /// Records the whole run and tells `observer`, on a thread of the engine,
  /// which instructions were executed. `code` must describe the machine code of
  /// the engine's unit table. The program waits for a slow observer, while the
  /// time limits of the run keep running. Returns an EngineError if
  /// `traits().instructions` is None.
  virtual llvm::Expected<Recording>
  recordInstructions(const LaunchSpec &spec, const DataCode &code,
                     ExecutionObserver &observer);
  /// During recordings, calls `progress` now and then, on any thread, with the
  /// number of events so far. Engines may ignore this. Null stops the calls.
  virtual void setRecordingProgress(std::function<void(uint64_t)> progress) {}

  /// Runs the program and executes exactly the events of `included`. The set
  /// must have a place for each event of `trace`, and must be feasible
  /// (Trace::feasible).
  virtual llvm::Expected<RunResult> execute(const LaunchSpec &spec,
                                            const Trace &trace,
                                            const EventSet &included) = 0;
  /// A hint that engines may ignore: most of the following runs execute a
  /// subset of `configuration` that begins with the same events.
  virtual void focus(const EventSet &configuration) {}
  /// Ends the run that `execute` or `executeLive` is making on another thread;
  /// that run's result is useless. No other function of an engine may be called
  /// from another thread. A call before or after the run has no effect.
  virtual void cancel() {}

  /// Returns the part of the engine for live flow; null if it has none.
  virtual LiveFlowEngine *liveFlow() { return nullptr; }
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_EXECUTIONENGINE_H
