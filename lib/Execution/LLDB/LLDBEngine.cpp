// Implements the engine that runs the program under LLDB.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The engine uses one LLDB session for all runs of a program. It sets
// breakpoints at the hooks (the addresses at which it takes control), starts
// the run, finds out how the run ended and collects what the run has written.

#include "pinstripe/Execution/LLDBEngine.h"
#include "Flow/Dispatcher.h"
#include "Flow/LiveDispatcher.h"
#include "Flow/LiveRecorder.h"
#include "Flow/Recorder.h"
#include "LLDB/LLDBCheckpoint.h"
#include "LLDB/LLDBRun.h"
#include "LLDB/LLDBSession.h"
#include "pinstripe/Analysis/UnitGraph.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Execution/KillTimer.h"
#include "pinstripe/Execution/LimitMonitor.h"
#include "pinstripe/Execution/TraceIdentity.h"
#include <csignal>

using namespace pinstripe;

namespace {

class LLDBEngine : public ExecutionEngine, public LiveFlowEngine {
public:
  LLDBEngine(const UnitTable &table, OutputFiles outputs,
             std::unique_ptr<LLDBSession> session,
             const LLDBEngineOptions &options)
      : table(table), crashes(table), hooks(table), outputs(std::move(outputs)),
        session(std::move(session)), rewind(options.rewind),
        instructions(options.instructions) {}
  ~LLDBEngine() override;

  EngineTraits traits() const override {
    using enum EngineTraits::InstructionRecording;
    return {"lldb", instructions ? ByStepping : None, /*stopsAtEachEvent=*/true,
            /*honoursPrivateView=*/true};
  }
  llvm::Expected<Recording> record(const LaunchSpec &spec) override;
  llvm::Expected<Recording>
  recordInstructions(const LaunchSpec &spec, const DataCode &code,
                     ExecutionObserver &observer) override;
  /// Sets the function to which recordings report their progress. The LLDB
  /// engine reports progress only while it records instructions.
  void setRecordingProgress(std::function<void(uint64_t)> callback) override {
    progress = std::move(callback);
  }
  llvm::Expected<RunResult> execute(const LaunchSpec &spec, const Trace &trace,
                                    const EventSet &included) override;
  llvm::Expected<RunResult>
  executeLive(const LaunchSpec &spec,
              llvm::ArrayRef<LiveChange> changes) override;
  llvm::Expected<Recording>
  recordLive(const LaunchSpec &spec,
             llvm::ArrayRef<LiveChange> changes) override;
  LiveFlowEngine *liveFlow() override { return this; }
  void cancel() override { killTimer.expire(); }

private:
  llvm::Error setHooks(std::optional<FunctionSet> functions,
                       UnrecordedCalls policy,
                       std::vector<uint64_t> inside = {});
  llvm::Error setLiveHooks(const LaunchSpec &spec,
                           llvm::ArrayRef<LiveChange> changes);
  const EntrySet &conditionsOf(const Trace &trace);
  /// Makes one run. If the program crashes and `flushesAtCrash` is set, makes
  /// the crashed program write the output that is still in its buffers.
  llvm::Expected<RunResult> run(const LaunchSpec &spec, HookHandler &handler,
                                bool flushesAtCrash = false,
                                WatchReader *watches = nullptr);
  llvm::Error start(const LaunchSpec &spec);
  llvm::Expected<bool> startByRewinding(const LaunchSpec &spec);
  void endProcess();
  static Ending endingOf(const LLDBStop &stop, const LLDBRun &run,
                         const std::optional<Ending> &forced,
                         const Crashed &crash);

