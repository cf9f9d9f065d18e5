// Implements the engine that stops the program at each hook.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is an address at which the engine takes control. The engine makes a
// HookedProgram stop at the hooks, starts the run, finds out how the run ended
// and collects what the run has written.

#include "Flow/Dispatcher.h"
#include "Flow/LiveDispatcher.h"
#include "Flow/LiveRecorder.h"
#include "Flow/Recorder.h"
#include "Stops/HookedRun.h"
#include "Stops/InnerHandler.h"
#include "pinstripe/Analysis/UnitGraph.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Execution/HookedProgram.h"
#include "pinstripe/Execution/KillTimer.h"
#include "pinstripe/Execution/LimitMonitor.h"
#include "pinstripe/Execution/TraceIdentity.h"
#include "llvm/ADT/ScopeExit.h"
#include <csignal>

using namespace pinstripe;

namespace {

/// Records a run, and reports now and then how many events it has so far.
class ReportingRecorder : public Recorder {
public:
  ReportingRecorder(const UnitTable &table, uint64_t eventLimit,
                    const std::function<void(uint64_t)> &report)
      : Recorder(table, eventLimit), report(report) {}

  Decision arrive(const HookPoint &hook, const Arrival &arrival) override {
    constexpr uint64_t hooksPerReport = 1 << 10;
    if (report && hooks++ % hooksPerReport == 0)
      report(eventsExecuted());
    return Recorder::arrive(hook, arrival);
  }

private:
  const std::function<void(uint64_t)> &report;
  uint64_t hooks = 0;
};

class StoppingEngine : public ExecutionEngine, public LiveFlowEngine {
public:
  StoppingEngine(const UnitTable &table, OutputFiles outputs,
                 std::unique_ptr<HookedProgram> program,
                 std::shared_ptr<InstructionRecorder> instructions)
      : table(table), crashes(table), hooks(table), outputs(std::move(outputs)),
        program(std::move(program)), instructions(std::move(instructions)) {}
  ~StoppingEngine() override { endProcess(); }

  EngineTraits traits() const override {
    EngineTraits traits = program->traits();
    if (instructions)
      traits.instructions = EngineTraits::InstructionRecording::ByStepping;
    return traits;
  }
  llvm::Expected<Recording> record(const LaunchSpec &spec) override;
  llvm::Expected<Recording>
  recordInstructions(const LaunchSpec &spec, const DataCode &code,
                     ExecutionObserver &observer) override;
  /// Sets the function to which recordings report their progress. This engine
  /// reports progress only while it records instructions.
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
  llvm::Expected<std::vector<UnlinkedFunction>>
  linkRecompiled(const LaunchSpec &spec) override;
  LiveFlowEngine *liveFlow() override { return this; }
  void cancel() override { killTimer.expire(); }

private:
  llvm::Error setHooks(std::optional<FunctionSet> functions,
                       UnrecordedCalls policy,
                       std::vector<uint64_t> inside = {});
  llvm::Error setLiveHooks(const LaunchSpec &spec,
                           llvm::ArrayRef<LiveChange> changes);
  llvm::Expected<bool> prepareLive(const LaunchSpec &spec,
                                   llvm::ArrayRef<LiveChange> changes);
  const EntrySet &conditionsOf(const Trace &trace);
  /// Makes one run. If the program crashes and `flushesAtCrash` is set, makes
  /// the crashed program write the output that is still in its buffers.
  llvm::Expected<RunResult> run(const LaunchSpec &spec, HookHandler &handler,
                                bool flushesAtCrash = false,
                                WatchReader *watches = nullptr);
  /// Records a run whose instructions the program itself reports.
  llvm::Expected<Recording> recordObserved(const LaunchSpec &spec,
                                           const DataCode &code,
                                           ExecutionObserver &observer);
  void endProcess() { program->finish(/*isReusable=*/false, /*lastSignal=*/0); }
  /// Makes a partial execution by code in the process. Returns nullopt if that
  /// is not possible for this program.
  llvm::Expected<std::optional<RunResult>>
  executeInside(const LaunchSpec &spec, const Trace &trace,
                const EventSet &included);
  Crashed readCrash(const HookedStop &stop, Poison poison,
                    std::optional<EventUnderWay> underWay);
  static Ending endingOf(const HookedStop &stop, const HookedRun &run,
                         const std::optional<Ending> &forced,
                         const Crashed &crash);

