//===- NativeEngine.cpp - The fast engine ---------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One server for the recording, one for all partial executions of a trace that
// start alike: what differs between these is a set of bits in shared memory.
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Native/NativeEngine.h"
#include "ChildEnding.h"
#include "DetailedDecoder.h"
#include "RingReader.h"
#include "Sessions.h"
#include "pinstripe/Support/ChildProcess.h"
#include "pinstripe/Support/Memory.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/Support/FileSystem.h"
#include <atomic>

using namespace pinstripe;

char NativeRefusal::ID = 0;

namespace {

class NativeEngine : public ExecutionEngine {
public:
  NativeEngine(const UnitTable &table, OutputFiles outputs, bool trapsOnly)
      : table(table), hooks(table), outputs(std::move(outputs)),
        trapsOnly(trapsOnly) {}

  llvm::StringRef name() const override { return "native"; }
  llvm::Expected<Recording> record(const LaunchSpec &spec) override;
  llvm::Expected<Recording>
  recordInstructions(const LaunchSpec &spec, const DataCode &code,
                     ExecutionObserver &observer) override;
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
  void focusLive(llvm::ArrayRef<LiveChange> changes,
                 EventIndex event) override {
    liveFocus = {changes.vec(), event};
  }
  void focus(const EventSet &configuration) override {
    sessions.focus(configuration);
  }
  bool canUsePrivateView() const override { return canHavePrivateViews(); }
  void cancel() override { isCancelled = true; }

private:
  /// Before each run.
  llvm::Error prepare(const LaunchSpec &spec) {
    if (llvm::Error error = removeWatchedFiles(spec))
      return error;
    return outputs.useInput(spec.standardInput);
  }
  /// A run that was made, with what is known of it apart from its output.
  struct Run {
    Ending ending;
    uint64_t eventsExecuted = 0;
    double seconds = 0;
    double processorSeconds = 0;
    std::vector<WatchedValue> values = {};
    std::optional<bool> forcedValue = {};
  };

  SessionTools tools() {
    return {table,    hooks,    modules, outputs, outputs.janitor(),
            watchdog, trapsOnly};
  }
  /// An error if the server is lost and `mayRepeat`: another may do better.
  /// Otherwise it was the program that ended it.
  llvm::Expected<Run> recordOnce(const LaunchSpec &spec,
                                 const std::vector<LiveChange> *changes,
                                 Trace &trace, bool mayRepeat);
  /// `changes` null: not in live flow.
  llvm::Expected<Recording> recordBy(const LaunchSpec &spec,
                                     const std::vector<LiveChange> *changes);
  llvm::Expected<Run> runRecorder(const LaunchSpec &spec,
                                  TargetSession &recorder,
                                  RecordDecoder &decoder, bool mayRepeat);
  llvm::Expected<Run> executeOnce(const LaunchSpec &spec, const Trace &trace,
                                  const EventSet &included, bool mayRepeat);
  llvm::Expected<Run> executeLiveOnce(const LaunchSpec &spec,
                                      llvm::ArrayRef<LiveChange> changes,
                                      bool mayRepeat);
  llvm::Expected<RunResult> finish(const LaunchSpec &spec, Run run);

