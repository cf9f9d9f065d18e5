// Records and executes runs by hooks in the program and by fork servers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recording has a server of its own. All partial executions of a trace that
// start alike share one; they differ by a set of bits in shared memory.

#include "pinstripe/Native/NativeEngine.h"
#include "Records/ChildEnding.h"
#include "Records/DetailedDecoder.h"
#include "Records/RingReader.h"
#include "Sessions/LiveSession.h"
#include "Sessions/RecordingSession.h"
#include "Sessions/SessionCache.h"
#include "pinstripe/Support/AvailableMemory.h"
#include "pinstripe/Support/ChildProcess.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/Support/FileSystem.h"
#include <atomic>

using namespace pinstripe;

namespace {

class NativeEngine : public ExecutionEngine, public LiveFlowEngine {
public:
  NativeEngine(const UnitTable &table, OutputFiles outputs, bool trapsOnly)
      : table(table), hooks(table), outputs(std::move(outputs)),
        trapsOnly(trapsOnly) {}

  EngineTraits traits() const override {
    return {"native", EngineTraits::InstructionRecording::ByHooks,
            /*stopsAtEachEvent=*/false, /*honoursPrivateView=*/true};
  }
  llvm::Expected<Recording> record(const LaunchSpec &spec) override;
  llvm::Expected<Recording>
  recordInstructions(const LaunchSpec &spec, const DataCode &code,
                     ExecutionObserver &observer) override;
  void setRecordingProgress(std::function<void(uint64_t)> progress) override {
    reportProgress = std::move(progress);
  }
  llvm::Expected<RunResult> execute(const LaunchSpec &spec, const Trace &trace,
                                    const EventSet &included) override;
  llvm::Expected<RunResult>
  executeLive(const LaunchSpec &spec,
              llvm::ArrayRef<LiveChange> changes) override;
  llvm::Expected<Recording>
  recordLive(const LaunchSpec &spec,
             llvm::ArrayRef<LiveChange> changes) override;
  void focusLive(llvm::ArrayRef<LiveChange> changes,
                 EventIndex event) override {
    liveFocus = {changes.vec(), event};
  }
  void focus(const EventSet &configuration) override {
    planSessions.focus(configuration);
  }
  LiveFlowEngine *liveFlow() override { return this; }
  void cancel() override { isCancelled = true; }

private:
  /// A run that was made, and what is known of it besides its output.
  struct Run {
    Ending ending;
    uint64_t eventsExecuted = 0;
    double seconds = 0;
    double processorSeconds = 0;
    std::vector<WatchedValue> values = {};
    std::optional<bool> forcedValue = {};
  };
  /// A server for the next run, and the slot to start it from.
  struct Start {
    ExecutionSession *session;
    uint32_t slot;
  };
  using Attempt = llvm::function_ref<llvm::Expected<Run>(OnLoss)>;
  using Preparation = llvm::function_ref<llvm::Expected<Start>()>;

  SessionTools tools() {
    return {table,     hooks,    modules, outputs, outputs.janitor(),
            killTimer, trapsOnly};
  }
  llvm::Expected<RunResult> run(const LaunchSpec &spec, OnLoss firstLoss,
                                Attempt attempt);
  llvm::Expected<Run> recordOnce(const LaunchSpec &spec,
                                 RecordingSession &session,
                                 RecordDecoder &decoder, OnLoss onLoss);
  llvm::Expected<Recording> recordEvents(const LaunchSpec &spec,
                                         native::RunMode mode,
                                         llvm::ArrayRef<LiveChange> changes);
  llvm::Expected<Run> executeOnce(const LaunchSpec &spec, Preparation prepare,
                                  OnLoss onLoss);
  llvm::Expected<RunResult> finish(const LaunchSpec &spec, Run run);

  const UnitTable &table;
  HookMap hooks;
  ModuleCache modules;
  OutputFiles outputs;
  bool trapsOnly;
  KillTimer killTimer;
  PlanSessions planSessions;
  SessionCache<LiveSession> liveSessions;
  LiveFocus liveFocus;
  std::atomic<bool> isCancelled = false;        ///< The run under way is.
  std::function<void(uint64_t)> reportProgress; ///< Of recordings; may be null.
};

/// Returns half of the available memory; 0 if unknown.
uint64_t memoryForTrace() { return availableMemory() / 2; }

RecordingLimits limitsFor(const LaunchSpec &spec) {
  RecordingLimits limits;
  limits.events = spec.eventLimit;
  limits.bytes = memoryForTrace();
  return limits;
}

std::optional<bool> forcedValueOf(const native::LiveState &state) {
  if (state.forcedValue == 0)
    return std::nullopt;
  return state.forcedValue > 1;
}

} // namespace

