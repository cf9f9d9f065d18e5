// Implements the engine that runs the program under LLDB.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One LLDB session serves all runs of a program.

#include "pinstripe/Execution/LLDBEngine.h"
#include "LLDB/LLDBCheckpoint.h"
#include "LLDB/LLDBSession.h"
#include "pinstripe/Execution/HookedProgram.h"
#include "pinstripe/Execution/Hooks.h"
#include "pinstripe/Execution/LimitMonitor.h"
#include <csignal>

using namespace pinstripe;

namespace {

class LLDBProgram : public HookedProgram {
public:
  LLDBProgram(const UnitTable &table, bool rewind)
      : table(table), rewind(rewind) {}

  /// Opens the LLDB session. Called once before everything else.
  llvm::Error open();

  EngineTraits traits() const override {
    return {"lldb", EngineTraits::InstructionRecording::None,
            /*stopMicroseconds=*/500, /*isDebugger=*/true,
            /*honoursPrivateView=*/true};
  }
  llvm::Error setHooks(llvm::ArrayRef<uint64_t> addresses) override {
    return session->setHooks(addresses);
  }
  llvm::Expected<bool> recover(bool hasFailed) override;
  llvm::Error start(const LaunchSpec &spec,
                    const OutputFiles &outputs) override;
  HookedStop resume(HookListener &listener,
                    std::chrono::duration<double> wallLimit) override {
    return session->resume(listener, wallLimit);
  }
  int flushOutput(const HookedStop &stop) override {
    return session->flushOutput(stop);
  }
  SignalDetails signalDetails(uint64_t thread) override {
    return session->signalDetails(thread);
  }
  void finish(bool isReusable, int signal) override;
  HookedProcess &process() override { return *session; }
  bool isLive() const override { return session->process().isLive(); }
  bool wasKilled() const override { return session->process().wasKilled(); }
  /// lldb-server runs in the program's sandbox.
  unsigned ownProcesses() const override { return 1; }

private:
  llvm::Expected<bool> startByRewinding(const LaunchSpec &spec,
                                        const OutputFiles &outputs);
  void endProcess();

  const UnitTable &table;
  bool rewind;
  std::unique_ptr<LLDBSession> session;
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
};

} // namespace

llvm::Error LLDBProgram::open() {
  if (llvm::Error error = LLDBSession::create(table).moveInto(session))
    return error;
  return session->displace(HookMap(table).forRecording());
}

llvm::Expected<bool> LLDBProgram::recover(bool hasFailed) {
  if (!session->isSpoilt() && !hasFailed)
    return false;
  endProcess();
  if (llvm::Error error = open())
    return error;
  return true;
}

llvm::Error LLDBProgram::start(const LaunchSpec &spec,
                               const OutputFiles &outputs) {
  llvm::Expected<bool> rewound = startByRewinding(spec, outputs);
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

llvm::Expected<bool> LLDBProgram::startByRewinding(const LaunchSpec &spec,
                                                   const OutputFiles &outputs) {
  LLDBProcess &process = session->process();
  if (!checkpoint || !process.isLive() ||
      checkpointInput != outputs.inputVersion())
    return false;
  auto guard = process.expectAnswers();
  llvm::Expected<bool> restored = checkpoint->restore(spec, lastSignal);
  if (restored && *restored)
    limitFiles(process.id(), spec);
  if (restored || !process.wasKilled())
    return restored;
  llvm::consumeError(restored.takeError());
  return false;
}

void LLDBProgram::finish(bool isReusable, int signal) {
  lastSignal = signal;
  if (!isReusable || !checkpoint || !session->process().isLive() ||
      !session->process().isAlone())
    endProcess();
}

void LLDBProgram::endProcess() {
  checkpoint.reset();
  session->kill();
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
  auto program = std::make_unique<LLDBProgram>(table, options.rewind);
  if (llvm::Error error = program->open())
    return error;
  return createStoppingEngine(table, std::move(*outputs), std::move(program),
                              options.instructions);
}
