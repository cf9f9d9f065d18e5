// Implements the engine that runs programs with several threads by ptrace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Native/TracedEngine.h"
#include "Sessions/SessionCache.h"
#include "Traced/InnerDispatcher.h"
#include "Traced/InnerRecorder.h"
#include "Traced/TracedProcess.h"
#include "pinstripe/Execution/LimitMonitor.h"
#include "pinstripe/Native/NativeRefusal.h"

using namespace pinstripe;

namespace {

class TracedProgram : public HookedProgram {
public:
  explicit TracedProgram(const UnitTable &table)
      : table(table), hookMap(table) {}

  EngineTraits traits() const override {
    return {"ptrace",
            EngineTraits::InstructionRecording::ByStepping,
            /*stopMicroseconds=*/20,
            /*isDebugger=*/false,
            /*honoursPrivateView=*/true,
            /*exchangesFunctions=*/!refusesInside};
  }
  llvm::Error setHooks(llvm::ArrayRef<uint64_t> addresses) override {
    hooks = addresses.vec();
    return llvm::Error::success();
  }
  /// Each run has a process of its own, so there is nothing to repair.
  llvm::Expected<bool> recover(bool) override { return false; }
  llvm::Expected<InnerDispatch *>
  dispatchInside(const LaunchSpec &spec, const OutputFiles &outputs,
                 const Trace &trace, const EventSet &included) override;
  llvm::Expected<bool> recordInside(const LaunchSpec &spec,
                                    const OutputFiles &outputs,
                                    uint32_t mutation) override;
  llvm::Expected<std::vector<UnlinkedFunction>>
  linkRecompiled(const LaunchSpec &spec, const OutputFiles &outputs) override;
  void observeInstructions(const DataCode &code,
                           ExecutionObserver &observer) override {
    isInside = false;
    subject = {&code, &observer};
  }
  bool hasRefusedInside() override {
    refusesInside |= inner && inner->hasFailed();
    return refusesInside;
  }
  llvm::Error start(const LaunchSpec &spec,
                    const OutputFiles &outputs) override;
  HookedStop resume(HookListener &listener,
                    std::chrono::duration<double>) override {
    return current->resume(listener);
  }
  int flushOutput(const HookedStop &stop) override {
    return current->flushOutput(stop);
  }
  SignalDetails signalDetails(uint64_t thread) override {
    return current->signalDetails(thread);
  }
  void finish(bool, int) override {
    current.reset();
    isInside = false;
    if (instructions)
      instructions->finish();
    instructions.reset();
  }
  HookedProcess &process() override { return *current; }
  bool isLive() const override { return current && current->isLive(); }
  bool wasKilled() const override {
    return isLive() && wasKilledAtStop(current->id());
  }
  unsigned ownProcesses() const override { return 0; }

private:
  SessionTools toolsFor(const OutputFiles &outputs);
  llvm::Expected<RecordingSession *> findRecording(const LaunchSpec &spec,
                                                   const OutputFiles &outputs);
  bool isRefusal(llvm::Error &error);
  llvm::Expected<std::unique_ptr<TracedLaunch>>
  launch(const LaunchSpec &spec, const OutputFiles &outputs);

  const UnitTable &table;
  HookMap hookMap;
  std::vector<uint64_t> hooks; ///< The table addresses of the hooks.
  ModuleCache modules;
  SymbolCache symbols;
  Ticker ticker;
  /// The copies of the instructions at hooks; nullopt before the first run.
  /// Runs whose instructions are recorded have more hooks.
  std::optional<DisplacedCode> displaced, displacedInstructions;
  KillTimer startTimer; ///< Ends a program that does not come to its start.
  /// The tables for runs in which the process itself passes hooks.
  PlanSessions sessions;
  SessionCache<RecordingSession> recordings;
  std::unique_ptr<InnerHooks> inner; ///< The state of the last such run.
  bool isInside = false; ///< True if the present or next run is of this kind.
  /// True if the process can't pass hooks by itself.
  bool refusesInside = false;
  /// The instructions that the next run reports, and the observer that gets the
  /// reports. Both pointers are null if the run reports no instructions.
  InstructionSubject subject;
  /// Null unless the instructions of the present run are recorded.
  std::unique_ptr<InstructionStops> instructions;
  std::unique_ptr<TracedProcess> current; ///< Null between two runs.
};

} // namespace

SessionTools TracedProgram::toolsFor(const OutputFiles &outputs) {
  SessionTools tools{table,   hookMap,           modules,   symbols,
                     outputs, outputs.janitor(), startTimer};
  tools.takesTurns = true;
  return tools;
}

