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
  llvm::StringRef name; ///< The engine's name in the option `--engine`.
  /// How `recordInstructions` learns what each instruction does.
  enum class InstructionRecording : uint8_t {
    None,
    /// By hooks in the program, which take 100 ns for each event.
    ByHooks,
    /// By single steps, which take 100 us for each event; can't be interrupted.
    ByStepping,
  } instructions = InstructionRecording::None;
  /// Whether the program stops for a debugger at each event, which takes 0.5 ms
  /// and keeps one and a half processors busy for each engine.
  bool stopsAtEachEvent = false;
  /// Whether the program sees LaunchSpec::privateView, provided that the system
  /// permits private mounts.
  bool honoursPrivateView = false;
};

/// The part of an engine that runs the program in live flow: the program
/// decides where control goes, but for up to `maxLiveChanges` changes.
class LiveFlowEngine {
public:
  virtual ~LiveFlowEngine() = default;
  /// Runs the program with these changes; LaunchSpec::flow is ignored.
  virtual llvm::Expected<RunResult>
  executeLive(const LaunchSpec &spec, llvm::ArrayRef<LiveChange> changes) = 0;
  /// Runs the program with these changes and notes every event, which is much
  /// slower than `executeLive`. For an omitted event, the trace has the event
  /// to which control was sent instead; if control was sent to the end of the
  /// function, it has the omitted event itself.
  virtual llvm::Expected<Recording>
  recordLive(const LaunchSpec &spec, llvm::ArrayRef<LiveChange> changes) = 0;
  /// Announces that all following live executions make these changes, of one
  /// event each, and no others before `event`. Engines may ignore this hint.
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

  /// Runs the whole program with poison and notes every event.
  virtual llvm::Expected<Recording> record(const LaunchSpec &spec) = 0;
  /// Records the whole run and tells `observer`, on a thread of the engine,
  /// which instructions were executed. `code` must describe the code of the
  /// engine's unit table. The program waits for a slow observer, and its time
  /// limits keep running meanwhile. Returns an EngineError if
  /// `traits().instructions` is None.
  virtual llvm::Expected<Recording>
  recordInstructions(const LaunchSpec &spec, const DataCode &code,
                     ExecutionObserver &observer);
  /// During recordings, calls `progress` now and then, on any thread, with the
  /// number of events so far. Engines may ignore this. Null stops the calls.
  virtual void setRecordingProgress(std::function<void(uint64_t)> progress) {}

  /// Runs the program and executes exactly the events of `included`. The set
  /// must have the size of `trace` and be feasible (Trace::feasible).
  virtual llvm::Expected<RunResult> execute(const LaunchSpec &spec,
                                            const Trace &trace,
                                            const EventSet &included) = 0;
  /// Announces that most of the following executions are of subsets of this
  /// configuration that agree with it in their first events. Only a hint.
  virtual void focus(const EventSet &configuration) {}
  /// Ends the run that `execute` or `executeLive` is making on another thread;
  /// its result is then useless. No other function of an engine may be called
  /// from another thread. A call before or after the run has no effect.
  virtual void cancel() {}

  /// Returns the part of the engine for live flow; null if it has none.
  virtual LiveFlowEngine *liveFlow() { return nullptr; }
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_EXECUTIONENGINE_H
