//===- LLDBEngine.cpp - The reference engine ------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One LLDB session for all runs of a program: sets the hooks, starts the run,
// says how it ended and collects what it wrote.
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Execution/LLDBEngine.h"
#include "Dispatcher.h"
#include "LLDBCheckpoint.h"
#include "LLDBRun.h"
#include "LLDBSession.h"
#include "LiveDispatcher.h"
#include "LiveRecorder.h"
#include "Recorder.h"
#include "pinstripe/Analysis/UnitGraph.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Execution/RunWatch.h"
#include "pinstripe/Execution/TraceIdentity.h"
#include "pinstripe/Execution/Watchdog.h"
#include <csignal>

using namespace pinstripe;

namespace {

class LLDBEngine : public ExecutionEngine {
public:
  LLDBEngine(const UnitTable &table, OutputFiles outputs,
             std::unique_ptr<LLDBSession> session,
             const LLDBEngineOptions &options)
      : table(table), hooks(table), outputs(std::move(outputs)),
        session(std::move(session)), rewind(options.rewind),
        instructions(options.instructions) {}
  ~LLDBEngine() override;

  llvm::StringRef name() const override { return "lldb"; }
  llvm::Expected<Recording> record(const LaunchSpec &spec) override;
  llvm::Expected<Recording>
  recordInstructions(const LaunchSpec &spec, const DataCode &code,
                     ExecutionObserver &observer) override;
  /// Heeded by `recordInstructions` only.
  void watchRecording(std::function<void(uint64_t)> newWatcher) override {
    watcher = std::move(newWatcher);
  }
  llvm::Expected<RunResult> execute(const LaunchSpec &spec, const Trace &trace,
                                    const EventSet &included) override;
  llvm::Expected<RunResult>
  executeLive(const LaunchSpec &spec,
              llvm::ArrayRef<LiveChange> changes) override;
  llvm::Expected<Recording>
  recordLive(const LaunchSpec &spec,
             llvm::ArrayRef<LiveChange> changes) override;
  bool canUsePrivateView() const override { return canHavePrivateViews(); }
  void cancel() override { watchdog.expire(); }

private:
  llvm::Error setHooks(std::optional<llvm::BitVector> functions,
                       UnrecordedCalls policy,
                       llvm::ArrayRef<LiveChange> changes = {});
  std::vector<uint64_t> operandsOf(llvm::ArrayRef<LiveChange> changes) const;
  const llvm::BitVector &conditionsOf(const Trace &trace);
  /// `isHeard`: it is to say what it has to say before it crashes.
  llvm::Expected<RunResult> run(const LaunchSpec &spec, HookHandler &handler,
                                bool isHeard = false,
                                WatchReader *watches = nullptr);
  llvm::Error start(const LaunchSpec &spec);
  llvm::Expected<bool> startByRewinding(const LaunchSpec &spec);
  void endProcess();
  Ending endingOf(const LLDBStop &stop, const LLDBRun &run,
                  const std::optional<Ending> &forced);

  const UnitTable &table;
  HookMap hooks;
  OutputFiles outputs;
  std::unique_ptr<LLDBSession> session;
  bool rewind;
  std::shared_ptr<InstructionRecorder> instructions; ///< may be null
  std::function<void(uint64_t)> watcher;             ///< may be null
  /// Of the live process, if it can be used again.
  std::unique_ptr<LLDBCheckpoint> checkpoint;
  unsigned checkpointInput = 0; ///< which copy of the input it has
  int lastSignal = 0;           ///< with which the live process stopped
  Watchdog watchdog;
  bool hooksAreSet = false;
  /// LLDB failed in a way that its session may not recover from.
  bool hasFailed = false;
  /// Which hooks are set: those of a recording, or of these functions.
  std::optional<llvm::BitVector> hookedFunctions;
  UnrecordedCalls hookedPolicy = UnrecordedCalls::Diverge;
  std::vector<uint64_t> hookedOperands; ///< in live flow, besides
  llvm::BitVector conditions;           ///< of the last trace in guarded flow
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
  endProcess(); // it has the output files open
  return instructions->record({spec, outputs, code, observer, watcher});
}

llvm::Expected<RunResult> LLDBEngine::execute(const LaunchSpec &spec,
                                              const Trace &trace,
                                              const EventSet &included) {
  if (llvm::Error error =
          setHooks(recordedFunctions(table, trace), spec.unrecordedCalls))
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
  llvm::Expected<RunResult> result =
      run(spec, dispatcher, /*isHeard=*/false,
          watches.isEmpty() ? nullptr : &watches);
  hasFailed = !result;
  if (result)
    result->values = watches.take();
  return result;
}

llvm::Expected<RunResult>
LLDBEngine::executeLive(const LaunchSpec &spec,
                        llvm::ArrayRef<LiveChange> changes) {
  if (llvm::Error error = setHooks(std::nullopt, spec.unrecordedCalls, changes))
    return error;
  LiveDispatcher dispatcher(table, changes, spec.eventLimit);
  llvm::Expected<RunResult> result = run(spec, dispatcher, /*isHeard=*/true);
  hasFailed = !result;
  if (result)
    result->forcedValue = dispatcher.forcedValue();
  return result;
}

llvm::Expected<Recording>
LLDBEngine::recordLive(const LaunchSpec &spec,
                       llvm::ArrayRef<LiveChange> changes) {
  if (llvm::Error error = setHooks(std::nullopt, spec.unrecordedCalls, changes))
    return error;
  LiveRecorder recorder(table, changes, spec.eventLimit);
  llvm::Expected<RunResult> result = run(spec, recorder, /*isHeard=*/true);
  hasFailed = !result;
  if (!result)
    return result.takeError();
  result->forcedValue = recorder.forcedValue();
  return Recording{recorder.takeTrace(), std::move(*result)};
}

const llvm::BitVector &LLDBEngine::conditionsOf(const Trace &trace) {
  TraceIdentity identity = TraceIdentity::of(trace);
  if (identity != graphTrace) {
    conditions = UnitGraph(table, trace).conditions();
    graphTrace = identity;
  }
  return conditions;
}

/// Sorted addresses.
std::vector<uint64_t>
LLDBEngine::operandsOf(llvm::ArrayRef<LiveChange> changes) const {
  std::vector<uint64_t> addresses;
  for (const LiveChange &change : changes)
    if (change.kind == LiveChange::Kind::Force)
      addresses.push_back(table.operand(change.operand).address);
  llvm::sort(addresses);
  return addresses;
}

/// `functions` none: for a recording, and for the operands of `changes`.
llvm::Error LLDBEngine::setHooks(std::optional<llvm::BitVector> functions,
                                 UnrecordedCalls policy,
                                 llvm::ArrayRef<LiveChange> changes) {
  std::vector<uint64_t> operands = operandsOf(changes);
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
             hookedPolicy == policy && hookedOperands == operands) {
    return llvm::Error::success();
  }
  hooksAreSet = false;
  std::vector<uint64_t> addresses =
      functions ? hooks.forExecution(*functions, policy) : hooks.forRecording();
  addresses.insert(addresses.end(), operands.begin(), operands.end());
  if (llvm::Error error = session->setHooks(addresses))
    return error;
  hooksAreSet = true;
  hookedOperands = std::move(operands);
  hookedFunctions = std::move(functions);
  hookedPolicy = policy;
  return llvm::Error::success();
}