  const UnitTable &table;
  CrashReader crashes;
  HookMap hooks;
  OutputFiles outputs;
  std::unique_ptr<LLDBSession> session;
  bool rewind;
  /// The recorder of instructions; null if this engine can't record them.
  std::shared_ptr<InstructionRecorder> instructions;
  /// A function that is called with the number of events recorded so far, to
  /// report progress; may be null.
  std::function<void(uint64_t)> progress;
  /// The state that the session's process had at its start; null if the process
  /// can't be rewound.
  std::unique_ptr<LLDBCheckpoint> checkpoint;
  /// How often the input file had been copied when the rewindable process was
  /// started, see OutputFiles::inputVersion. If it has been copied again since
  /// then, the process can't be used any more, because it has an older copy
  /// open.
  unsigned checkpointInput = 0;
  /// The signal that has stopped the process of the last run; 0 if no signal
  /// has stopped it.
  int lastSignal = 0;
  KillTimer killTimer;
  bool hooksAreSet = false;
  /// True if the last run has failed. The LLDB session may then be unusable.
  bool hasFailed = false;
  /// The functions that occur in the trace, if the hooks are set for partial
  /// executions; nullopt if they are set for recordings. A hook is an address
  /// at which the engine takes control.
  std::optional<FunctionSet> hookedFunctions;
  UnrecordedCalls hookedPolicy = UnrecordedCalls::Diverge;
  /// The sorted addresses of those hooks inside statements that are set at
  /// present. Live flow, which makes changes to a run, needs hooks at operands
  /// of `&&`, `||` and `?`, to force their values. Guarded flow, which checks
  /// decisions, needs hooks where flags are read (see FlagReader).
  std::vector<uint64_t> hookedInside;
  /// The entries of all conditions of a trace, for guarded flow. An entry is an
  /// address at which control can enter a statement. The entries are computed
  /// only once for runs with the same trace, which `graphTrace` identifies.
  EntrySet conditions;
  TraceIdentity graphTrace;
};

} // namespace

LLDBEngine::~LLDBEngine() { endProcess(); }

llvm::Expected<Recording> LLDBEngine::record(const LaunchSpec &spec) {
  if (llvm::Error error = setHooks(std::nullopt, spec.unrecordedCalls))
    return error;
  Recorder recorder(table, spec.eventLimit);
  llvm::Expected<RunResult> result = run(spec, recorder);
  hasFailed = !result;
  if (!result)
    return result.takeError();
  return Recording{recorder.takeTrace(), std::move(*result)};
}

llvm::Expected<Recording>
LLDBEngine::recordInstructions(const LaunchSpec &spec, const DataCode &code,
                               ExecutionObserver &observer) {
  if (!instructions)
    return ExecutionEngine::recordInstructions(spec, code, observer);
  // The process of the last run still exists, so that it can be rewound. But it
  // has the output files open that this recording uses, so it is ended now.
  endProcess();
  return instructions->record({spec, outputs, code, observer, progress});
}

llvm::Expected<RunResult> LLDBEngine::execute(const LaunchSpec &spec,
                                              const Trace &trace,
                                              const EventSet &included) {
  FunctionSet functions = recordedFunctions(table, trace);
  std::vector<uint64_t> flagReaders;
  if (spec.flow == Flow::Guarded)
    flagReaders = hooks.ofFlagReaders(functions);
  if (llvm::Error error = setHooks(std::move(functions), spec.unrecordedCalls,
                                   std::move(flagReaders)))
    return error;
  Dispatcher::Policy policy;
  policy.unrecordedCalls = spec.unrecordedCalls;
  policy.eventLimit = spec.eventLimit;
  if (spec.flow == Flow::Guarded)
    policy.conditions = &conditionsOf(trace);
  policy.poisonSkipped =
      spec.flow == Flow::Guarded && spec.poison != Poison::Stale;
  if (policy.poisonSkipped)
    policy.computedStores = spec.computedStores.get();
  Dispatcher dispatcher(table, trace, included, policy);
  WatchReader watches(spec.watches, trace);
  // The threads run in the order of the recorded run, not in the order that
  // `spec.schedule` asks for.
  LaunchSpec launch = spec;
  launch.schedule = std::nullopt;
  llvm::Expected<RunResult> result =
      run(launch, dispatcher, /*flushesAtCrash=*/false,
          watches.isEmpty() ? nullptr : &watches);
  hasFailed = !result;
  if (result) {
    result->values = watches.take();
    result->decisions = dispatcher.decisions();
  }
  return result;
}

llvm::Expected<RunResult>
LLDBEngine::executeLive(const LaunchSpec &spec,
                        llvm::ArrayRef<LiveChange> changes) {
  if (llvm::Error error = setLiveHooks(spec, changes))
    return error;
  LiveDispatcher dispatcher(table, changes, spec.eventLimit);
  llvm::Expected<RunResult> result =
      run(spec, dispatcher, /*flushesAtCrash=*/true);
  hasFailed = !result;
  if (result)
    result->forcedValue = dispatcher.forcedValue();
  return result;
}

llvm::Expected<Recording>
LLDBEngine::recordLive(const LaunchSpec &spec,
                       llvm::ArrayRef<LiveChange> changes) {
  if (llvm::Error error = setLiveHooks(spec, changes))
    return error;
  LiveRecorder recorder(table, changes, spec.eventLimit);
  llvm::Expected<RunResult> result =
      run(spec, recorder, /*flushesAtCrash=*/true);
  hasFailed = !result;
  if (!result)
    return result.takeError();
  result->forcedValue = recorder.forcedValue();
  return Recording{recorder.takeTrace(), std::move(*result)};
}

