// Records and executes runs by hooks in the code of the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recording has a server of its own. All partial executions of a trace with
// the same program, input and settings share one server, which forks a child
// for each run. A set of bits in shared memory tells each child which events to
// execute.

#include "pinstripe/Native/NativeEngine.h"
#include "Records/ChildEnding.h"
#include "Records/DetailedDecoder.h"
#include "Records/RingReader.h"
#include "Sessions/LiveSession.h"
#include "Sessions/RecordingSession.h"
#include "Sessions/SessionCache.h"
#include "pinstripe/Support/ChildProcess.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/Support/FileSystem.h"
#include <atomic>

using namespace pinstripe;

namespace {

class NativeEngine : public ExecutionEngine, public LiveFlowEngine {
public:
  NativeEngine(const UnitTable &table, OutputFiles outputs, bool trapsOnly)
      : table(table), crashes(table), hooks(table), outputs(std::move(outputs)),
        trapsOnly(trapsOnly) {}

  EngineTraits traits() const override {
    return {"native",
            EngineTraits::InstructionRecording::ByHooks,
            /*stopMicroseconds=*/0,
            /*isDebugger=*/false,
            /*honoursPrivateView=*/true,
            /*exchangesFunctions=*/true};
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
  llvm::Expected<std::vector<UnlinkedFunction>>
  linkRecompiled(const LaunchSpec &spec) override;
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
  /// Says where the next run starts. `session` is the session whose server
  /// makes the run. `slot` is the number of the checkpoint at which the run
  /// starts; 0 means the beginning of the program.
  struct Start {
    ExecutionSession *session;
    uint32_t slot;
  };
  static llvm::Expected<Start> startOf(ExecutionSession *session,
                                       llvm::Expected<uint32_t> slot) {
    if (!slot)
      return slot.takeError();
    return Start{session, *slot};
  }
  /// A function that makes one run and returns its result. The program's output
  /// is added to the result later.
  using Attempt = llvm::function_ref<llvm::Expected<RunResult>(OnLoss)>;
  using Preparation = llvm::function_ref<llvm::Expected<Start>()>;
  using MakeDecoder =
      llvm::function_ref<llvm::Expected<std::unique_ptr<RecordDecoder>>(
          RecordingSession &session)>;

  SessionTools tools() {
    return {table,     hooks,    modules, symbols, outputs, outputs.janitor(),
            killTimer, trapsOnly};
  }
  llvm::Expected<RunResult> run(const LaunchSpec &spec, OnLoss firstLoss,
                                Attempt attempt);
  llvm::Expected<RunResult> recordOnce(const LaunchSpec &spec,
                                       RecordingSession &session,
                                       RecordDecoder &decoder, OnLoss onLoss);
  llvm::Expected<Recording> record(const LaunchSpec &spec, native::RunMode mode,
                                   const DataCode *code, OnLoss firstLoss,
                                   MakeDecoder makeDecoder);
  llvm::Expected<Recording> recordEvents(const LaunchSpec &spec,
                                         native::RunMode mode,
                                         llvm::ArrayRef<LiveChange> changes);
  llvm::Expected<RunResult> execute(const LaunchSpec &spec,
                                    Preparation prepare);
  llvm::Expected<LiveSession *> findLive(const LaunchSpec &spec) {
    return liveSessions.find(
        spec, [&] { return TargetSession::start<LiveSession>(tools(), spec); });
  }
  llvm::Expected<RunResult> executeOnce(const LaunchSpec &spec,
                                        Preparation prepare, OnLoss onLoss);

  const UnitTable &table;
  CrashReader crashes;
  HookMap hooks;
  ModuleCache modules;
  SymbolCache symbols;
  OutputFiles outputs;
  bool trapsOnly;
  KillTimer killTimer;
  PlanSessions planSessions;
  SessionCache<LiveSession> liveSessions;
  LiveFocus liveFocus;
  /// True if another thread has asked for the end of the current run.
  std::atomic<bool> isCancelled = false;
  /// A function that is called now and then with the number of events that were
  /// recorded so far. An event is the execution of a statement. May be null.
  std::function<void(uint64_t)> reportProgress;
};

std::optional<bool> forcedValueOf(const native::LiveState &state) {
  if (state.forcedValue == 0)
    return std::nullopt;
  return state.forcedValue > 1;
}

} // namespace

/// Makes a run. If the server ends during the run, a second server repeats the
/// run, since the cause may have been outside of the program. If the second
/// server ends as well, the cause is assumed to be the program under test.
llvm::Expected<RunResult> NativeEngine::run(const LaunchSpec &spec,
                                            OnLoss firstLoss, Attempt attempt) {
  isCancelled = false;
  if (llvm::Error error = removeObservedFiles(spec))
    return error;
  if (llvm::Error error = outputs.useInput(spec.standardInput))
    return error;
  llvm::Expected<RunResult> result = attempt(firstLoss);
  if (result.errorIsA<ServerLost>()) {
    llvm::consumeError(result.takeError()); // see above
    result = attempt(OnLoss::EndRun);
  }
  if (result)
    if (llvm::Error error = collectOutput(spec, outputs, *result))
      return error;
  return result;
}

// Recordings

llvm::Expected<RunResult> NativeEngine::recordOnce(const LaunchSpec &spec,
                                                   RecordingSession &session,
                                                   RecordDecoder &decoder,
                                                   OnLoss onLoss) {
  NativeServer &server = session.server();
  RingReader reader(session.ring(), server.control(), decoder);
  auto begin = std::chrono::steady_clock::now();
  reader.start();
  auto listener = [&] {
    if (reportProgress)
      reportProgress(reader.eventsSoFar());
    return !reader.hasEnded() && !isCancelled;
  };
  llvm::Expected<ChildResult> child =
      server.run(spec, listener, /*slot=*/0, onLoss);
  RunResult result;
  result.seconds = secondsSince(begin);
  reader.finish();
  if (!child)
    return child.takeError();
  if (reader.isDamaged())
    return llvm::make_error<NativeRefusal>(
        spec.program + ": it has written into the memory of the native engine");
  llvm::Expected<Ending> ending =
      decoder.ending()
          ? llvm::Expected<Ending>(*decoder.ending())
          : endingOf(*child, {session.program(), crashes, spec.poison},
                     {decoder.currentEvent(), decoder.eventUnderWay()},
                     /*plan=*/nullptr);
  if (!ending)
    return ending.takeError();
  result.ending = std::move(*ending);
  result.eventsExecuted = decoder.eventCount();
  result.processorSeconds = child->processorSeconds();
  result.forcedValue = forcedValueOf(child->live);
  return result;
}

llvm::Expected<Recording> NativeEngine::record(const LaunchSpec &spec,
                                               native::RunMode mode,
                                               const DataCode *code,
                                               OnLoss firstLoss,
                                               MakeDecoder makeDecoder) {
  Trace trace;
  auto attempt = [&](OnLoss onLoss) -> llvm::Expected<RunResult> {
    auto session =
        TargetSession::start<RecordingSession>(tools(), spec, mode, code);
    if (!session)
      return session.takeError();
    auto decoder = makeDecoder(**session);
    if (!decoder)
      return decoder.takeError();
    llvm::Expected<RunResult> result =
        recordOnce(spec, **session, **decoder, onLoss);
    if (result)
      trace = (*decoder)->takeTrace();
    return result;
  };
  llvm::Expected<RunResult> result = run(spec, firstLoss, attempt);
  if (!result)
    return result.takeError();
  return Recording{std::move(trace), std::move(*result)};
}

llvm::Expected<Recording>
NativeEngine::recordEvents(const LaunchSpec &spec, native::RunMode mode,
                           llvm::ArrayRef<LiveChange> changes) {
  return record(spec, mode, /*code=*/nullptr, OnLoss::Fail,
                [&](RecordingSession &session)
                    -> llvm::Expected<std::unique_ptr<RecordDecoder>> {
                  if (llvm::Error error = setChanges(session.server(), changes))
                    return error;
                  return std::make_unique<RawTraceDecoder>(
                      session.program().hooks, RecordingLimits::of(spec));
                });
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
  // OnLoss::EndRun means that the recording is not repeated if its server ends
  // unexpectedly. A repetition would show the observer the first instructions a
  // second time.
  return record(spec, native::RunMode::DetailedRecording, &code, OnLoss::EndRun,
                [&](RecordingSession &session) {
                  return std::make_unique<DetailedDecoder>(
                      session.program(), table, code, RecordingLimits::of(spec),
                      session.stackAddress(), observer);
                });
}

// Executions

llvm::Expected<RunResult> NativeEngine::executeOnce(const LaunchSpec &spec,
                                                    Preparation prepare,
                                                    OnLoss onLoss) {
  llvm::Expected<Start> start = prepare();
  if (!start)
    return start.takeError();
  auto [session, slot] = *start;
  auto begin = std::chrono::steady_clock::now();
  llvm::Expected<ChildResult> child = session->server().run(
      spec, [this] { return !isCancelled; }, slot, onLoss);
  if (!child && slot != 0) {
    // The run was to start at a checkpoint (a process stopped in the middle of
    // the program) and has failed, perhaps because of the checkpoint. It is
    // repeated from the beginning of the program.
    llvm::consumeError(child.takeError());
    session->giveUpCheckpoints();
    return executeOnce(spec, prepare, onLoss);
  }
  if (!child)
    return child.takeError();
  RunResult result;
  result.seconds = secondsSince(begin);
  SessionProgress progress = session->progressOf(*child);
  if (slot == 0)
    session->learn(result.seconds, progress.events);
  llvm::Expected<Ending> ending =
      endingOf(*child, {session->program(), crashes, spec.poison},
               {progress.last, progress.underWay}, session->plan());
  if (!ending)
    return ending.takeError();
  result.ending = std::move(*ending);
  result.eventsExecuted = progress.events;
  result.processorSeconds = child->processorSeconds();
  result.values = session->watchedValues();
  // Only runs in live flow, which follow no recorded trace, set the LiveState.
  // In other runs the program under test may write to this memory, so it may
  // hold anything.
  if (session->plan())
    result.decisions = child->state.decisions;
  else
    result.forcedValue = forcedValueOf(child->live);
  return result;
}

llvm::Expected<RunResult> NativeEngine::execute(const LaunchSpec &spec,
                                                Preparation prepare) {
  return run(spec, OnLoss::Fail,
             [&](OnLoss onLoss) { return executeOnce(spec, prepare, onLoss); });
}

llvm::Expected<RunResult> NativeEngine::execute(const LaunchSpec &spec,
                                                const Trace &trace,
                                                const EventSet &included) {
  return execute(spec, [&]() -> llvm::Expected<Start> {
    llvm::Expected<PlanSession *> session =
        planSessions.find(tools(), spec, trace);
    if (!session)
      return session.takeError();
    return startOf(*session, (*session)->prepare(spec, included));
  });
}

llvm::Expected<RunResult>
NativeEngine::executeLive(const LaunchSpec &spec,
                          llvm::ArrayRef<LiveChange> changes) {
  return execute(spec, [&]() -> llvm::Expected<Start> {
    llvm::Expected<LiveSession *> session = findLive(spec);
    if (!session)
      return session.takeError();
    return startOf(*session, (*session)->prepare(spec, changes, liveFocus));
  });
}

llvm::Expected<std::vector<UnlinkedFunction>>
NativeEngine::linkRecompiled(const LaunchSpec &spec) {
  if (llvm::Error error = outputs.useInput(spec.standardInput))
    return error;
  llvm::Expected<LiveSession *> session = findLive(spec);
  if (!session)
    return session.takeError();
  return (*session)->recompiled().unlinked;
}

// Creation

/// Returns an error for set-user-ID and set-group-ID programs: the kernel does
/// not give a traced program the rights of the file's owner or group.
static llvm::Error checkRights(const std::string &path) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status))
    // If the status of the program's file can't be read, the launch of the
    // program will report the error.
    return llvm::Error::success();
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
  // OutputFiles::create forks, so the tool must have only one thread when it is
  // called. The engine is created afterwards, since its kill timer is a second
  // thread.
  llvm::Expected<OutputFiles> outputs =
      OutputFiles::create(native::serverSlots);
  if (!outputs)
    return outputs.takeError();
  return std::make_unique<NativeEngine>(table, std::move(*outputs),
                                        options.trapsOnly);
}