/// Makes a run. If its server is lost, the run is repeated once with another
/// one: whoever ended the first server may not do that again. If the second
/// server is lost as well, the program under test has ended it.
llvm::Expected<RunResult> NativeEngine::run(const LaunchSpec &spec,
                                            OnLoss firstLoss, Attempt attempt) {
  isCancelled = false;
  if (llvm::Error error = removeObservedFiles(spec))
    return error;
  if (llvm::Error error = outputs.useInput(spec.standardInput))
    return error;
  llvm::Expected<Run> run = attempt(firstLoss);
  if (run.errorIsA<ServerLost>()) {
    llvm::consumeError(run.takeError()); // see above
    run = attempt(OnLoss::EndRun);
  }
  if (!run)
    return run.takeError();
  return finish(spec, std::move(*run));
}

// Recordings

llvm::Expected<NativeEngine::Run>
NativeEngine::recordOnce(const LaunchSpec &spec, RecordingSession &session,
                         RecordDecoder &decoder, OnLoss onLoss) {
  NativeServer &server = session.server();
  RingReader reader(session.ring(), server.control(), decoder);
  auto begin = std::chrono::steady_clock::now();
  reader.start();
  auto listener = [&] {
    if (reportProgress)
      reportProgress(reader.eventsSoFar());
    return !reader.hasEnded();
  };
  llvm::Expected<ChildResult> child =
      server.run(spec, listener, /*slot=*/0, onLoss);
  double seconds = secondsSince(begin);
  reader.finish();
  if (!child)
    return child.takeError();
  if (reader.isDamaged())
    return llvm::make_error<NativeRefusal>(
        spec.program + ": it has written into the memory of the native engine");
  llvm::Expected<Ending> ending =
      decoder.ending() ? llvm::Expected<Ending>(*decoder.ending())
                       : endingOf(*child, session.program(), table,
                                  decoder.currentEvent(), nullptr);
  if (!ending)
    return ending.takeError();
  return Run{std::move(*ending),
             decoder.eventCount(),
             seconds,
             1e-6 * static_cast<double>(child->processorMicroseconds),
             {},
             forcedValueOf(child->live)};
}

llvm::Expected<Recording>
NativeEngine::recordEvents(const LaunchSpec &spec, native::RunMode mode,
                           llvm::ArrayRef<LiveChange> changes) {
  Trace trace;
  auto attempt = [&](OnLoss onLoss) -> llvm::Expected<Run> {
    auto session = RecordingSession::start(tools(), spec, mode);
    if (!session)
      return session.takeError();
    (*session)->server().setChanges(recordsOf(changes));
    RawTraceDecoder decoder((*session)->program().hooks, limitsFor(spec));
    llvm::Expected<Run> run = recordOnce(spec, **session, decoder, onLoss);
    if (run)
      trace = decoder.takeTrace();
    return run;
  };
  llvm::Expected<RunResult> result = run(spec, OnLoss::Fail, attempt);
  if (!result)
    return result.takeError();
  return Recording{std::move(trace), std::move(*result)};
}

llvm::Expected<Recording> NativeEngine::record(const LaunchSpec &spec) {
  return recordEvents(spec, native::RunMode::Recording, {});
}

llvm::Expected<Recording>
NativeEngine::recordLive(const LaunchSpec &spec,
                         llvm::ArrayRef<LiveChange> changes) {
  return recordEvents(spec, native::RunMode::LiveRecording, changes);
}

llvm::Expected<Recording>
NativeEngine::recordInstructions(const LaunchSpec &spec, const DataCode &code,
                                 ExecutionObserver &observer) {
  Trace trace;
  auto attempt = [&](OnLoss onLoss) -> llvm::Expected<Run> {
    auto session = RecordingSession::start(
        tools(), spec, native::RunMode::DetailedRecording, &code);
    if (!session)
      return session.takeError();
    DetailedDecoder decoder((*session)->program(), table, code, limitsFor(spec),
                            (*session)->stackAddress(), observer);
    llvm::Expected<Run> run = recordOnce(spec, **session, decoder, onLoss);
    if (!run)
      return run;
    decoder.finish();
    trace = decoder.takeTrace();
    return run;
  };
  // The run is not repeated: the observer has been told part of it.
  llvm::Expected<RunResult> result = run(spec, OnLoss::EndRun, attempt);
  if (!result)
    return result.takeError();
  return Recording{std::move(trace), std::move(*result)};
}

// Executions