/// Returns true if `error` says that no process of the program can pass hooks
/// by itself; `error` is then a success.
bool TracedProgram::isRefusal(llvm::Error &error) {
  if (!error.isA<NativeRefusal>())
    return false;
  llvm::consumeError(std::move(error));
  error = llvm::Error::success();
  refusesInside = true;
  return true;
}

llvm::Expected<RecordingSession *>
TracedProgram::findRecording(const LaunchSpec &spec,
                             const OutputFiles &outputs) {
  // The object may belong to a session that the cache drops next.
  inner.reset();
  return recordings.find(spec, [&] {
    return TargetSession::start<RecordingSession>(toolsFor(outputs), spec,
                                                  native::RunMode::Recording);
  });
}

llvm::Expected<std::vector<UnlinkedFunction>>
TracedProgram::linkRecompiled(const LaunchSpec &spec,
                              const OutputFiles &outputs) {
  llvm::Expected<RecordingSession *> session = findRecording(spec, outputs);
  if (!session)
    return session.takeError();
  return (*session)->recompiled().unlinked;
}

llvm::Expected<bool> TracedProgram::recordInside(const LaunchSpec &spec,
                                                 const OutputFiles &outputs,
                                                 uint32_t mutation) {
  isInside = false;
  if (refusesInside)
    return false;
  llvm::Expected<RecordingSession *> session = findRecording(spec, outputs);
  llvm::Error error = session.takeError();
  if (isRefusal(error))
    return false;
  if (!error)
    error = InnerRecorder::create(**session, mutation).moveInto(inner);
  if (error)
    return error;
  isInside = true;
  return true;
}

llvm::Expected<InnerDispatch *>
TracedProgram::dispatchInside(const LaunchSpec &spec,
                              const OutputFiles &outputs, const Trace &trace,
                              const EventSet &included) {
  isInside = false;
  // In guarded flow, hooks would have to compare the threads without a change
  // of the flags, and runs would poison frames of other threads.
  if (refusesInside || spec.flow == Flow::Guarded)
    return nullptr;
  inner.reset();
  auto session = sessions.find(toolsFor(outputs), spec, trace);
  llvm::Error error = session.takeError();
  if (isRefusal(error))
    return nullptr;
  if (error)
    return error;
  auto made = InnerDispatcher::create(**session, table, spec, included);
  if (!made)
    return made.takeError();
  InnerDispatch *dispatch = made->get();
  inner = std::move(*made);
  isInside = true;
  return dispatch;
}

llvm::Expected<std::unique_ptr<TracedLaunch>>
TracedProgram::launch(const LaunchSpec &spec, const OutputFiles &outputs) {
  std::optional<int> memory;
  if (isInside)
    memory = inner->memory().descriptor();
  auto launched = TracedLaunch::start(spec, outputs, memory, startTimer,
                                      /*isServer=*/false);
  if (launched && isInside && !inner->hasLayoutOf(**launched))
    return llvm::make_error<NativeRefusal>(
        "the program has another layout in each run");
  return launched;
}

llvm::Error TracedProgram::start(const LaunchSpec &spec,
                                 const OutputFiles &outputs) {
  current.reset();
  instructions.reset();
  InstructionSubject observed = std::exchange(subject, {});
  auto launched = launch(spec, outputs);
  llvm::Error error = launched.takeError();
  if (!error && observed.observer)
    error =
        InstructionStops::create(**launched, table, hookMap, modules, observed)
            .moveInto(instructions);
  if (!error) {
    limitFiles((*launched)->processId(), spec);
    TracedTools tools{table, symbols, ticker,
                      instructions ? displacedInstructions : displaced};
    tools.inner = isInside ? inner.get() : nullptr;
    tools.instructions = instructions.get();
    error =
        TracedProcess::create(std::move(*launched), tools).moveInto(current);
  }
  refusesInside |= isInside && error.isA<NativeRefusal>();
  if (error || isInside)
    return error;
  return current->setHooks(hooks);
}

llvm::Expected<std::unique_ptr<ExecutionEngine>>
pinstripe::createTracedEngine(const UnitTable &table) {
  // Creating the output files forks the janitor, the process that cleans up if
  // the tool is killed. A fork is safe only while the tool has one thread. So
  // the files are created before the timers start threads.
  llvm::Expected<OutputFiles> outputs = OutputFiles::create();
  if (!outputs)
    return outputs.takeError();
  return createStoppingEngine(table, std::move(*outputs),
                              std::make_unique<TracedProgram>(table));
}
