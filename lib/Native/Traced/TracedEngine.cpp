// Implements the engine that runs programs with several threads by ptrace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Native/TracedEngine.h"
#include "Traced/TracedProcess.h"
#include "pinstripe/Execution/LimitMonitor.h"

using namespace pinstripe;

namespace {

class TracedProgram : public HookedProgram {
public:
  explicit TracedProgram(const UnitTable &table) : table(table) {}

  EngineTraits traits() const override {
    return {"ptrace", EngineTraits::InstructionRecording::None,
            /*stopMicroseconds=*/20, /*isDebugger=*/false,
            /*honoursPrivateView=*/true};
  }
  llvm::Error setHooks(llvm::ArrayRef<uint64_t> addresses) override {
    hooks = addresses.vec();
    return llvm::Error::success();
  }
  /// Each run has a process of its own, so there is nothing to repair.
  llvm::Expected<bool> recover(bool) override { return false; }
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
  void finish(bool, int) override { current.reset(); }
  HookedProcess &process() override { return *current; }
  bool isLive() const override { return current && current->isLive(); }
  bool wasKilled() const override {
    return isLive() && wasKilledAtStop(current->id());
  }
  unsigned ownProcesses() const override { return 0; }

private:
  const UnitTable &table;
  std::vector<uint64_t> hooks; ///< The table addresses of the hooks.
  SymbolCache symbols;
  Ticker ticker;
  /// The copies of the instructions at hooks; nullopt before the first run.
  std::optional<DisplacedCode> displaced;
  KillTimer startTimer; ///< Ends a program that does not come to its start.
  std::unique_ptr<TracedProcess> current; ///< Null between two runs.
};

} // namespace

llvm::Error TracedProgram::start(const LaunchSpec &spec,
                                 const OutputFiles &outputs) {
  current.reset();
  auto launch = TracedLaunch::start(spec, outputs, /*memoryFile=*/std::nullopt,
                                    startTimer);
  if (!launch)
    return launch.takeError();
  limitFiles((*launch)->processId(), spec);
  if (llvm::Error error = TracedProcess::create(std::move(*launch), table,
                                                symbols, ticker, displaced)
                              .moveInto(current))
    return error;
  return current->setHooks(hooks);
}

llvm::Expected<std::unique_ptr<ExecutionEngine>> pinstripe::createTracedEngine(
    const UnitTable &table, std::shared_ptr<InstructionRecorder> instructions) {
  // Creating the output files forks the janitor, the process that cleans up if
  // the tool is killed. A fork is safe only while the tool has one thread. So
  // the files are created before the timers start threads.
  llvm::Expected<OutputFiles> outputs = OutputFiles::create();
  if (!outputs)
    return outputs.takeError();
  return createStoppingEngine(table, std::move(*outputs),
                              std::make_unique<TracedProgram>(table),
                              std::move(instructions));
}