const EntrySet &LLDBEngine::conditionsOf(const Trace &trace) {
  TraceIdentity identity = TraceIdentity::of(trace);
  if (identity != graphTrace) {
    conditions = UnitGraph(table, trace).conditions();
    graphTrace = identity;
  }
  return conditions;
}

/// Sets the hooks for a run with `changes`: all hooks of a recording, and the
/// hooks at the operands of `&&`, `||` or `?` whose values `changes` force.
llvm::Error LLDBEngine::setLiveHooks(const LaunchSpec &spec,
                                     llvm::ArrayRef<LiveChange> changes) {
  std::vector<uint64_t> operands;
  for (const LiveChange &change : changes) {
    if (change.kind == LiveChange::Kind::Mutate)
      return llvm::make_error<EngineError>(
          "the LLDB engine can't exchange functions; use --engine native");
    if (change.kind == LiveChange::Kind::Force)
      operands.push_back(table.operand(change.operand).address);
  }
  llvm::sort(operands);
  return setHooks(std::nullopt, spec.unrecordedCalls, std::move(operands));
}

/// Sets the hooks (addresses at which the engine takes control) that a run
/// needs. If `functions` is nullopt, the run is a recording. Otherwise the run
/// is a partial execution of a trace in which only `functions` occur. Adds the
/// hooks inside statements at the sorted addresses `inside`.
llvm::Error LLDBEngine::setHooks(std::optional<FunctionSet> functions,
                                 UnrecordedCalls policy,
                                 std::vector<uint64_t> inside) {
  if (session->isSpoilt() || hasFailed) {
    auto fresh = LLDBSession::create(table);
    if (!fresh)
      return fresh.takeError();
    endProcess();
    session = std::move(*fresh);
    hasFailed = false;
    if (llvm::Error error = session->displace(hooks.forRecording()))
      return error;
  } else if (hooksAreSet && hookedFunctions == functions &&
             hookedPolicy == policy && hookedInside == inside) {
    return llvm::Error::success();
  }
  hooksAreSet = false;
  std::vector<uint64_t> addresses =
      functions ? hooks.forExecution(*functions, policy) : hooks.forRecording();
  addresses.insert(addresses.end(), inside.begin(), inside.end());
  if (llvm::Error error = session->setHooks(addresses))
    return error;
  hooksAreSet = true;
  hookedInside = std::move(inside);
  hookedFunctions = std::move(functions);
  hookedPolicy = policy;
  return llvm::Error::success();
}

static bool isCrash(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGILL ||
         signal == SIGFPE || signal == SIGABRT;
}

llvm::Expected<RunResult> LLDBEngine::run(const LaunchSpec &spec,
                                          HookHandler &handler,
                                          bool flushesAtCrash,
                                          WatchReader *watches) {
  if (llvm::Error error = removeObservedFiles(spec))
    return error;
  if (llvm::Error error = outputs.useInput(spec.standardInput))
    return error;
  auto begin = std::chrono::steady_clock::now();
  if (llvm::Error error = start(spec))
    return error;

  LLDBRun run(*session, hooks, handler, spec.poison, spec.schedule.value_or(0));
  run.setTimer(killTimer);
  if (watches)
    run.setWatches(*watches);
  LimitMonitor watch(spec);
  pid_t process = session->process().id();
  std::chrono::duration<double> limit(spec.wallLimitSeconds);
  killTimer.arm(process, limit, [&] {
    auto excess = watch.excess(process, /*tracer=*/0, /*ownProcesses=*/1);
    if (excess && spec.sandbox)
      // An error here means that the sandbox could not end the program's
      // processes. It is ignored, because the kill timer then kills the program
      // itself, and LLDB notices that.
      llvm::consumeError(spec.sandbox->endAll());
    return excess;
  });
  LLDBStop stop = session->resume(run, limit);
  lastSignal = stop.kind == LLDBStop::Kind::Signalled ? stop.value : 0;
  Crashed crash;
  if (lastSignal != 0)
    crash =
        session->readCrash(stop, crashes, spec.poison, handler.eventUnderWay());
  if (flushesAtCrash && session->process().isLive() && !run.ending() &&
      isCrash(lastSignal))
    lastSignal = session->flushOutput(lastSignal);
  std::optional<Ending> forced = killTimer.disarm();
  if (auto limit = exceededFileLimit(spec); limit && !forced)
    forced = LimitReached{*limit};
  RunResult result;
  result.ending = endingOf(stop, run, forced, crash);
  if (llvm::Error error = run.takeFailure()) {
    // Perhaps somebody, usually the kill timer, killed the process while the
    // engine handled a hook. Then the error does not mean that the engine has
    // failed.
    bool wasKilled = forced || !session->process().isLive() ||
                     session->process().wasKilled();
    endProcess();
    if (!wasKilled)
      return error;
    llvm::consumeError(std::move(error));
    if (!forced)
      result.ending = Crashed{SIGKILL};
  }
  if (!checkpoint || forced || run.hasOverwrittenConstants() ||
      !session->process().isLive() || !session->process().isAlone())
    endProcess();

  result.eventsExecuted = handler.eventsExecuted();
  result.breakpointHits = run.hits();
  result.threads = run.threads();
  result.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  if (llvm::Error error = collectOutput(spec, outputs, result))
    return error;
  return result;
}