  const UnitTable &table;
  HookMap hooks;
  ModuleCache modules;
  OutputFiles outputs;
  bool trapsOnly;
  Watchdog watchdog;
  Sessions sessions; ///< for executions
  LiveSessions liveSessions;
  LiveFocus liveFocus;
  std::atomic<bool> isCancelled = false; ///< the run under way
  std::function<void(uint64_t)> watcher; ///< of recordings; may be null
};

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

/// Half of what the machine can give; 0: unknown.
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

llvm::Expected<NativeEngine::Run>
NativeEngine::recordOnce(const LaunchSpec &spec,
                         const std::vector<LiveChange> *changes, Trace &trace,
                         bool mayRepeat) {
  auto recorder = changes ? TargetSession::forLiveRecording(tools(), spec)
                          : TargetSession::forRecording(tools(), spec);
  if (!recorder)
    return recorder.takeError();
  if (changes)
    (*recorder)->server().setChanges(recordsOf(*changes));
  RawTraceDecoder decoder((*recorder)->program().hooks, limitsFor(spec));
  llvm::Expected<Run> run = runRecorder(spec, **recorder, decoder, mayRepeat);
  if (run)
    trace = decoder.takeTrace();
  return run;
}

llvm::Expected<NativeEngine::Run>
NativeEngine::runRecorder(const LaunchSpec &spec, TargetSession &recorder,
                          RecordDecoder &decoder, bool mayRepeat) {
  NativeServer &server = recorder.server();
  RingReader reader(recorder.ring(), server.control(), decoder);
  auto begin = std::chrono::steady_clock::now();
  reader.start();
  llvm::Expected<ChildResult> child = server.run(spec, [&] {
    if (watcher)
      watcher(reader.eventsSoFar());
    return !reader.hasEnded();
  });
  if (!mayRepeat)
    child = afterLoss(std::move(child), server);
  double seconds = secondsSince(begin);
  reader.finish();
  if (!child)
    return child.takeError();
  if (reader.isDamaged())
    return llvm::make_error<NativeRefusal>(
        spec.program + ": it has written into the memory of the native engine");
  llvm::Expected<Ending> ending =
      decoder.ending() ? llvm::Expected<Ending>(*decoder.ending())
                       : endingOf(*child, recorder.program(), table,
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

/// Made once: an observer can't be told twice.
llvm::Expected<Recording>
NativeEngine::recordInstructions(const LaunchSpec &spec, const DataCode &code,
                                 ExecutionObserver &observer) {
  if (llvm::Error error = prepare(spec))
    return error;
  auto recorder = TargetSession::forDetailedRecording(tools(), spec, code);
  if (!recorder)
    return recorder.takeError();
  DetailedDecoder decoder((*recorder)->program(), table, code, limitsFor(spec),
                          (*recorder)->stackAddress(), observer);
  llvm::Expected<Run> run =
      runRecorder(spec, **recorder, decoder, /*mayRepeat=*/false);
  if (!run)
    return run.takeError();
  decoder.finish();
  llvm::Expected<RunResult> result = finish(spec, std::move(*run));
  if (!result)
    return result.takeError();
  return Recording{decoder.takeTrace(), std::move(*result)};
}

llvm::Expected<Recording> NativeEngine::record(const LaunchSpec &spec) {
  return recordBy(spec, nullptr);
}

llvm::Expected<Recording>
NativeEngine::recordLive(const LaunchSpec &spec,
                         llvm::ArrayRef<LiveChange> changes) {
  isCancelled = false;
  std::vector<LiveChange> copy = changes.vec();
  return recordBy(spec, &copy);
}

llvm::Expected<Recording>
NativeEngine::recordBy(const LaunchSpec &spec,
                       const std::vector<LiveChange> *changes) {
  if (llvm::Error error = prepare(spec))
    return error;
  Trace trace;
  llvm::Expected<Run> run =
      recordOnce(spec, changes, trace, /*mayRepeat=*/true);
  if (run.errorIsA<ServerLost>()) {
    llvm::consumeError(run.takeError()); // as announced there
    run = recordOnce(spec, changes, trace, /*mayRepeat=*/false);
  }
  if (!run)
    return run.takeError();
  llvm::Expected<RunResult> result = finish(spec, std::move(*run));
  if (!result)
    return result.takeError();
  return Recording{std::move(trace), std::move(*result)};
}

//===----------------------------------------------------------------------===//
// Partial executions
//===----------------------------------------------------------------------===//

llvm::Expected<NativeEngine::Run>
NativeEngine::executeOnce(const LaunchSpec &spec, const Trace &trace,
                          const EventSet &included, bool mayRepeat) {
  llvm::Expected<KeptSession *> found = sessions.find(tools(), spec, trace);
  if (!found)
    return found.takeError();
  TargetSession &session = *(*found)->target;
  Checkpoints &checkpoints = *(*found)->checkpoints;
  llvm::Expected<uint32_t> slot = checkpoints.startOf(spec, included);
  if (!slot)
    return slot.takeError();
  session.include(included);
  session.forgetWatchedValues();
  auto begin = std::chrono::steady_clock::now();
  llvm::Expected<ChildResult> child =
      session.server().run(spec, [this] { return !isCancelled; }, *slot);
  if (!child && *slot != 0) {
    llvm::consumeError(child.takeError()); // a checkpoint is no must
    checkpoints.giveUp();
    return executeOnce(spec, trace, included, mayRepeat);
  }
  if (!mayRepeat)
    child = afterLoss(std::move(child), session.server());
  if (!child)
    return child.takeError();
  double seconds = secondsSince(begin);
  const native::RunState &state = child->state;
  uint64_t events = state.executed + (state.position - state.mark);
  uint32_t lastPosition =
      state.position == state.mark ? state.last : state.position - 1;
  if (*slot == 0)
    checkpoints.learn(seconds, events);
  std::optional<EventIndex> last;
  if (lastPosition < trace.size())
    last = session.plan().eventAt(lastPosition);
  llvm::Expected<Ending> ending =
      endingOf(*child, session.program(), table, last, &session.plan());
  if (!ending)
    return ending.takeError();
  return Run{std::move(*ending), events, seconds,
             1e-6 * static_cast<double>(child->processorMicroseconds),
             session.watchedValues()};
}

llvm::Expected<RunResult> NativeEngine::execute(const LaunchSpec &spec,
                                                const Trace &trace,
                                                const EventSet &included) {
  isCancelled = false;
  if (llvm::Error error = prepare(spec))
    return error;
  llvm::Expected<Run> run =
      executeOnce(spec, trace, included, /*mayRepeat=*/true);
  if (run.errorIsA<ServerLost>()) {
    llvm::consumeError(run.takeError()); // as announced there
    run = executeOnce(spec, trace, included, /*mayRepeat=*/false);
  }
  if (!run)
    return run.takeError();
  return finish(spec, std::move(*run));
}

//===----------------------------------------------------------------------===//
// Live flow
//===----------------------------------------------------------------------===//

llvm::Expected<NativeEngine::Run>
NativeEngine::executeLiveOnce(const LaunchSpec &spec,
                              llvm::ArrayRef<LiveChange> changes,
                              bool mayRepeat) {
  llvm::Expected<KeptLiveSession *> found = liveSessions.find(tools(), spec);
  if (!found)
    return found.takeError();
  TargetSession &session = *(*found)->target;
  LiveCheckpoint &checkpoint = *(*found)->checkpoint;
  llvm::Expected<uint32_t> slot = checkpoint.startOf(spec, changes, liveFocus);
  if (!slot)
    return slot.takeError();
  NativeServer &server = session.server();
  server.setChanges(recordsOf(changes));
  auto begin = std::chrono::steady_clock::now();
  llvm::Expected<ChildResult> child =
      server.run(spec, [this] { return !isCancelled; }, *slot);
  if (!child && *slot != 0) {
    llvm::consumeError(child.takeError()); // a checkpoint is no must
    checkpoint.giveUp();
    return executeLiveOnce(spec, changes, mayRepeat);
  }
  if (!mayRepeat)
    child = afterLoss(std::move(child), server);
  if (!child)
    return child.takeError();
  double seconds = secondsSince(begin);
  uint64_t events = child->live.goal - child->live.countdown;
  if (*slot == 0)
    checkpoint.learn(seconds, events);
  std::optional<EventIndex> last;
  if (events != 0)
    last = EventIndex(static_cast<uint32_t>(events - 1));
  llvm::Expected<Ending> ending =
      endingOf(*child, session.program(), table, last, nullptr);
  if (!ending)
    return ending.takeError();
  return Run{std::move(*ending),
             events,
             seconds,
             1e-6 * static_cast<double>(child->processorMicroseconds),
             {},
             forcedValueOf(child->live)};
}

llvm::Expected<RunResult>
NativeEngine::executeLive(const LaunchSpec &spec,
                          llvm::ArrayRef<LiveChange> changes) {
  isCancelled = false;
  if (llvm::Error error = prepare(spec))
    return error;
  llvm::Expected<Run> run = executeLiveOnce(spec, changes, /*mayRepeat=*/true);
  if (run.errorIsA<ServerLost>()) {
    llvm::consumeError(run.takeError()); // as announced there
    run = executeLiveOnce(spec, changes, /*mayRepeat=*/false);
  }
  if (!run)
    return run.takeError();
  return finish(spec, std::move(*run));
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

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

/// What tracing would take away from a program.
static llvm::Error checkRights(const std::string &path) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status))
    return llvm::Error::success(); // the launch says what is wrong
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
  // Forks, so before the watchdog starts a thread.
  llvm::Expected<OutputFiles> outputs =
      OutputFiles::create(native::serverSlots);
  if (!outputs)
    return outputs.takeError();
  return std::make_unique<NativeEngine>(table, std::move(*outputs),
                                        options.trapsOnly);
}