llvm::Expected<NativeEngine::Run>
NativeEngine::executeOnce(const LaunchSpec &spec, Preparation prepare,
                          OnLoss onLoss) {
  llvm::Expected<Start> start = prepare();
  if (!start)
    return start.takeError();
  auto [session, slot] = *start;
  auto begin = std::chrono::steady_clock::now();
  llvm::Expected<ChildResult> child = session->server().run(
      spec, [this] { return !isCancelled; }, slot, onLoss);
  if (!child && slot != 0) {
    // Runs can do without checkpoints, so this error does not matter.
    llvm::consumeError(child.takeError());
    session->checkpoints().giveUp();
    return executeOnce(spec, prepare, onLoss);
  }
  if (!child)
    return child.takeError();
  double seconds = secondsSince(begin);
  Progress progress = session->progressOf(*child);
  if (slot == 0)
    session->checkpoints().learn(seconds, progress.events);
  llvm::Expected<Ending> ending = endingOf(*child, session->program(), table,
                                           progress.last, session->plan());
  if (!ending)
    return ending.takeError();
  // Without live flow, this part of the shared memory belongs to nobody, and a
  // program may have written to it.
  std::optional<bool> forced;
  if (!session->plan())
    forced = forcedValueOf(child->live);
  return Run{std::move(*ending),
             progress.events,
             seconds,
             1e-6 * static_cast<double>(child->processorMicroseconds),
             session->watchedValues(),
             forced};
}

llvm::Expected<RunResult> NativeEngine::execute(const LaunchSpec &spec,
                                                const Trace &trace,
                                                const EventSet &included) {
  auto prepare = [&]() -> llvm::Expected<Start> {
    llvm::Expected<PlanSession *> session =
        planSessions.find(tools(), spec, trace);
    if (!session)
      return session.takeError();
    llvm::Expected<uint32_t> slot = (*session)->prepare(spec, included);
    if (!slot)
      return slot.takeError();
    return Start{*session, *slot};
  };
  return run(spec, OnLoss::Fail,
             [&](OnLoss onLoss) { return executeOnce(spec, prepare, onLoss); });
}

llvm::Expected<RunResult>
NativeEngine::executeLive(const LaunchSpec &spec,
                          llvm::ArrayRef<LiveChange> changes) {
  auto prepare = [&]() -> llvm::Expected<Start> {
    llvm::Expected<LiveSession *> session = liveSessions.find(
        spec, [&] { return LiveSession::start(tools(), spec); });
    if (!session)
      return session.takeError();
    llvm::Expected<uint32_t> slot =
        (*session)->prepare(spec, changes, liveFocus);
    if (!slot)
      return slot.takeError();
    return Start{*session, *slot};
  };
  return run(spec, OnLoss::Fail,
             [&](OnLoss onLoss) { return executeOnce(spec, prepare, onLoss); });
}

llvm::Expected<RunResult> NativeEngine::finish(const LaunchSpec &spec,
                                               Run run) {
  RunResult result;
  result.ending = std::move(run.ending);
  result.eventsExecuted = run.eventsExecuted;
  result.seconds = run.seconds;
  result.processorSeconds = run.processorSeconds;
  result.values = std::move(run.values);
  result.forcedValue = run.forcedValue;
  if (llvm::Error error = collectOutput(spec, outputs, result))
    return error;
  return result;
}

// Creation

/// Refuses set-user-ID and set-group-ID programs: the kernel does not give
/// these rights to a traced process.
static llvm::Error checkRights(const std::string &path) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status))
    return llvm::Error::success(); // the launch reports the error
  unsigned special =
      llvm::sys::fs::set_uid_on_exe | llvm::sys::fs::set_gid_on_exe;
  if ((status.permissions() & special) == 0)
    return llvm::Error::success();
  return llvm::make_error<NativeRefusal>(
      path + ": it runs with rights of its own (set-user-ID or set-group-ID), "
             "which a traced program does not get; use a copy without");
}

llvm::Expected<std::unique_ptr<ExecutionEngine>>
pinstripe::createNativeEngine(const UnitTable &table,
                              const NativeEngineOptions &options) {
#if !defined(__x86_64__)
  return llvm::make_error<NativeRefusal>(
      "the native engine is for x86-64 machines only");
#endif
  if (llvm::Error error = checkRights(table.programPath()))
    return error;
  // This forks, so it comes before the kill timer starts a thread.
  llvm::Expected<OutputFiles> outputs =
      OutputFiles::create(native::serverSlots);
  if (!outputs)
    return outputs.takeError();
  return std::make_unique<NativeEngine>(table, std::move(*outputs),
                                        options.trapsOnly);
}