llvm::Error LLDBEngine::start(const LaunchSpec &spec) {
  llvm::Expected<bool> rewound = startByRewinding(spec);
  if (!rewound)
    return rewound.takeError();
  if (*rewound)
    return llvm::Error::success();
  endProcess();
  if (llvm::Error error = session->launch(spec, outputs))
    return error;
  if (!rewind)
    return llvm::Error::success();
  auto guard = session->process().expectAnswers();
  auto taken = LLDBCheckpoint::take(*session, spec);
  if (!taken)
    return session->process().explainStart(taken.takeError(), spec);
  checkpoint = std::move(*taken);
  checkpointInput = outputs.inputVersion();
  session->stopAtEnd(checkpoint != nullptr);
  return llvm::Error::success();
}

llvm::Expected<bool> LLDBEngine::startByRewinding(const LaunchSpec &spec) {
  if (!checkpoint || !session->process().isLive() ||
      checkpointInput != outputs.inputVersion())
    return false;
  auto guard = session->process().expectAnswers();
  llvm::Expected<bool> restored = checkpoint->restore(spec, lastSignal);
  if (restored && *restored)
    limitFiles(session->process().id(), spec);
  if (restored || !session->process().wasKilled())
    return restored;
  llvm::consumeError(restored.takeError());
  return false;
}

void LLDBEngine::endProcess() {
  checkpoint.reset();
  session->kill();
}

Ending LLDBEngine::endingOf(const LLDBStop &stop, const LLDBRun &run,
                            const std::optional<Ending> &forced,
                            const Crashed &crash) {
  if (forced && !std::holds_alternative<TimedOut>(*forced))
    return *forced;
  if (run.ending())
    return *run.ending();
  if (forced)
    return *forced;
  switch (stop.kind) {
  case LLDBStop::Kind::Signalled:
    if (stop.value == SIGXFSZ)
      return LimitReached{LimitReached::Kind::FileSize};
    if (stop.value == SIGSTOP)
      // A process outside of the program has stopped the program by SIGSTOP,
      // and has not continued it. The place where the program stopped is
      // accidental, so the ending gets no address.
      return Crashed{SIGSTOP};
    return crash;
  case LLDBStop::Kind::Exited:
  case LLDBStop::Kind::Ending:
  case LLDBStop::Kind::Requested:
    return Exited{stop.value};
  }
  llvm_unreachable("all stops are handled");
}

llvm::Expected<std::unique_ptr<ExecutionEngine>>
pinstripe::createLLDBEngine(const UnitTable &table,
                            const LLDBEngineOptions &options) {
  // Creating the output files forks the janitor, the process that cleans up if
  // the tool is killed. A fork is safe only while the tool has one thread. So
  // the files are created before LLDB and the kill timer start threads.
  llvm::Expected<OutputFiles> outputs = OutputFiles::create();
  if (!outputs)
    return outputs.takeError();
  // SIGPIPE must not end the tool: sometimes lldb-server closes its socket
  // while the tool still writes to it.
  std::signal(SIGPIPE, SIG_IGN);
  auto session = LLDBSession::create(table);
  if (!session)
    return session.takeError();
  if (llvm::Error error = (*session)->displace(HookMap(table).forRecording()))
    return error;
  return std::make_unique<LLDBEngine>(table, std::move(*outputs),
                                      std::move(*session), options);
}