static bool isCrash(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGILL ||
         signal == SIGFPE || signal == SIGABRT;
}

llvm::Expected<RunResult> LLDBEngine::run(const LaunchSpec &spec,
                                          HookHandler &handler, bool isHeard,
                                          WatchReader *watches) {
  if (llvm::Error error = removeWatchedFiles(spec))
    return error;
  if (llvm::Error error = outputs.useInput(spec.standardInput))
    return error;
  auto begin = std::chrono::steady_clock::now();
  if (llvm::Error error = start(spec))
    return error;

  LLDBRun run(*session, hooks, handler, spec.poison);
  if (watches)
    run.setWatches(*watches);
  RunWatch watch(spec);
  pid_t process = session->processId();
  std::chrono::duration<double> limit(spec.wallLimitSeconds);
  watchdog.arm(process, limit, [&] {
    auto excess = watch.excess(process, /*tracer=*/0, /*ownProcesses=*/1);
    if (excess && spec.sandbox)
      llvm::consumeError(spec.sandbox->endAll()); // LLDB will see it
    return excess;
  });
  LLDBStop stop = session->resume(run, limit);
  lastSignal = stop.kind == LLDBStop::Kind::Signalled ? stop.value : 0;
  if (isHeard && session->isLive() && !run.ending() && isCrash(lastSignal))
    lastSignal = session->flushOutput(lastSignal);
  std::optional<Ending> forced = watchdog.disarm();
  if (auto limit = exceededFileLimit(spec); limit && !forced)
    forced = LimitReached{*limit};
  RunResult result;
  result.ending = endingOf(stop, run, forced);
  if (llvm::Error error = run.takeFailure()) {
    // While a hook was at work, by the watchdog mostly.
    bool wasKilled = forced || !session->isLive() || session->wasKilled();
    endProcess();
    if (!wasKilled)
      return error;
    llvm::consumeError(std::move(error));
    if (!forced)
      result.ending = Crashed{SIGKILL};
  }
  if (!checkpoint || forced || !session->isLive() || !session->isAlone())
    endProcess();

  result.eventsExecuted = handler.eventsExecuted();
  result.breakpointHits = run.hits();
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
  auto guard = session->expectAnswers();
  auto taken = LLDBCheckpoint::take(*session, spec);
  if (!taken)
    return session->explainStart(taken.takeError(), spec);
  checkpoint = std::move(*taken);
  checkpointInput = outputs.inputVersion();
  session->stopAtEnd(checkpoint != nullptr);
  return llvm::Error::success();
}

llvm::Expected<bool> LLDBEngine::startByRewinding(const LaunchSpec &spec) {
  if (!checkpoint || !session->isLive() ||
      checkpointInput != outputs.inputVersion())
    return false;
  auto guard = session->expectAnswers();
  llvm::Expected<bool> restored = checkpoint->restore(spec, lastSignal);
  if (restored && *restored)
    limitFiles(session->processId(), spec);
  if (restored || !session->wasKilled())
    return restored;
  llvm::consumeError(restored.takeError());
  return false;
}

void LLDBEngine::endProcess() {
  checkpoint.reset();
  session->kill();
}

Ending LLDBEngine::endingOf(const LLDBStop &stop, const LLDBRun &run,
                            const std::optional<Ending> &forced) {
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
      return Crashed{SIGSTOP}; // wherever it was
    return Crashed{stop.value, stop.address, stop.library};
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
  // Forks, so before LLDB and the watchdog start threads.
  llvm::Expected<OutputFiles> outputs = OutputFiles::create();
  if (!outputs)
    return outputs.takeError();
  // lldb-server closes its socket before we do now and then.
  std::signal(SIGPIPE, SIG_IGN);
  auto session = LLDBSession::create(table);
  if (!session)
    return session.takeError();
  if (llvm::Error error = (*session)->displace(HookMap(table).forRecording()))
    return error;
  return std::make_unique<LLDBEngine>(table, std::move(*outputs),
                                      std::move(*session), options);
}
