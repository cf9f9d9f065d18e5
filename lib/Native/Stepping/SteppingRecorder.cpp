// Records the instructions of programs that the native engine can't run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Native/SteppingRecorder.h"
#include "Stepping/SteppedRun.h"
#include "pinstripe/Execution/LimitMonitor.h"
#include "pinstripe/Native/NativeRefusal.h"
#include "pinstripe/Support/Stopwatch.h"
#include <thread>

using namespace pinstripe;

namespace {

class SteppingRecorder : public InstructionRecorder {
public:
  explicit SteppingRecorder(const UnitTable &table)
      : table(table), hookMap(table) {}

  llvm::Expected<Recording> record(const InstructionRequest &request) override;

private:
  llvm::Expected<Recording> recordHere(const InstructionRequest &request);
  llvm::Expected<InstrumentedProgram> findHooks(const TracedLaunch &launch,
                                                const DataCode &code);

  const UnitTable &table;
  HookMap hookMap;
  ModuleCache modules;
  KillTimer killTimer;
};

} // namespace

/// Records in a new thread, because SteppedRun waits for all children of its
/// own thread.
llvm::Expected<Recording>
SteppingRecorder::record(const InstructionRequest &request) {
  std::optional<llvm::Expected<Recording>> result;
  std::thread tracer([&] { result.emplace(recordHere(request)); });
  tracer.join();
  return std::move(*result);
}

llvm::Expected<InstrumentedProgram>
SteppingRecorder::findHooks(const TracedLaunch &launch, const DataCode &code) {
  InstrumentationRequest request{table,
                                 hookMap,
                                 hookMap.forRecording(),
                                 native::RunMode::DetailedRecording,
                                 /*guarded=*/nullptr,
                                 /*trapsOnly=*/false,
                                 launch.mappings(),
                                 launch.entryPoint(),
                                 &code,
                                 /*isStepped=*/true};
  return InstrumentedProgram::create(request, modules);
}

llvm::Expected<Recording>
SteppingRecorder::recordHere(const InstructionRequest &request) {
  const LaunchSpec &spec = request.spec;
  if (llvm::Error error = removeObservedFiles(spec))
    return error;
  if (llvm::Error error = request.outputs.useInput(spec.standardInput))
    return error;
  auto launch = TracedLaunch::start(spec, request.outputs,
                                    /*memoryFile=*/std::nullopt, killTimer);
  if (!launch)
    return launch.takeError();
  auto program = findHooks(**launch, request.code);
  if (!program)
    return program.takeError();
  pid_t pid = (*launch)->processId();
  ProcessMemory memory(pid);
  DetailedDecoder decoder(*program, table, request.code,
                          RecordingLimits::of(spec),
                          (*launch)->registers().value[RSP], request.observer);
  SteppedHooks hooks(*program, table, spec.poison, pid, memory, decoder);
  SteppedRun run(**launch, *program, memory, hooks, decoder);
  limitFiles(pid, spec);
  Stopwatch stopwatch;
  LimitMonitor watch(spec);
  killTimer.arm(pid, std::chrono::duration<double>(spec.wallLimitSeconds), [&] {
    return watch.excess(pid, /*tracer=*/0, /*ownProcesses=*/0);
  });
  llvm::Expected<Ending> ending = run.run(table, request.progress);
  std::optional<Ending> forced = killTimer.disarm();
  if (!ending)
    return ending.takeError();
  launch->reset();
  RunResult result;
  result.ending = forced ? std::move(*forced) : std::move(*ending);
  result.eventsExecuted = decoder.eventCount();
  result.seconds = stopwatch.seconds();
  if (llvm::Error error = collectOutput(spec, request.outputs, result))
    return error;
  return Recording{decoder.takeTrace(), std::move(result)};
}

std::shared_ptr<InstructionRecorder>
pinstripe::createSteppingRecorder(const UnitTable &table) {
  return std::make_shared<SteppingRecorder>(table);
}