  const UnitTable &table;
  CrashReader crashes;
  HookMap hooks;
  OutputFiles outputs;
  std::unique_ptr<HookedProgram> program;
  /// The recorder of instructions; null if this engine can't record them.
  std::shared_ptr<InstructionRecorder> instructions;
  /// A function that is called with the number of events recorded so far, to
  /// report progress; may be null.
  std::function<void(uint64_t)> progress;
  KillTimer killTimer;
  bool hooksAreSet = false;
  /// True if the last run has failed. The program may then be unusable without
  /// HookedProgram::recover.
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

llvm::Expected<Recording> StoppingEngine::record(const LaunchSpec &spec) {
  if (llvm::Error error = outputs.useInput(spec.standardInput))
    return error;
  llvm::Expected<bool> isInside =
      program->recordInside(spec, outputs, /*mutation=*/0);
  if (!isInside)
    return isInside.takeError();
  if (*isInside)
    hooksAreSet = false;
  else if (llvm::Error error = setHooks(std::nullopt, spec.unrecordedCalls))
    return error;
  Recorder recorder(table, spec.eventLimit);
  llvm::Expected<RunResult> result = run(spec, recorder);
  hasFailed = !result;
  if (*isInside && program->hasRefusedInside()) {
    llvm::consumeError(result.takeError()); // The tool makes the recording.
    return record(spec);
  }
  if (!result)
    return result.takeError();
  return Recording{recorder.takeTrace(), std::move(*result)};
}

llvm::Expected<Recording>
StoppingEngine::recordInstructions(const LaunchSpec &spec, const DataCode &code,
                                   ExecutionObserver &observer) {
  if (!instructions)
    return recordObserved(spec, code, observer);
  // The process of the last run may still exist, so that it can be used again.
  // But it has the output files open that this recording uses, so it is ended.
  endProcess();
  return instructions->record({spec, outputs, code, observer, progress});
}

llvm::Expected<Recording>
StoppingEngine::recordObserved(const LaunchSpec &spec, const DataCode &code,
                               ExecutionObserver &observer) {
  using enum EngineTraits::InstructionRecording;
  if (traits().instructions == None)
    return ExecutionEngine::recordInstructions(spec, code, observer);
  if (llvm::Error error = setHooks(std::nullopt, spec.unrecordedCalls))
    return error;
  program->observeInstructions(code, observer);
  ReportingRecorder recorder(table, spec.eventLimit, progress);
  llvm::Expected<RunResult> result = run(spec, recorder);
  hasFailed = !result;
  if (!result)
    return result.takeError();
  return Recording{recorder.takeTrace(), std::move(*result)};
}

/// Returns the settings of a partial execution of a run that was recorded with
/// the settings `spec`.
static LaunchSpec launchOf(const LaunchSpec &spec) {
  // The threads run in the order of the recorded run, not in the order that
  // `spec.schedule` asks for.
  LaunchSpec launch = spec;
  launch.schedule = std::nullopt;
  return launch;
}

llvm::Expected<std::optional<RunResult>>
StoppingEngine::executeInside(const LaunchSpec &spec, const Trace &trace,
                              const EventSet &included) {
  if (llvm::Error error = outputs.useInput(spec.standardInput))
    return error;
  LaunchSpec launch = launchOf(spec);
  llvm::Expected<InnerDispatch *> inside =
      program->dispatchInside(launch, outputs, trace, included);
  if (!inside)
    return inside.takeError();
  if (!*inside)
    return std::nullopt;
  hooksAreSet = false;
  InnerHandler handler(**inside);
  llvm::Expected<RunResult> result = run(launch, handler);
  hasFailed = !result;
  if (program->hasRefusedInside()) {
    // The tool makes the run, so it does not matter how this one has ended.
    llvm::consumeError(result.takeError());
    return std::nullopt;
  }
  if (!result)
    return result.takeError();
  if (std::optional<Ending> ending = (*inside)->ending())
    result->ending = std::move(*ending);
  result->values = (*inside)->values();
  return std::move(*result);
}

llvm::Expected<RunResult> StoppingEngine::execute(const LaunchSpec &spec,
                                                  const Trace &trace,
                                                  const EventSet &included) {
  auto inside = executeInside(spec, trace, included);
  if (!inside)
    return inside.takeError();
  if (*inside)
    return std::move(**inside);
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
  llvm::Expected<RunResult> result =
      run(launchOf(spec), dispatcher, /*flushesAtCrash=*/false,
          watches.isEmpty() ? nullptr : &watches);
  hasFailed = !result;
  if (result) {
    result->values = watches.take();
    result->decisions = dispatcher.decisions();
  }
  return result;
}

/// Returns the changes without a mutation: the process itself exchanges
/// functions.
static std::vector<LiveChange> atHooks(llvm::ArrayRef<LiveChange> changes) {
  std::vector<LiveChange> others;
  llvm::copy_if(changes, std::back_inserter(others),
                [](const LiveChange &change) {
                  return change.kind != LiveChange::Kind::Mutate;
                });
  return others;
}

/// Prepares a run in live flow with `changes`. Returns whether code in the
/// process passes hooks at which nothing is to be done. Such code can't force
/// operands, whose hooks must not change the flags.
llvm::Expected<bool>
StoppingEngine::prepareLive(const LaunchSpec &spec,
                            llvm::ArrayRef<LiveChange> changes) {
  bool mayBeInside = true;
  uint32_t mutation = 0;
  for (const LiveChange &change : changes) {
    mayBeInside &= change.kind != LiveChange::Kind::Force;
    if (change.kind == LiveChange::Kind::Mutate)
      mutation = change.mutation;
  }
  if (mayBeInside) {
    if (llvm::Error error = outputs.useInput(spec.standardInput))
      return error;
    llvm::Expected<bool> isInside =
        program->recordInside(spec, outputs, mutation);
    if (!isInside)
      return isInside;
    hooksAreSet &= !*isInside;
    if (*isInside)
      return true;
  }
  if (llvm::Error error = setLiveHooks(spec, changes))
    return error;
  return false;
}

llvm::Expected<RunResult>
StoppingEngine::executeLive(const LaunchSpec &spec,
                            llvm::ArrayRef<LiveChange> changes) {
  llvm::Expected<bool> isInside = prepareLive(spec, changes);
  if (!isInside)
    return isInside.takeError();
  LiveDispatcher dispatcher(table, atHooks(changes), spec.eventLimit);
  llvm::Expected<RunResult> result =
      run(spec, dispatcher, /*flushesAtCrash=*/true);
  hasFailed = !result;
  if (*isInside && program->hasRefusedInside()) {
    llvm::consumeError(result.takeError()); // The tool makes the run.
    return executeLive(spec, changes);
  }
  if (result)
    result->forcedValue = dispatcher.forcedValue();
  return result;
}

llvm::Expected<std::vector<UnlinkedFunction>>
StoppingEngine::linkRecompiled(const LaunchSpec &spec) {
  if (!traits().exchangesFunctions)
    return LiveFlowEngine::linkRecompiled(spec);
  if (llvm::Error error = outputs.useInput(spec.standardInput))
    return error;
  return program->linkRecompiled(spec, outputs);
}

llvm::Expected<Recording>
StoppingEngine::recordLive(const LaunchSpec &spec,
                           llvm::ArrayRef<LiveChange> changes) {
  llvm::Expected<bool> isInside = prepareLive(spec, changes);
  if (!isInside)
    return isInside.takeError();
  LiveRecorder recorder(table, atHooks(changes), spec.eventLimit);
  llvm::Expected<RunResult> result =
      run(spec, recorder, /*flushesAtCrash=*/true);
  hasFailed = !result;
  if (*isInside && program->hasRefusedInside()) {
    llvm::consumeError(result.takeError()); // The tool makes the run.
    return recordLive(spec, changes);
  }
  if (!result)
    return result.takeError();
  result->forcedValue = recorder.forcedValue();
  return Recording{recorder.takeTrace(), std::move(*result)};
}

const EntrySet &StoppingEngine::conditionsOf(const Trace &trace) {
  TraceIdentity identity = TraceIdentity::of(trace);
  if (identity != graphTrace) {
    conditions = UnitGraph(table, trace).conditions();
    graphTrace = identity;
  }
  return conditions;
}

/// Sets the hooks for a run with `changes`: all hooks of a recording, and the
/// hooks at the operands of `&&`, `||` or `?` whose values `changes` force.
llvm::Error StoppingEngine::setLiveHooks(const LaunchSpec &spec,
                                         llvm::ArrayRef<LiveChange> changes) {
  std::vector<uint64_t> operands;
  for (const LiveChange &change : changes) {
    if (change.kind == LiveChange::Kind::Mutate)
      return llvm::make_error<EngineError>(
          "the " + name() +
          " engine can't exchange functions; use --engine native");
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
llvm::Error StoppingEngine::setHooks(std::optional<FunctionSet> functions,
                                     UnrecordedCalls policy,
                                     std::vector<uint64_t> inside) {
  auto mustBeSet = program->recover(hasFailed);
  if (!mustBeSet)
    return mustBeSet.takeError();
  hasFailed = false;
  if (!*mustBeSet && hooksAreSet && hookedFunctions == functions &&
      hookedPolicy == policy && hookedInside == inside)
    return llvm::Error::success();
  hooksAreSet = false;
  std::vector<uint64_t> addresses =
      functions ? hooks.forExecution(*functions, policy) : hooks.forRecording();
  addresses.insert(addresses.end(), inside.begin(), inside.end());
  if (llvm::Error error = program->setHooks(addresses))
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

llvm::Expected<RunResult> StoppingEngine::run(const LaunchSpec &spec,
                                              HookHandler &handler,
                                              bool flushesAtCrash,
                                              WatchReader *watches) {
  if (llvm::Error error = removeObservedFiles(spec))
    return error;
  if (llvm::Error error = outputs.useInput(spec.standardInput))
    return error;
  auto leaveWaitsToKernel = llvm::make_scope_exit([&] {
    if (spec.sandbox)
      spec.sandbox->setEngineEndsWaits(false);
  });
  if (spec.sandbox)
    spec.sandbox->setEngineEndsWaits(true);
  auto begin = std::chrono::steady_clock::now();
  if (llvm::Error error = program->start(spec, outputs))
    return error;

  HookedRun run(program->process(), hooks, handler, spec.poison,
                spec.schedule.value_or(0));
  run.setTimer(killTimer);
  if (watches)
    run.setWatches(*watches);
  LimitMonitor watch(spec);
  pid_t process = program->process().id();
  std::chrono::duration<double> limit(spec.wallLimitSeconds);
  killTimer.arm(process, limit, [&] {
    auto excess = watch.excess(process, /*tracer=*/0, program->ownProcesses());
    if (excess && spec.sandbox)
      // An error here means that the sandbox could not end the program's
      // processes. It is ignored, because the kill timer then kills the program
      // itself, and `resume` notices that.
      llvm::consumeError(spec.sandbox->endAll());
    return excess;
  });
  HookedStop stop = program->resume(run, limit);
  run.finish();
  int lastSignal = stop.kind == HookedStop::Kind::Signalled ? stop.value : 0;
  Crashed crash;
  if (lastSignal != 0)
    crash = readCrash(stop, spec.poison, handler.eventUnderWay());
  if (flushesAtCrash && program->isLive() && !run.ending() &&
      isCrash(lastSignal))
    lastSignal = program->flushOutput(stop);
  std::optional<Ending> forced = killTimer.disarm();
  if (auto limit = exceededFileLimit(spec); limit && !forced)
    forced = LimitReached{*limit};
  RunResult result;
  result.ending = endingOf(stop, run, forced, crash);
  if (llvm::Error error = run.takeFailure()) {
    // Perhaps somebody, usually the kill timer, killed the process while the
    // engine handled a hook. Then the error does not mean that the engine has
    // failed.
    bool wasKilled = forced || !program->isLive() || program->wasKilled();
    endProcess();
    if (!wasKilled)
      return error;
    llvm::consumeError(std::move(error));
    if (!forced)
      result.ending = Crashed{SIGKILL};
  }
  program->finish(!forced && !run.hasOverwrittenConstants(), lastSignal);

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

/// Returns up to `size` bytes of memory from `address` on; fewer if a page
/// can't be read.
static std::vector<uint8_t> readPages(const ProcessMemory &memory,
                                      uint64_t address, size_t size) {
  std::vector<uint8_t> bytes(size);
  size_t done = 0;
  while (done < size) {
    size_t part = std::min(
        size - done, Mapping::pageSize - (address + done) % Mapping::pageSize);
    if (!memory.read(address + done,
                     llvm::MutableArrayRef(bytes).slice(done, part)))
      break;
    done += part;
  }
  bytes.resize(done);
  return bytes;
}

/// Describes the crash of a process that a fatal signal has stopped or ended.
Crashed StoppingEngine::readCrash(const HookedStop &stop, Poison poison,
                                  std::optional<EventUnderWay> underWay) {
  if (stop.thread == 0)
    return {stop.value};
  HookedProcess &process = program->process();
  SignalDetails details = program->signalDetails(stop.thread);
  CrashedThread thread;
  thread.signal = stop.value;
  thread.code = details.code;
  thread.faultAddress = details.faultAddress;
  for (uint8_t number = 0; number < thread.registers.size(); ++number)
    thread.registers[number] =
        process.readRegister(stop.thread, GeneralRegister(number));
  thread.pc = process.readPC(stop.thread);
  thread.stack =
      readPages(process.memory(), thread.registers[RSP], crashStackSize);
  std::vector<Mapping> mappings = readMappings(process.id());
  return crashes.read(
      thread, {mappings, [&](uint64_t pc) { return process.originOf(pc); }},
      poison, underWay);
}

Ending StoppingEngine::endingOf(const HookedStop &stop, const HookedRun &run,
                                const std::optional<Ending> &forced,
                                const Crashed &crash) {
  if (forced && !std::holds_alternative<TimedOut>(*forced))
    return *forced;
  if (run.ending())
    return *run.ending();
  if (forced)
    return *forced;
  switch (stop.kind) {
  case HookedStop::Kind::Signalled:
    if (stop.value == SIGXFSZ)
      return LimitReached{LimitReached::Kind::FileSize};
    if (stop.value == SIGSTOP)
      // A process outside of the program has stopped the program by SIGSTOP,
      // and has not continued it. The place where the program stopped is
      // accidental, so the ending gets no address.
      return Crashed{SIGSTOP};
    return crash;
  case HookedStop::Kind::Exited:
  case HookedStop::Kind::Ending:
  case HookedStop::Kind::Requested:
    return Exited{stop.value};
  }
  llvm_unreachable("all stops are handled");
}

std::unique_ptr<ExecutionEngine> pinstripe::createStoppingEngine(
    const UnitTable &table, OutputFiles outputs,
    std::unique_ptr<HookedProgram> program,
    std::shared_ptr<InstructionRecorder> instructions) {
  return std::make_unique<StoppingEngine>(
      table, std::move(outputs), std::move(program), std::move(instructions));
}
